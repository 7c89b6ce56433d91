/* timewarp_phold.c: PHOLD (Fujimoto 1990) with a dynamically allocated state, as Vitali et al. (2012, §5.1) adapt it.
 *
 *   head             list 0      [b]->[b]->[b]->[b]->[b]       buffers of size(0) = min bytes
 *   | lists o-+-->   list 1      [b]->[b]->[b]
 *   | …       |      …                                         each list: ceil(S/N / size(i)) buffers
 *   |         |      list N-1    [b]                           buffers of size(N-1) = max bytes
 *
 * An event visits x bytes breadth first: the first buffer of every list from a random one on, then the second … Its
 * effect depends on what it finds, so that a state that was restored wrongly shows in the history. Then it sends one
 * message, exponentially later, to an LP of all with equal probability; with probability `local` to its own. */
#include "draw.h"
#include "history.h"
#include "lab.h"
#include "timewarp.h"

#define MOST_LISTS 64u
/* Keeps an event behind the one that caused it, whatever is drawn. */
#define LEAST_DELAY 0x1p-30

typedef struct phold_buffer {
  struct phold_buffer *next;
  uint32_t seen; /* what the last visitor left */
} WORD_ALIGNED phold_buffer;

typedef struct {
  generator random;
  uint32_t checksum, events;
  phold_buffer *list[];
} WORD_ALIGNED phold_head;

static struct {
  uint64_t seed;
  uint32_t lps, lists, smallest, largest, state_bytes, touched_bytes, grows_every;
  double local;
} config;

static uint32_t sizes[MOST_LISTS]; /* of each list's buffers, linear from the smallest to the largest */
static uint32_t size_of(uint32_t list) { return sizes[list]; }

static phold_head *head_of(const tw_lp *lp) { return lp->state[0].contents; }

/* A new buffer comes at its list's head. */
static void add_buffer(tw_lp *lp, uint32_t list) {
  uint32_t size = size_of(list);
  phold_buffer *b = tw_state_take(lp, size);
  if (!b) return;
  tw_fill(b, 0, size);
  phold_head *head = head_of(lp);
  b->next = head->list[list];
  head->list[list] = b;
}

static void begin(tw_lp *lp) {
  size_t bytes = sizeof(phold_head) + config.lists * sizeof(phold_buffer *);
  phold_head *head = tw_state_take(lp, (uint32_t)bytes);
  if (!head) return;
  tw_fill(head, 0, bytes);
  head->random = draw_seed(config.seed, lp->id);
  uint32_t share = config.state_bytes / config.lists;
  for (uint32_t list = 0; list < config.lists; list++)
    for (uint32_t left = (share + size_of(list) - 1) / size_of(list); left; left--) add_buffer(lp, list);
  generator random = head->random;
  double first = LEAST_DELAY + draw_exponential(&random);
  head->random = random;
  tw_send(lp, lp->id, first, lp->id);
}

/* Visits the buffer: reads what is there, fills it. Returns a word that depends on both. */
static uint32_t visit(phold_buffer *b, uint32_t bytes, uint32_t value) {
  uint32_t found = (uint32_t)history_mix((uint64_t)b->seen << 32 | value);
  b->seen = found;
  tw_fill(b + 1, found & 255, bytes - sizeof *b);
  return found;
}

static __attribute__((noinline)) uint32_t visit_breadth_first(phold_head *head, uint32_t list, uint32_t value) {
  phold_buffer *at[MOST_LISTS];
  uint32_t open = 0, left = config.touched_bytes;
  for (uint32_t i = 0; i < config.lists; i++) open += (at[i] = head->list[i]) != NULL;
  while (left && open) {
    phold_buffer *b = at[list];
    if (b) {
      uint32_t size = size_of(list), bytes = size < left ? size : left;
      if (bytes < sizeof *b) bytes = sizeof *b;
      value = visit(b, bytes, value);
      left -= bytes < left ? bytes : left;
      at[list] = b->next;
      if (!b->next) open--;
    }
    if (++list == config.lists) list = 0;
  }
  return value;
}

static void happen(tw_lp *lp, const tw_message *event) {
  phold_head *head = head_of(lp);
  generator random = head->random;
  uint32_t list = draw_below(&random, config.lists);
  uint32_t value = visit_breadth_first(head, list, event->value ^ head->checksum);
  double delay = LEAST_DELAY + draw_exponential(&random);
  uint32_t to = draw_uniform(&random) < config.local ? lp->id : draw_below(&random, config.lps);
  head->random = random;
  head->checksum = value;
  head->events++;
  if (config.grows_every && head->events % config.grows_every == 0) add_buffer(lp, list);
  tw_send(lp, to, event->key.time + delay, value);
}

/* PHOLD is the only model: its hash of a state is everybody's. */
uint64_t tw_digest(const tw_lp *lp) {
  const phold_head *head = head_of(lp);
  uint64_t hash = head->random ^ (uint64_t)head->checksum << 32 ^ head->events;
  for (uint32_t list = 0; list < config.lists; list++)
    for (const phold_buffer *b = head->list[list]; b; b = b->next) {
      const uint8_t *bytes = (const uint8_t *)(b + 1);
      hash = history_mix(hash ^ b->seen);
      for (uint32_t i = 0; i < size_of(list) - sizeof *b; i++) hash = hash * 31 + bytes[i];
    }
  return hash;
}

static const tw_model phold = {begin, happen};

/* The model's parameters, before timewarp_phold. Sizes in bytes; smallest: 8 at least. grows_every: a buffer is added
 * to the visited list with every so many events of an LP; 0 for never. */
LAB_EXPORT(timewarp_model)
void timewarp_model(uint32_t seed_low, uint32_t seed_high, uint32_t lists, uint32_t smallest, uint32_t largest,
                    uint32_t state_bytes, uint32_t touched_bytes, uint32_t grows_every, double local) {
  config.seed = (uint64_t)seed_high << 32 | seed_low;
  config.lists = lists < MOST_LISTS ? lists : MOST_LISTS;
  config.smallest = smallest;
  config.largest = largest;
  config.state_bytes = state_bytes;
  config.touched_bytes = touched_bytes;
  config.grows_every = grows_every;
  config.local = local;
  for (uint32_t list = 0; list < config.lists; list++) {
    uint32_t beyond = list ? (largest - smallest) * list / (config.lists - 1) : 0;
    sizes[list] = smallest + beyond;
  }
}

LAB_EXPORT(timewarp_phold)
void timewarp_phold(uint32_t lps, uint32_t kernel, uint32_t kernels, uint32_t interval, double end) {
  config.lps = lps;
  tw_open(&phold, lps, kernel, kernels, interval, end);
}

/* The same LPs for the sequential simulator. */
LAB_EXPORT(timewarp_phold_sequential) void timewarp_phold_sequential(uint32_t lps) {
  config.lps = lps;
  tw_open_sequential(&phold, lps);
}
