/* watch.c: a run under the lens. Two things that a run without an observer does without:
 *
 *   the order of events   which event happened as the n-th of all, and what its processor's clock then showed
 *   watched accesses      every access of a stretch of the run with where its line was found and what it cost; from a
 *                         limit on, accesses are left out, so that the caches stay as they were after that many */
#include "watch.h"

static struct {
  uint32_t *event;
  uint64_t *clock;
} order;

typedef struct {
  uint32_t address, bytes; /* bytes | 1 << 31 for a write */
  uint32_t where;          /* processor | origin << 8 | level that had the line << 16 | flags << 24 */
  uint32_t cycles;
} row;
enum { INTERVENED = 1, UPGRADED = 2, COHERENCE_MISS = 4, FALSE_SHARING = 8, PAGE_WALK = 16 };

static struct {
  bool on;
  uint32_t limit, count, room;
  row *rows;
} watch;

/* After the machine was built anew, and with it the memory of these. */
void watch_reset(void) {
  order.event = NULL;
  order.clock = NULL;
  watch.on = false;
  watch.rows = NULL;
  watch.count = watch.room = 0;
}

EXPORT(keep_order) void keep_order(uint32_t length) {
  order.event = arena_take((length + 1) * sizeof *order.event);
  order.clock = arena_take((length + 1) * sizeof *order.clock);
}
EXPORT(order_events) uint32_t *order_events(void) { return order.event; }
EXPORT(order_clocks) uint64_t *order_clocks(void) { return order.clock; }

void note_event(uint64_t number, uint32_t event, uint32_t p) {
  if (!order.event) return;
  order.event[number] = event;
  order.clock[number] = processors[p].clock;
}

/* Room for so many rows; taken once, before the run begins. */
EXPORT(watch_room) void watch_room(uint32_t rows) {
  watch.rows = arena_take(rows * sizeof(row));
  watch.room = rows;
}
/* Notes accesses from now on, and lets the first `limit` of them happen. */
EXPORT(watch_start) void watch_start(uint32_t limit) {
  watch.on = true;
  watch.limit = limit;
  watch.count = 0;
}
EXPORT(watch_stop) void watch_stop(void) { watch.on = false; }
EXPORT(watch_rows) row *watch_rows(void) { return watch.rows; }
EXPORT(watch_count) uint32_t watch_count(void) { return watch.count; }

/* The farthest level at which a line of the access was found: 0 for a hit in the nearest cache. */
static uint32_t farthest(const uint64_t *now, const uint64_t *before) {
  for (uint32_t level = caches.levels; level > 0; level--)
    if (now[level] != before[level]) return level;
  return 0;
}

static __attribute__((noinline)) void note_access(uint32_t address, uint32_t bytes, bool write) {
  uint32_t number = watch.count++;
  if (number >= watch.limit) return;
  const processor *me = &processors[current];
  processor before = *me;
  machine_access(address, bytes, write);
  if (number >= watch.room) return;
  uint32_t flags = 0;
  if (me->interventions != before.interventions) flags |= INTERVENED;
  if (me->upgrades != before.upgrades) flags |= UPGRADED;
  if (me->coherence_misses != before.coherence_misses) flags |= COHERENCE_MISS;
  if (me->false_sharing_misses != before.false_sharing_misses) flags |= FALSE_SHARING;
  if (me->tlb_walks != before.tlb_walks) flags |= PAGE_WALK;
  uint32_t level = farthest(me->found[current_origin], before.found[current_origin]);
  watch.rows[number] = (row){address, bytes | (uint32_t)write << 31,
                             current | (uint32_t)current_origin << 8 | level << 16 | flags << 24,
                             (uint32_t)(me->clock - before.clock)};
}

void watched_access(uint32_t address, uint32_t bytes, bool write) {
  if (watch.on) note_access(address, bytes, write);
  else machine_access(address, bytes, write);
}

/* The imports of an observed allocator that is looked at closely. */
EXPORT(watched_load) void watched_load(uint32_t address, uint32_t bytes) { watched_access(address, bytes, false); }
EXPORT(watched_store) void watched_store(uint32_t address, uint32_t bytes) { watched_access(address, bytes, true); }
