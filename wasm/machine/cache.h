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
/* Words of a set's block, and its three parts. */
INLINE uint32_t block_words(uint32_t stride) { return 2 * stride + sizeof(set_tally) / sizeof(uint32_t); }
INLINE uint32_t *cache_set(const cache *c, uint32_t set) { return c->blocks + (size_t)set * block_words(c->stride); }
INLINE uint32_t *cache_stamps(const cache *c, uint32_t set) { return cache_set(c, set) + c->stride; }
INLINE set_tally *tally_of(uint32_t *ways, uint32_t stride) { return (set_tally *)(void *)(ways + 2 * stride); }
INLINE bool is_stamped(const cache *c) { return c->policy <= FIFO; }

/* Stamps begin at 1 and end below NEVER, the stamp of entries that are not ways; then cache_renumber makes room. */
#define NEVER 0x7fffffffu
void cache_renumber(cache *c);
INLINE uint32_t next_stamp(cache *c) {
  if (++c->stamp == NEVER) cache_renumber(c);
  return c->stamp;
}

INLINE void count(const cache *c, uint32_t set, tally what) {
  tally_of(cache_set(c, set), c->stride)->n[what]++;
}

/* Entries that a set of so many ways takes. */
static inline uint32_t stride_of(uint32_t ways) { return ways <= 4 ? 4 : ways <= 8 ? 8 : (ways + 15) & ~15u; }

INLINE lanes lanes_hold(const uint32_t *entries, lanes key) {
  return lanes_equal(lanes_and(lanes_load(entries), lanes_load(lane_line_bits)), key);
}

/* Which of a set's entries hold the key, as bits; a set of 4, 8 or 16. */
INLINE uint32_t set_bits(const uint32_t *ways, const uint32_t stride, uint32_t key) {
  lanes wanted = lanes_all(key);
  if (stride == 4) return lanes_bits(lanes_hold(ways, wanted));
  if (stride == 8) return lanes_bits(lanes_hold(ways, wanted)) | lanes_bits(lanes_hold(ways + 4, wanted)) << 4;
  return lanes_bits4(lanes_hold(ways, wanted), lanes_hold(ways + 4, wanted), lanes_hold(ways + 8, wanted),
                     lanes_hold(ways + 12, wanted));
}

INLINE int32_t set_find(const cache *c, uint32_t set, uint32_t line) {
  const uint32_t *ways = cache_set(c, set);
  uint32_t key = entry_of(line, INVALID), bits = 0, i = 0;
  if (c->stride == 4) {
    bits = set_bits(ways, 4, key);
  } else if (c->stride == 8) {
    bits = set_bits(ways, 8, key);
  } else {
    while (!(bits = set_bits(ways + i, 16, key)) && i + 16 < c->stride) i += 16;
  }
  return bits ? (int32_t)(i + (uint32_t)__builtin_ctz(bits)) : ABSENT;
}

/* The way with the earliest stamp, the first of them where several are empty; of 4, 8 or 16. */
INLINE uint32_t stamps_oldest(const uint32_t *stamps, const uint32_t stride) {
  lanes first = lanes_load(stamps);
  if (stride == 4) return (uint32_t)__builtin_ctz(lanes_bits(lanes_equal(first, lanes_least_of(first))));
  lanes second = lanes_load(stamps + 4);
  if (stride == 8) {
    lanes least = lanes_least_of(lanes_least(first, second));
    return (uint32_t)__builtin_ctz(lanes_bits(lanes_equal(first, least)) | lanes_bits(lanes_equal(second, least)) << 4);
  }
  lanes third = lanes_load(stamps + 8), fourth = lanes_load(stamps + 12);
  lanes least = lanes_least_of(lanes_least(lanes_least(first, second), lanes_least(third, fourth)));
  return (uint32_t)__builtin_ctz(lanes_bits4(lanes_equal(first, least), lanes_equal(second, least),
                                             lanes_equal(third, least), lanes_equal(fourth, least)));
}

INLINE uint32_t set_oldest(const cache *c, uint32_t set) {
  const uint32_t *stamps = cache_stamps(c, set);
  if (c->stride == 4) return stamps_oldest(stamps, 4);
  if (c->stride == 8) return stamps_oldest(stamps, 8);
  uint32_t best = stamps_oldest(stamps, 16);
  for (uint32_t i = 16; i < c->stride; i += 16) {
    uint32_t other = i + stamps_oldest(stamps + i, 16);
    if (stamps[other] < stamps[best]) best = other;
  }
  return best;
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

/* The line that was used last: the next access of it, the most frequent case, need not look for it or stamp it. */
INLINE void note_latest(cache *c, uint32_t line, uint32_t slot) {
  c->latest = line + 1;
  c->latest_slot = slot;
}
INLINE bool is_latest(const cache *c, uint32_t line) { return c->latest == line + 1; }

/* Notes a use of the entry in `slot`. */
INLINE void cache_refresh(cache *c, uint32_t set, uint32_t slot) {
  if (c->policy == LRU) cache_stamps(c, set)[slot] = next_stamp(c);
  else if (c->policy == PLRU) plru_touch(c, set, slot);
}

/* What a lookup answers if it found its line; else it answers the entry that the line replaced, 0 if none. Beside the
 * answer: the slot in which the line now is, and for a miss of a coherent cache what was used of the replaced line. */
#define HIT 0xffffffffu
extern uint32_t taken_slot;
extern uint64_t victim_used;

/* Puts a line that the set lacks into it. */
INLINE uint32_t cache_insert(cache *c, uint32_t set, uint32_t line, uint32_t entry, uint64_t used) {
  uint32_t *ways = cache_set(c, set), at = 0;
  if (is_stamped(c)) {
    at = set_oldest(c, set);
    cache_stamps(c, set)[at] = next_stamp(c);
  } else {
    while (at < c->ways && ways[at]) at++;
    if (at == c->ways) at = c->policy == PLRU ? plru_victim(c, set) : random_victim(c);
    if (c->policy == PLRU) plru_touch(c, set, at);
  }
  uint32_t was = ways[at];
  ways[at] = entry;
  if (c->used) {
    victim_used = *cache_used(c, set, at);
    *cache_used(c, set, at) = used;
  }
  note_latest(c, line, at);
  taken_slot = at;
  return was;
}

/* A read: finds the line and refreshes it, or takes it in as `entry`. */
INLINE uint32_t cache_take(cache *c, uint32_t set, uint32_t line, uint32_t entry, uint64_t used) {
  int32_t slot = set_find(c, set, line);
  if (slot == ABSENT) return cache_insert(c, set, line, entry, used);
  cache_refresh(c, set, (uint32_t)slot);
  note_latest(c, line, (uint32_t)slot);
  taken_slot = (uint32_t)slot;
  return HIT;
}

/* Empties a way. */
static inline void cache_remove(cache *c, uint32_t set, uint32_t slot) {
  cache_set(c, set)[slot] = 0;
  if (is_stamped(c)) cache_stamps(c, set)[slot] = 0;
  if (c->used) *cache_used(c, set, slot) = 0;
  c->latest = 0;
}

#endif
