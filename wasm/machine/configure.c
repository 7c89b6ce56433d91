/* configure.c: builds the machine that src/machine/machine.ts describes. The schema there has refused what cannot be;
 * here a wrong value traps.
 *
 *   configure_processors, configure_costs, then configure_level from the nearest to the farthest, configure_tlb
 *   likewise, then configure_memory. */
#include <string.h>

#include "cache.h"

static bool want_conflicts;

static void require(bool holds) {
  if (!holds) __builtin_trap();
}

/* splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a start for each instance's generator, never 0. */
static uint64_t seed_of(uint32_t level, uint32_t number) {
  uint64_t z = machine.seed + 0x9e3779b97f4a7c15ull * (1 + level * MOST_PROCESSORS + number);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return z ? z : 1;
}

EXPORT(configure_processors)
void configure_processors(uint32_t count, bool coherent, bool conflicts, uint64_t seed) {
  require(count >= 1 && count <= MOST_PROCESSORS);
  arena_reset();
  memset(&machine, 0, sizeof machine);
  memset(&caches, 0, sizeof caches);
  memset(&tlbs, 0, sizeof tlbs);
  machine.processors = count;
  machine.coherent = coherent;
  machine.seed = seed;
  machine.cycles_per = machine.instructions_per = 1;
  want_conflicts = conflicts;
  directory_reset();
  clock_reset();
}

EXPORT(configure_costs)
void configure_costs(uint32_t cycles_per, uint32_t instructions_per, uint32_t intervention, uint32_t upgrade,
                     uint32_t lock, uint32_t barrier, uint32_t touch) {
  require(instructions_per > 0);
  machine.cycles_per = cycles_per;
  machine.instructions_per = instructions_per;
  machine.intervention = intervention;
  machine.upgrade = upgrade;
  machine.lock = lock;
  machine.barrier = barrier;
  machine.touch = touch;
}

static cache *create(uint32_t level, uint32_t number, uint32_t sets, uint32_t ways, uint32_t line_bits,
                     replacement policy) {
  cache *c = arena_take(sizeof *c);
  c->stride = stride_of(ways);
  c->blocks = arena_take((size_t)sets * block_words(c->stride) * sizeof *c->blocks);
  for (uint32_t set = 0; set < sets; set++)
    for (uint32_t way = ways; way < c->stride; way++) cache_stamps(c, set)[way] = NEVER;
  if (policy == PLRU) c->trees = arena_take(sets * sizeof *c->trees);
  c->sets = sets;
  c->power_sets = sets & (sets - 1) ? 0 : sets;
  c->ways = ways;
  c->line_bits = line_bits;
  c->policy = policy;
  c->level = level;
  c->number = number;
  c->random = seed_of(level, number);
  return c;
}

static void add_level(hierarchy *h, uint32_t sets, uint32_t ways, uint32_t line_bits, replacement policy,
                      uint32_t sharers, uint32_t stall, bool inclusive, bool writes_refresh, bool is_cache) {
  uint32_t level = h->levels++;
  require(level < MOST_LEVELS && sets && ways && line_bits >= 3 && line_bits <= 16 && sharers && policy <= RANDOM);
  h->stall[level] = stall;
  for (uint32_t first = 0; first < machine.processors; first += sharers) {
    uint32_t number = h->count[level]++;
    cache *c = create(level, number, sets, ways, line_bits, policy);
    uint32_t left = machine.processors - first;
    c->first = first;
    c->sharers = left < sharers ? left : sharers;
    c->inclusive = inclusive;
    c->writes_refresh = writes_refresh;
    if (is_cache && machine.coherent) c->used = arena_take((size_t)sets * c->stride * sizeof *c->used);
    if (is_cache && want_conflicts) c->full = full_create(sets * ways);
    h->instances[level][number] = c;
    if (level) {
      for (uint32_t p = first; p < first + c->sharers; p++) {
        h->path[p][level - 1]->outer_shift = line_bits - h->path[p][level - 1]->line_bits;
        h->path[p][level - 1]->victims_first = inclusive;
      }
    }
    for (uint32_t p = first; p < first + c->sharers; p++) h->path[p][level] = c;
  }
}

EXPORT(configure_level)
void configure_level(uint32_t sets, uint32_t ways, uint32_t line_bits, replacement policy, uint32_t sharers,
                     uint32_t stall, bool inclusive, bool writes_refresh) {
  add_level(&caches, sets, ways, line_bits, policy, sharers, stall, inclusive, writes_refresh, true);
}

EXPORT(configure_tlb)
void configure_tlb(uint32_t sets, uint32_t ways, uint32_t page_bits, replacement policy, uint32_t sharers,
                   uint32_t stall) {
  add_level(&tlbs, sets, ways, page_bits, policy, sharers, stall, false, false, false);
}

/* Notes which instances can take the short way through cache.h and memory.c. */
static void finish(const hierarchy *h) {
  for (uint32_t level = 0; level < h->levels; level++) {
    for (uint32_t number = 0; number < h->count[level]; number++) {
      cache *c = h->instances[level][number];
      c->special = c->used || c->full || c->inclusive || c->victims_first;
    }
  }
}

/* What it costs to find a line in no cache, and a page in no TLB. */
EXPORT(configure_memory) void configure_memory(uint32_t stall, uint32_t walk) {
  require(caches.levels > 0);
  caches.stall[caches.levels] = stall;
  finish(&caches);
  finish(&tlbs);
  tlbs.stall[tlbs.levels] = walk;
}
