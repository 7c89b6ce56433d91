/* machine.h: the modelled machine. What the files of this folder share.
 *
 *   processor 0      processor 1      processor 2 …     the clocks and what their cycles went for (clock.c)
 *   | TLB            | TLB            | TLB             pages: caches whose lines are pages
 *   L1 #0            L1 #1            L1 #2             one instance for `sharers` processors in a row (cache.h)
 *    \______ L2 #0 ______/             L2 #1
 *      \__________________ memory _______/
 *
 * Sizes are in bytes, addresses are those of the allocator's linear memory, times are whole cycles. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name), used))
#else
#define EXPORT(name) __attribute__((used))
#endif

#define MOST_PROCESSORS 64u
#define MOST_LEVELS 8u

typedef enum { LRU, FIFO, PLRU, RANDOM } replacement;

/* MESI (Papamarcos and Patel, ISCA 1984). A level's state speaks of that level's other instances. */
typedef enum { INVALID, SHARED, EXCLUSIVE, MODIFIED } line_state;

/* What is counted for every set. FILL: a miss that found an empty way; every other miss replaced a line. WRITE_BACK: a
 * MODIFIED line that was replaced, or given up to a reader elsewhere. CONFLICT: a miss that a fully associative LRU
 * cache of as many lines would have hit (Hill, 1987). */
typedef enum {
  READ_HIT, WRITE_HIT, READ_MISS, WRITE_MISS, WRITE_BACK, FILL, CONFLICT, INVALIDATION, TALLIES
} tally;
typedef struct { uint64_t n[TALLIES]; } set_tally;

typedef struct full_cache full_cache;

/* One instance of a level. An entry is `line number + 1 << 2 | state`, 0 when the way is empty.
 *
 *   sets      set 0: | way | way | … | 0 | stamp | stamp | … | never | set_tally |
 *             set 1: | way | way | … | 0 | stamp | stamp | … | never | set_tally |
 *             …
 *             A set has `stride` entries: its ways, and empty ones up to what SIMD reads at a time. A line keeps its
 *             way. A way's stamp says when its line was last used (LRU) or came in (FIFO): the set's earliest one
 *             goes, an empty way's is 0. PLRU and RANDOM do without.
 *   used      beside each entry: which of the line's bytes its readers and writers touched; only with coherence */
typedef struct cache {
  uint32_t *blocks; /* a block of words a set */
  uint64_t *used;
  uint64_t *trees;   /* PLRU: bit n of a set's word points from node n to the half to be replaced, 1 = right */
  full_cache *full;  /* for conflict misses; NULL unless asked for */
  uint32_t sets, ways, stride, power_sets, line_bits; /* power_sets: sets if that is a power of two, else 0 */
  uint32_t stamp;               /* the latest that was given */
  uint32_t latest, latest_slot; /* the line + 1 that was used last, or 0, and its way */
  replacement policy;
  bool special;         /* any of: used, full, inclusive, victims_first */
  bool inclusive;       /* what leaves here leaves the nearer levels too */
  bool writes_refresh;  /* a write that hits renews the line's recency as a read does */
  bool victims_first;   /* the next level is inclusive: what is replaced goes there before the read does */
  uint32_t outer_shift; /* this level's lines in one of the next level, as a power of two */
  uint32_t level, number;
  uint32_t first, sharers; /* serves processors first … first + sharers - 1 */
  uint64_t random;      /* state of RANDOM's generator */
} cache;

/* Levels, nearest first. `stall[n]`: cycles that an access waits which is found at level n (n = levels: in memory). */
typedef struct {
  uint32_t levels;
  cache *path[MOST_PROCESSORS][MOST_LEVELS];
  cache *instances[MOST_LEVELS][MOST_PROCESSORS];
  uint32_t count[MOST_LEVELS]; /* instances a level */
  uint32_t stall[MOST_LEVELS + 1];
} hierarchy;

/* What a processor's cycles went for. Their sum is its clock. */
typedef enum { WORK, CACHE_MISS, TLB_MISS, COHERENCE, LOCK_WAIT, BARRIER_WAIT, IDLE, CYCLE_KINDS } cycle_kind;
/* Who makes an access: the allocator's own code, or the program that uses its blocks. */
typedef enum { ALLOCATOR, PROGRAM, ORIGINS } origin;

typedef struct {
  uint64_t clock;
  uint64_t cycles[CYCLE_KINDS];
  uint64_t instructions, instruction_rest; /* rest: instructions not yet charged as whole cycles */
  uint64_t found[ORIGINS][MOST_LEVELS + 1]; /* lines that missed the nearest level, by where they were found */
  uint64_t tlb_walks, upgrades, interventions;
  uint64_t invalidated, falsely_invalidated;         /* lines lost to a writer elsewhere */
  uint64_t coherence_misses, false_sharing_misses;   /* misses on lines so lost */
  uint64_t lock_calls, lock_waits, barriers;
} processor;

/* Set by configure.c, see src/machine/machine.ts for the units and defaults. */
typedef struct {
  uint32_t processors;
  bool coherent;
  uint32_t cycles_per, instructions_per; /* `cycles_per` cycles for every `instructions_per` instructions */
  uint32_t intervention, upgrade, lock, barrier, touch;
  uint64_t seed;
} machine_config;

extern machine_config machine;
extern hierarchy caches, tlbs;
extern processor processors[MOST_PROCESSORS];
extern uint32_t current;       /* the processor that runs */
extern origin current_origin;

/* arena.c: zeroed memory. arena_reset takes everything back; arena_take traps when the memory is full. */
void *arena_take(size_t bytes);
void arena_reset(void);

/* memory.c. read_level: a line is asked for at `level` and further out; returns the level that had it. evict: the line
 * of an entry that a lookup at `level` replaced leaves it. */
uint32_t read_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint32_t shared);
void evict(const hierarchy *h, cache *const *path, uint32_t level, uint32_t set, uint32_t entry, uint64_t used);
void machine_access(uint32_t address, uint32_t bytes, bool write);
extern bool intervened; /* set when another cache had to give up a modified line */

/* coherence.c: the directory, which knows what instance of each level holds a line. */
void directory_reset(void);
void directory_enter(const cache *c, uint32_t line);
void directory_leave(const cache *c, uint32_t line);
/* Before processor p reads a line that its nearest cache lacks. Bit n of the answer: level n gets it as SHARED. */
uint32_t coherence_read(uint32_t p, uint32_t line);
/* Before processor p writes the bytes `mask` of a line that it does not own: takes it from everybody else. */
void coherence_own(uint32_t p, uint32_t line, uint64_t mask);
/* Counts a miss of processor p as a coherence miss if it had lost the line to a writer. */
void coherence_miss(uint32_t p, uint32_t line);
/* Empties the nearer caches below c of its line; true if one of them had modified it. */
bool back_invalidate(const cache *c, uint32_t line);

/* full.c: a fully associative LRU cache of `lines` lines, without contents. */
full_cache *full_create(uint32_t lines);
bool full_touch(full_cache *full, uint32_t line); /* true when it was there; it is now the most recent */
void full_remove(full_cache *full, uint32_t line);

/* clock.c */
void lock(uint32_t id);
void unlock(uint32_t id);
void charge_program(uint32_t p, uint64_t count); /* instructions of the program itself */
extern bool keeps_lanes;
void note_lane(uint32_t p, cycle_kind kind, uint64_t from, uint64_t to);
static inline void advance(uint32_t p, cycle_kind kind, uint64_t cycles) {
  processor *me = &processors[p];
  if (keeps_lanes && cycles) note_lane(p, kind, me->clock, me->clock + cycles);
  me->clock += cycles;
  me->cycles[kind] += cycles;
}
void rebase(void);
void settle(void); /* charges the current processor with the instructions since the last call */
void clock_reset(void);

#endif
