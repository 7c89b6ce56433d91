/* cache.h: one cache's sets: find, refresh, insert, remove. Inlined into the path of every access. */
#ifndef CACHE_H
#define CACHE_H

#include "lanes.h"
#include "machine.h"

#define STATE_BITS 3u
#define ABSENT (-1)
#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t line_of(uint32_t entry) { return (entry >> 2) - 1; }
INLINE line_state state_of(uint32_t entry) { return (line_state)(entry & STATE_BITS); }
/* Never 0, so that an empty way holds no line. */
INLINE uint32_t entry_of(uint32_t line, line_state state) { return (line + 1) << 2 | (uint32_t)state; }

INLINE uint32_t cache_set_of(const cache *c, uint32_t line) {
  return c->power_sets ? line & (c->power_sets - 1) : line % c->sets;
}
INLINE uint32_t *cache_set(const cache *c, uint32_t set) { return c->entries + (size_t)set * c->stride; }
INLINE bool cache_in_order(const cache *c) { return c->policy <= FIFO; }

INLINE void count(const cache *c, uint32_t set, tally what) {
  if (!++c->tallies[set].n[what]) c->carries[set].n[what]++;
}

/* Entries that a set of so many ways takes. */
static inline uint32_t stride_of(uint32_t ways) { return ways <= 4 ? 4 : ways <= 8 ? 8 : (ways + 15) & ~15u; }

INLINE lanes lanes_hold(lanes entries, lanes key) {
  return lanes_equal(lanes_and(entries, lanes_load(lane_line_bits)), key);
}

INLINE int32_t set_find(const cache *c, uint32_t set, uint32_t line) {
  const uint32_t *ways = cache_set(c, set);
  lanes key = lanes_all(entry_of(line, INVALID));
  uint32_t bits = 0, i = 0;
  if (c->stride == 4) {
    bits = lanes_bits(lanes_hold(lanes_load(ways), key));
  } else if (c->stride == 8) {
    bits = lanes_bits(lanes_hold(lanes_load(ways), key)) | lanes_bits(lanes_hold(lanes_load(ways + 4), key)) << 4;
  } else {
    for (; !bits && i < c->stride; i += 16) {
      bits = lanes_bits4(lanes_hold(lanes_load(ways + i), key), lanes_hold(lanes_load(ways + i + 4), key),
                         lanes_hold(lanes_load(ways + i + 8), key), lanes_hold(lanes_load(ways + i + 12), key));
    }
    i -= 16;
  }
  return bits ? (int32_t)(i + (uint32_t)__builtin_ctz(bits)) : ABSENT;
}

/* Shifts the first `slot` + 1 of `count` entries by one and puts `entry` in front; without a branch on `slot`. */
INLINE void set_shift_in(uint32_t *set, uint32_t count, uint32_t slot, uint32_t entry) {
  lanes before = lanes_all(entry);
  for (uint32_t i = 0; i < count; i += 4) {
    lanes old = lanes_load(set + i), beyond = lanes_all(slot + 1 - i);
    lanes_store(set + i, lanes_choose(lanes_greater(beyond, lanes_load(lane_numbers)), lanes_shift_in(before, old), old));
    before = old;
  }
}

/* Puts `entry` before the entries that are nearer to the front than `slot`, in whose place the last of them goes. */
INLINE void set_to_front(cache *c, uint32_t set, uint32_t slot, uint32_t entry, uint64_t mask) {
  uint32_t *ways = cache_set(c, set);
  if (c->stride == 4) set_shift_in(ways, 4, slot, entry);
  else if (c->stride == 8) set_shift_in(ways, 8, slot, entry);
  else if (c->stride == 16) set_shift_in(ways, 16, slot, entry);
  else set_shift_in(ways, (slot & ~3u) + 4, slot, entry);
  if (!c->used) return;
  uint64_t *used = c->used + (size_t)set * c->stride;
  for (uint32_t i = slot; i > 0; i--) used[i] = used[i - 1];
  used[0] = mask;
}

/* Tree-PLRU: the nodes on the way to `slot` point away from it. The root is node 1, the children of n 2n and 2n + 1. */
static inline void plru_touch(cache *c, uint32_t set, uint32_t slot) {
  uint64_t tree = c->trees[set];
  for (uint32_t node = 1, half = c->ways >> 1; half; half >>= 1) {
    uint32_t right = (slot & half) != 0;
    tree = right ? tree & ~(1ull << node) : tree | 1ull << node;
    node = 2 * node + right;
  }
  c->trees[set] = tree;
}
static inline uint32_t plru_victim(const cache *c, uint32_t set) {
  uint32_t node = 1;
  while (node < c->ways) node = 2 * node + (uint32_t)(c->trees[set] >> node & 1);
  return node - c->ways;
}

/* xorshift64* (Vigna, ACM TOMS 2016), its upper half scaled to the ways. */
static inline uint32_t random_victim(cache *c) {
  uint64_t x = c->random;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  c->random = x;
  return (uint32_t)((x * 0x2545f4914f6cdd1dull >> 32) * c->ways >> 32);
}

INLINE uint64_t *cache_used(const cache *c, uint32_t set, uint32_t slot) {
  return c->used + (size_t)set * c->stride + slot;
}

/* The line that is at its set's front because it was the last one to come there: the next access of it, the most
 * frequent case, need not look for it. */
INLINE void note_latest(cache *c, uint32_t line) { c->latest = c->keeps_latest ? line + 1 : 0; }
INLINE bool is_latest(const cache *c, uint32_t line) { return c->latest == line + 1; }

/* Notes a use of the entry in `slot`, and returns the slot in which it then is. */
INLINE uint32_t cache_refresh(cache *c, uint32_t set, uint32_t slot) {
  if (c->policy == LRU) {
    uint32_t entry = cache_set(c, set)[slot];
    if (slot) set_to_front(c, set, slot, entry, c->used ? *cache_used(c, set, slot) : 0);
    note_latest(c, line_of(entry));
    return 0;
  }
  if (c->policy == PLRU) plru_touch(c, set, slot);
  return slot;
}

/* What a lookup answers if it found its line; else it answers the entry that the line replaced, 0 if none. */
#define HIT 0xffffffffu
/* Beside the answer, where the cache is not plain LRU: the slot in which the line now is, and for a miss of a coherent
 * cache what was used of the line that it replaced. */
extern uint32_t taken_slot;
extern uint64_t victim_used;

/* Puts a line that the set lacks into it. */
INLINE uint32_t cache_insert(cache *c, uint32_t set, uint32_t entry, uint64_t used) {
  uint32_t *ways = cache_set(c, set), at = c->ways - 1;
  if (!cache_in_order(c)) {
    for (at = 0; at < c->ways && ways[at];) at++;
    if (at == c->ways) at = c->policy == PLRU ? plru_victim(c, set) : random_victim(c);
    if (c->policy == PLRU) plru_touch(c, set, at);
  }
  uint32_t was = ways[at];
  if (c->used) victim_used = *cache_used(c, set, at);
  if (cache_in_order(c)) {
    set_to_front(c, set, at, entry, used);
    note_latest(c, line_of(entry));
    taken_slot = 0;
  } else {
    ways[at] = entry;
    if (c->used) *cache_used(c, set, at) = used;
    taken_slot = at;
  }
  return was;
}

/* LRU in one pass: what is found moves to the front, what is not found comes in there and the last one falls off. */
INLINE uint32_t lru_pass(uint32_t *set, const uint32_t size, uint32_t last, uint32_t entry) {
  lanes key = lanes_all(entry & ~STATE_BITS), old[4];
  uint32_t bits = 0;
  for (uint32_t i = 0; i < size / 4; i++) old[i] = lanes_load(set + 4 * i);
  if (size == 16) {
    bits = lanes_bits4(lanes_hold(old[0], key), lanes_hold(old[1], key), lanes_hold(old[2], key), lanes_hold(old[3], key));
  } else {
    for (uint32_t i = 0; i < size / 4; i++) bits |= lanes_bits(lanes_hold(old[i], key)) << 4 * i;
  }
  uint32_t slot = bits ? (uint32_t)__builtin_ctz(bits) : last, was = set[slot];
  lanes before = lanes_all(bits ? was : entry), beyond = lanes_all(slot + 1);
  for (uint32_t i = 0; i < size / 4; i++) {
    lanes_store(set + 4 * i, lanes_choose(lanes_greater(beyond, lanes_load(lane_numbers + 4 * i)), lanes_shift_in(before, old[i]), old[i]));
    before = old[i];
  }
  return bits ? HIT : was;
}

/* A read: finds the line and refreshes it, or takes it in as `entry`. */
INLINE uint32_t cache_take(cache *c, uint32_t set, uint32_t line, uint32_t entry, uint64_t used) {
  if (c->lru_stride) {
    uint32_t *ways = cache_set(c, set);
    note_latest(c, line);
    if (c->lru_stride == 8) return lru_pass(ways, 8, c->ways - 1, entry);
    if (c->lru_stride == 16) return lru_pass(ways, 16, c->ways - 1, entry);
    return lru_pass(ways, 4, c->ways - 1, entry);
  }
  int32_t slot = set_find(c, set, line);
  if (slot == ABSENT) return cache_insert(c, set, entry, used);
  taken_slot = cache_refresh(c, set, (uint32_t)slot);
  return HIT;
}

/* Empties a way. In an ordered set the lines behind it move up, so that empty ways are at the end. */
static inline void cache_remove(cache *c, uint32_t set, uint32_t slot) {
  uint32_t *ways = cache_set(c, set), last = slot;
  c->latest = 0;
  if (cache_in_order(c)) {
    for (; last + 1 < c->ways; last++) {
      ways[last] = ways[last + 1];
      if (c->used) *cache_used(c, set, last) = *cache_used(c, set, last + 1);
    }
  }
  ways[last] = 0;
  if (c->used) *cache_used(c, set, last) = 0;
}

#endif
