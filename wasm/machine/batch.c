/* batch.c: many accesses in one call, for `lab cache`. Where the two nearest levels are plain LRU, reads of one line take
 * a way of their own, with what does not change kept in registers; all else goes through memory.c. Both ways count
 * alike. */
#include "cache.h"

/* A plain level's parts, and the latest stamp, which goes back to the cache when another way is taken. */
typedef struct {
  cache *c;
  uint32_t *blocks;
  uint32_t mask, stamp;
} plain_level;

INLINE plain_level plain_of(cache *c) { return (plain_level){c, c->blocks, c->sets - 1, c->stamp}; }
static bool is_plain(const cache *c, uint32_t stride) {
  return c->policy == LRU && c->stride == stride && c->power_sets && !c->special;
}

/* A read of a line: HIT, or the entry that it replaced. */
INLINE uint32_t plain_take(plain_level *l, uint32_t set, const uint32_t stride, uint32_t line) {
  uint32_t *ways = l->blocks + set * block_words(stride), *stamps = ways + stride;
  set_tally *counts = tally_of(ways, stride);
  uint32_t bits = set_bits(ways, stride, entry_of(line, INVALID));
  if (++l->stamp == NEVER) {
    cache_renumber(l->c);
    l->stamp = l->c->stamp;
  }
  if (bits) {
    stamps[__builtin_ctz(bits)] = l->stamp;
    counts->n[READ_HIT]++;
    return HIT;
  }
  uint32_t at = stamps_oldest(stamps, stride), was = ways[at];
  ways[at] = entry_of(line, EXCLUSIVE);
  stamps[at] = l->stamp;
  counts->n[READ_MISS]++;
  if (!was) counts->n[FILL]++;
  return was;
}

static void leave(cache *c, uint32_t stamp, uint32_t latest) {
  c->stamp = stamp;
  int32_t slot = set_find(c, cache_set_of(c, latest), latest);
  if (slot == ABSENT) c->latest = 0;
  else note_latest(c, latest, (uint32_t)slot);
}

/* What a read that missed the nearest level does: the second level, what lies behind it, and the replaced lines. Apart
 * from the loop over hits, so that the compiler keeps that one's state in registers. Returns the level that had it. */
INLINE uint32_t plain_miss(uint32_t line, uint32_t set, uint32_t was, const uint32_t far) {
  cache *const *path = caches.path[current];
  uint32_t found = 1;
  if (far) {
    plain_level l2 = plain_of(path[1]);
    uint32_t outer = line >> path[0]->outer_shift, outer_set = outer & l2.mask;
    uint32_t outer_was = plain_take(&l2, outer_set, far, outer);
    l2.c->stamp = l2.stamp;
    if (outer_was != HIT) {
      found = 2;
      if (caches.levels > 2) found = read_level(&caches, path, 2, outer >> l2.c->outer_shift, 0);
      if (state_of(outer_was) == MODIFIED) evict(&caches, path, 1, outer_set, outer_was, 0);
    }
  }
  if (state_of(was) == MODIFIED) evict(&caches, path, 0, set, was, 0);
  return found;
}
static __attribute__((noinline)) uint32_t miss_16(uint32_t line, uint32_t set, uint32_t was) {
  return plain_miss(line, set, was, 16);
}
static __attribute__((noinline)) uint32_t miss_8(uint32_t line, uint32_t set, uint32_t was) {
  return plain_miss(line, set, was, 8);
}
static __attribute__((noinline)) uint32_t miss_last(uint32_t line, uint32_t set, uint32_t was) {
  return plain_miss(line, set, was, 0);
}

/* The batch on a nearest level of `near` ways a set. */
INLINE void plain_batch(const uint32_t *pairs, const uint32_t *end, const uint32_t near,
                        uint32_t (*const miss)(uint32_t line, uint32_t set, uint32_t was)) {
  uint32_t p = current, found[MOST_LEVELS + 1] = {0};
  plain_level l1 = plain_of(caches.path[p][0]);
  const uint32_t bits = l1.c->line_bits, size = 1u << bits;
  uint32_t latest = l1.c->latest - 1, repeats = 0;
  for (; pairs < end; pairs += 2) {
    uint32_t address = pairs[0], line = address >> bits;
    bool other = pairs[1] - 1 >= size - (address & (size - 1)); /* a write, or more than one line */
    if (line == latest && !other) {
      repeats++;
      continue;
    }
    if (repeats) tally_of(l1.blocks + (latest & l1.mask) * block_words(near), near)->n[READ_HIT] += repeats;
    repeats = 0;
    if (other) {
      leave(l1.c, l1.stamp, latest);
      machine_access(address, pairs[1] & 0x7fffffffu, pairs[1] >> 31);
      l1.stamp = l1.c->stamp;
      latest = l1.c->latest - 1;
      continue;
    }
    latest = line;
    uint32_t set = line & l1.mask, was = plain_take(&l1, set, near, line);
    if (was != HIT) found[miss(line, set, was)]++;
  }
  if (repeats) tally_of(l1.blocks + (latest & l1.mask) * block_words(near), near)->n[READ_HIT] += repeats;
  leave(l1.c, l1.stamp, latest);
  for (uint32_t level = 1; level <= caches.levels; level++) {
    processors[p].found[current_origin][level] += found[level];
    advance(p, CACHE_MISS, (uint64_t)found[level] * caches.stall[level]);
  }
}

/* Pairs (address, bytes | write << 31). */
EXPORT(access_pairs) void access_pairs(const uint32_t *pairs, uint32_t number) {
  const uint32_t *end = pairs + 2 * (size_t)number;
  cache *const *path = caches.path[current];
  bool alone = !tlbs.levels && !keeps_lanes;
  bool one = alone && caches.levels == 1, more = alone && caches.levels > 1;
  if (more && is_plain(path[0], 8) && is_plain(path[1], 16)) plain_batch(pairs, end, 8, miss_16);
  else if (more && is_plain(path[0], 8) && is_plain(path[1], 8)) plain_batch(pairs, end, 8, miss_8);
  else if (one && is_plain(path[0], 8)) plain_batch(pairs, end, 8, miss_last);
  else
    for (; pairs < end; pairs += 2) machine_access(pairs[0], pairs[1] & 0x7fffffffu, pairs[1] >> 31);
}
