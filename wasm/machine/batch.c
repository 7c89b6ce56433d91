/* batch.c: many accesses in one call, for `lab cache`. Where the two nearest levels are plain LRU, reads of one line take
 * a way of their own; all else goes through memory.c. Both ways count alike.
 *
 *   pairs      | address, bytes | address, bytes | …            a piece of the batch at a time
 *                 | cut: four at once, by SIMD
 *   requests   | key, set | key, set | …  | OTHER |             what to look for, and where
 *                 | runs of hits; after each run one miss or one other access                                          */
#include "cache.h"

#define NEAR 8u       /* entries in a set of the nearest level */
#define BLOCK_BITS 7u /* log2 of such a set's bytes */
_Static_assert(NEAR * 2 * sizeof(uint32_t) + sizeof(set_tally) == 1u << BLOCK_BITS, "a set's bytes");

#define PIECE 256u
#define OTHER 1u /* the key of what is not a read of one line, and of the end: no set holds it */

/* key: the entry that is looked for, without its state. set: where its set begins, in bytes. */
typedef struct { uint32_t key, set; } request;
static request requests[PIECE + 1];

/* By level, how many reads that missed the nearest level ended there. */
static uint32_t found_at[MOST_LEVELS + 1];

static bool is_plain(const cache *c, uint32_t stride) {
  return c->policy == LRU && c->stride == stride && c->power_sets && !c->special;
}

/* Takes a line into a set that lacks it. Returns the entry that it replaced. */
INLINE uint32_t plain_replace(uint32_t *ways, const uint32_t stride, uint32_t line, uint32_t stamp) {
  uint32_t at = stamps_oldest(ways + stride, stride), was = ways[at];
  set_tally *counts = tally_of(ways, stride);
  ways[at] = entry_of(line, EXCLUSIVE);
  ways[stride + at] = stamp;
  counts->n[READ_MISS]++;
  if (!was) counts->n[FILL]++;
  return was;
}

/* What a read that missed the nearest level does: the second level, what lies behind it, and the replaced lines. */
INLINE void plain_miss(uint32_t line, uint32_t *ways, uint32_t stamp, const uint32_t far) {
  cache *const *path = caches.path[current];
  uint32_t was = plain_replace(ways, NEAR, line, stamp), found = 1;
  if (far) {
    cache *c = path[1];
    uint32_t outer = line >> path[0]->outer_shift, set = outer & (c->sets - 1), outer_stamp = next_stamp(c);
    uint32_t *outer_ways = c->blocks + set * block_words(far);
    uint32_t bits = set_bits(outer_ways, far, entry_of(outer, INVALID));
    if (bits) {
      outer_ways[far + (uint32_t)__builtin_ctz(bits)] = outer_stamp;
      tally_of(outer_ways, far)->n[READ_HIT]++;
    } else {
      uint32_t outer_was = plain_replace(outer_ways, far, outer, outer_stamp);
      found = 2;
      if (caches.levels > 2) found = read_level(&caches, path, 2, outer >> c->outer_shift, 0);
      if (state_of(outer_was) == MODIFIED) evict(&caches, path, 1, set, outer_was, 0);
    }
  }
  if (state_of(was) == MODIFIED) evict(&caches, path, 0, cache_set_of(path[0], line), was, 0);
  found_at[found]++;
}
/* Exported, so that no optimiser takes them into the loop over hits, which keeps its state in registers without them. */
typedef void (*miss)(uint32_t line, uint32_t *ways, uint32_t stamp);
EXPORT(miss_16) __attribute__((noinline)) void miss_16(uint32_t line, uint32_t *ways, uint32_t stamp) {
  plain_miss(line, ways, stamp, 16);
}
EXPORT(miss_8) __attribute__((noinline)) void miss_8(uint32_t line, uint32_t *ways, uint32_t stamp) {
  plain_miss(line, ways, stamp, 8);
}
EXPORT(miss_last) __attribute__((noinline)) void miss_last(uint32_t line, uint32_t *ways, uint32_t stamp) {
  plain_miss(line, ways, stamp, 0);
}

/* number: a multiple of 4. A write, and what reaches beyond a line, has more bytes than the line has behind its address. */
INLINE void cut(const uint32_t *pairs, uint32_t number, const cache *c) {
  const uint32_t line_bits = c->line_bits;
  const lanes inside = lanes_all((1u << line_bits) - 1), mask = lanes_all(c->sets - 1);
  for (uint32_t i = 0; i < number; i += 4) {
    lanes low = lanes_load(pairs + 2 * i), high = lanes_load(pairs + 2 * i + 4);
    lanes address = lanes_even(low, high), bytes = lanes_odd(low, high), line = lanes_right(address, line_bits);
    lanes other = lanes_above(lanes_add(bytes, lanes_all(~0u)), lanes_but_not(inside, address));
    lanes key = lanes_add(lanes_left(line, 2), lanes_all(entry_of(0, INVALID)));
    key = lanes_or(lanes_but_not(key, other), lanes_and(lanes_all(OTHER), other));
    lanes set = lanes_left(lanes_and(line, mask), BLOCK_BITS);
    lanes_store(&requests[i].key, lanes_pair_low(key, set));
    lanes_store(&requests[i + 2].key, lanes_pair_high(key, set));
  }
  requests[number].key = OTHER;
}

INLINE uint32_t *bytes_on(uint32_t *words, uint32_t bytes) { return (uint32_t *)(void *)((char *)words + bytes); }

/* Leaves room for a piece's stamps. Returns the latest stamp. */
INLINE uint32_t stamp_of(cache *c) {
  if (c->stamp >= NEVER - PIECE) cache_renumber(c);
  return c->stamp;
}

/* One piece of the batch. */
INLINE void plain_piece(const uint32_t *pairs, uint32_t number, cache *c, const miss miss_near) {
  uint32_t *const blocks = c->blocks, *ways = blocks;
  const lanes line_bits = lanes_load(lane_line_bits);
  uint32_t stamp = stamp_of(c), latest = 0;
  for (const request *r = requests;; r++) {
    uint32_t hits = 0;   /* of the line that was used last, not yet counted */
    __asm__ volatile(""); /* keeps this a loop of its own: V8 spills all that lives across a call of the same loop */
    for (;; r++) {
      uint32_t key = r->key;
      if (key == latest) {
        hits++;
        continue;
      }
      uint32_t *set = bytes_on(blocks, r->set);
      lanes wanted = lanes_all(key);
      lanes low = lanes_equal(lanes_and(lanes_load(set), line_bits), wanted);
      lanes high = lanes_equal(lanes_and(lanes_load(set + 4), line_bits), wanted);
      uint32_t twice = lanes_bits_twice(low, high);
      if (!twice) break;
      tally_of(ways, NEAR)->n[READ_HIT] += hits;
      *bytes_on(set + NEAR, 2 * (uint32_t)__builtin_ctz(twice)) = ++stamp;
      ways = set;
      latest = key;
      hits = 1;
    }
    if (hits) tally_of(ways, NEAR)->n[READ_HIT] += hits;
    latest = r->key;
    if (latest != OTHER) {
      ways = bytes_on(blocks, r->set);
      miss_near(line_of(latest), ways, ++stamp);
      continue;
    }
    uint32_t i = (uint32_t)(r - requests);
    c->stamp = stamp;
    c->latest = latest = 0;
    if (i == number) return;
    machine_access(pairs[2 * i], pairs[2 * i + 1] & 0x7fffffffu, pairs[2 * i + 1] >> 31);
    stamp = stamp_of(c);
  }
}

/* The batch on a nearest level of sets with NEAR entries. Returns where less than four pairs are left. */
INLINE const uint32_t *plain_batch(const uint32_t *pairs, const uint32_t *end, const miss miss_near) {
  uint32_t p = current;
  cache *c = caches.path[p][0];
  while (end - pairs >= 8) {
    uint32_t number = (uint32_t)((size_t)(end - pairs) / 8 * 4);
    if (number > PIECE) number = PIECE;
    cut(pairs, number, c);
    plain_piece(pairs, number, c, miss_near);
    pairs += 2 * number;
  }
  for (uint32_t level = 1; level <= caches.levels; level++) {
    processors[p].found[current_origin][level] += found_at[level];
    advance(p, CACHE_MISS, (uint64_t)found_at[level] * caches.stall[level]);
    found_at[level] = 0;
  }
  return pairs;
}

/* Pairs (address, bytes | write << 31). */
EXPORT(access_pairs) void access_pairs(const uint32_t *pairs, uint32_t number) {
  const uint32_t *end = pairs + 2 * (size_t)number;
  cache *const *path = caches.path[current];
  bool alone = !tlbs.levels && !keeps_lanes && is_plain(path[0], NEAR);
  bool more = alone && caches.levels > 1;
  if (more && is_plain(path[1], 16)) pairs = plain_batch(pairs, end, miss_16);
  else if (more && is_plain(path[1], 8)) pairs = plain_batch(pairs, end, miss_8);
  else if (alone && caches.levels == 1) pairs = plain_batch(pairs, end, miss_last);
  for (; pairs < end; pairs += 2) machine_access(pairs[0], pairs[1] & 0x7fffffffu, pairs[1] >> 31);
}
