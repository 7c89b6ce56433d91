/* cache.h: one cache's sets: find, refresh, insert, remove. Inlined into the path of every access. */
#ifndef CACHE_H
#define CACHE_H

#include "machine.h"

#define STATE_BITS 3u
#define ABSENT (-1)

static inline uint32_t line_of(uint32_t entry) { return entry >> 2; }
static inline line_state state_of(uint32_t entry) { return (line_state)(entry & STATE_BITS); }
static inline uint32_t entry_of(uint32_t line, line_state state) { return line << 2 | (uint32_t)state; }
/* True for an entry that holds the line whose entry without state is `key`: an empty way (state 0) never does. */
static inline bool entry_holds(uint32_t entry, uint32_t key) { return entry - key - 1u < STATE_BITS; }

static inline uint32_t cache_set_of(const cache *c, uint32_t line) {
  return c->power_sets ? line & (c->power_sets - 1) : line % c->sets;
}
static inline bool cache_in_order(const cache *c) { return c->policy <= FIFO; }

static inline int32_t set_find(const uint32_t *set, uint32_t ways, uint32_t key) {
  for (uint32_t i = 0; i < ways; i++)
    if (entry_holds(set[i], key)) return (int32_t)i;
  return ABSENT;
}

/* Turns the first `slot` + 1 entries of a set by one, so that the last of them comes to the front. */
static inline void set_to_front(cache *c, uint32_t base, uint32_t slot) {
  uint32_t *set = c->entries + base, entry = set[slot];
  for (uint32_t i = slot; i > 0; i--) set[i] = set[i - 1];
  set[0] = entry;
  if (!c->used) return;
  uint64_t *used = c->used + base, mask = used[slot];
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

/* Notes a use of the entry in `slot`, and returns the slot in which it then is. */
static inline uint32_t cache_refresh(cache *c, uint32_t set, uint32_t slot) {
  if (c->policy == LRU) {
    if (slot) set_to_front(c, set * c->ways, slot);
    return 0;
  }
  if (c->policy == PLRU) plru_touch(c, set, slot);
  return slot;
}

/* What a replaced line was. entry: 0 if the way was empty. */
typedef struct {
  uint32_t entry;
  uint64_t used;
} victim;

/* Puts a line into its set; *slot says where. */
static inline victim cache_insert(cache *c, uint32_t set, uint32_t entry, uint64_t used, uint32_t *slot) {
  uint32_t base = set * c->ways, at = 0;
  victim out = {0, 0};
  if (cache_in_order(c)) {
    set_to_front(c, base, c->ways - 1);
  } else {
    uint32_t *ways = c->entries + base;
    while (at < c->ways && ways[at]) at++;
    if (at == c->ways) at = c->policy == PLRU ? plru_victim(c, set) : random_victim(c);
    if (c->policy == PLRU) plru_touch(c, set, at);
  }
  out.entry = c->entries[base + at];
  c->entries[base + at] = entry;
  if (c->used) {
    out.used = c->used[base + at];
    c->used[base + at] = used;
  }
  *slot = at;
  return out;
}

/* Empties a way. In an ordered set the lines behind it move up, so that empty ways are at the end. */
static inline void cache_remove(cache *c, uint32_t set, uint32_t slot) {
  uint32_t base = set * c->ways, last = slot;
  if (cache_in_order(c)) {
    for (; last + 1 < c->ways; last++) {
      c->entries[base + last] = c->entries[base + last + 1];
      if (c->used) c->used[base + last] = c->used[base + last + 1];
    }
  }
  c->entries[base + last] = 0;
  if (c->used) c->used[base + last] = 0;
}

#endif
