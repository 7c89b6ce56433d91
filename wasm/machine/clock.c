/* clock.c: virtual time. Each processor has a clock that runs on by the cost of what it does, and accounts for every
 * cycle of it. Locks queue in virtual time.
 *
 * What a lock means here: an allocator's call runs to its end before another one begins, in the order of the clocks
 * at which the calls start. A processor that asks for a lock at t, while the lock was last given back at r > t, has
 * its clock moved to r. Two calls that overlap in virtual time thus take a lock in the order in which the calls
 * started, not in which they reached it: that is the grain of the model. */
#include <string.h>

#include "machine.h"

#define LOCKS 4096u
#define LANE_BUCKETS 1024u

typedef uint64_t (*counter_function)(void);
static counter_function instructions;
static uint64_t seen;

typedef struct {
  uint64_t free_at;
  uint32_t id, holder; /* holder: the last one, + 1 */
  uint64_t calls, waits, waited;
} lock_state;
static lock_state locks[LOCKS]; /* by id, linear probing; entry 0 of `id` + 1 is empty */
static uint32_t lock_count;

/* The lanes: for each processor and slice of virtual time the cycles of each kind. The slices begin at `lane_from`
 * and are 1 << lane_shift cycles long; when time runs past the last one, each two of them are added up. */
static uint32_t (*lanes)[LANE_BUCKETS][CYCLE_KINDS];
bool keeps_lanes;
static uint64_t lane_from, lane_end; /* lane_end: 0 for a log that follows the run to its end */
static uint32_t lane_shift;

void clock_reset(void) {
  memset(processors, 0, sizeof processors);
  memset(locks, 0, sizeof locks);
  lock_count = 0;
  lanes = NULL;
  keeps_lanes = false;
  lane_from = lane_end = 0;
  lane_shift = 0;
  current = 0;
  current_origin = ALLOCATOR;
  instructions = NULL;
  seen = 0;
}

EXPORT(set_instructions) void set_instructions(counter_function f) {
  instructions = f;
  seen = f ? f() : 0;
}

/* Keeps the lanes: of the virtual time [from, to) in slices as fine as the log allows, or of all of it if `to` is 0. */
EXPORT(keep_lanes) void keep_lanes(uint64_t from, uint64_t to) {
  lanes = arena_take(sizeof *lanes * machine.processors);
  keeps_lanes = true;
  lane_from = from;
  lane_end = to;
  lane_shift = 0;
  while (to && (to - from - 1) >> lane_shift >= LANE_BUCKETS) lane_shift++;
}

static void halve_lanes(void) {
  for (uint32_t p = 0; p < machine.processors; p++) {
    for (uint32_t i = 0; i < LANE_BUCKETS; i++) {
      for (uint32_t kind = 0; kind < CYCLE_KINDS; kind++) {
        uint32_t both = 0;
        if (2 * i < LANE_BUCKETS) both = lanes[p][2 * i][kind] + lanes[p][2 * i + 1][kind];
        lanes[p][i][kind] = both;
      }
    }
  }
  lane_shift++;
}

void note_lane(uint32_t p, cycle_kind kind, uint64_t from, uint64_t to) {
  if (lane_end) {
    if (from < lane_from) from = lane_from;
    if (to > lane_end) to = lane_end;
    if (from >= to) return;
  }
  from -= lane_from;
  to -= lane_from;
  while (!lane_end && (to - 1) >> lane_shift >= LANE_BUCKETS) halve_lanes();
  while (from < to) {
    uint64_t slice = from >> lane_shift, next = (slice + 1) << lane_shift;
    if (next > to) next = to;
    lanes[p][slice][kind] += (uint32_t)(next - from);
    from = next;
  }
}

static void charge(uint32_t p, uint64_t count) {
  processor *me = &processors[p];
  me->instructions += count;
  uint64_t rest = me->instruction_rest + count * machine.cycles_per;
  me->instruction_rest = rest % machine.instructions_per;
  advance(p, WORK, rest / machine.instructions_per);
}

/* The program's own instructions, which no module executes: loops over an object's words. */
void charge_program(uint32_t p, uint64_t count) { charge(p, count); }

/* What the module executed since then is nobody's: a walk for the page, for one. */
void rebase(void) {
  if (instructions) seen = instructions();
}

void settle(void) {
  if (!instructions) return;
  uint64_t now = instructions();
  charge(current, now - seen);
  seen = now;
}

static lock_state *lock_of(uint32_t id) {
  uint32_t slot = id * 2654435769u >> 20 & (LOCKS - 1);
  while (locks[slot].calls && locks[slot].id != id) slot = (slot + 1) & (LOCKS - 1);
  if (!locks[slot].calls) {
    if (++lock_count == LOCKS) __builtin_trap();
    locks[slot].id = id;
  }
  return &locks[slot];
}

/* Taking a lock is an atomic operation on its word; the word comes from the cache of the one who had it last. */
EXPORT(lock) void lock(uint32_t id) {
  settle();
  uint32_t p = current;
  processor *me = &processors[p];
  lock_state *l = lock_of(id);
  l->calls++;
  me->lock_calls++;
  if (l->free_at > me->clock) {
    uint64_t wait = l->free_at - me->clock;
    l->waits++;
    l->waited += wait;
    me->lock_waits++;
    advance(p, LOCK_WAIT, wait);
  }
  if (l->holder && l->holder != p + 1) {
    me->interventions++;
    advance(p, COHERENCE, machine.intervention);
  }
  advance(p, WORK, machine.lock);
  l->holder = p + 1;
}

EXPORT(unlock) void unlock(uint32_t id) {
  settle();
  lock_of(id)->free_at = processors[current].clock;
}

EXPORT(cpu) uint32_t cpu(void) { return current; }
EXPORT(set_cpu) void set_cpu(uint32_t p) { current = p; }
/* Observed modules report their steps; the machine has no use for them. */
EXPORT(step) void step(uint32_t line, uint32_t kind, uint32_t a, uint32_t b) {
  (void)line, (void)kind, (void)a, (void)b;
}

EXPORT(processor_rows) processor *processor_rows(void) { return processors; }
EXPORT(processor_row_bytes) uint32_t processor_row_bytes(void) { return sizeof(processor); }
EXPORT(lane_rows) void *lane_rows(void) { return lanes; }
EXPORT(lane_buckets) uint32_t lane_buckets(void) { return LANE_BUCKETS; }
EXPORT(lane_slice) uint64_t lane_slice(void) { return 1ull << lane_shift; }
EXPORT(lock_rows) lock_state *lock_rows(void) { return locks; }
EXPORT(lock_slots) uint32_t lock_slots(void) { return LOCKS; }
EXPORT(lock_row_bytes) uint32_t lock_row_bytes(void) { return sizeof(lock_state); }
