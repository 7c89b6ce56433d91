/* coherence.c: MESI between the instances of each level, kept by a directory.
 *
 * For every line that was ever cached the directory has one bit an instance and level, exactly as the caches are:
 *
 *   | holders at level 0 | holders at level 1 | … | lost | lost falsely |      64 bits each
 *
 * "lost" has a bit for each nearest cache that a writer elsewhere took the line from, until it is fetched again:
 * that fetch is a coherence miss. It is a false-sharing miss if the writer had touched other bytes of the line than
 * the loser had used since it got it (cache.used): the cause is then that they share a line, not that they share data.
 *
 * What holds at any time: where a level has a line EXCLUSIVE or MODIFIED, no other instance of that level, and
 * nothing nearer that is not below it, has it. So a write to a line that the nearest cache does not have as SHARED
 * asks nobody. All levels have lines of one length here (src/machine/machine.ts sees to that). */
#include <string.h>

#include "cache.h"

#define CHUNK_BITS 16u
#define CHUNKS (1u << (32 - CHUNK_BITS))

static uint64_t *chunks[CHUNKS];

void directory_reset(void) { memset(chunks, 0, sizeof chunks); }

static uint64_t *directory_entry(uint32_t line) {
  uint32_t line_bits = caches.path[0][0]->line_bits, width = caches.levels + 2;
  uint32_t chunk = line >> (CHUNK_BITS - line_bits), lines = 1u << (CHUNK_BITS - line_bits);
  if (!chunks[chunk]) chunks[chunk] = arena_take((size_t)lines * width * sizeof(uint64_t));
  return chunks[chunk] + (size_t)(line & (lines - 1)) * width;
}
static uint64_t *lost_of(uint64_t *entry) { return entry + caches.levels; }
static uint64_t *falsely_lost_of(uint64_t *entry) { return entry + caches.levels + 1; }
static uint64_t bit(uint32_t number) { return 1ull << number; }
/* The processors that an instance serves, as bits. */
static uint64_t served(const cache *c) { return ~0ull >> (64 - c->sharers) << c->first; }

void directory_enter(const cache *c, uint32_t line) { directory_entry(line)[c->level] |= bit(c->number); }
void directory_leave(const cache *c, uint32_t line) { directory_entry(line)[c->level] &= ~bit(c->number); }

/* The entry of a line that the directory says is there. */
static uint32_t *held(cache *c, uint32_t line) {
  uint32_t set = cache_set_of(c, line);
  int32_t slot = set_find(c, set, line);
  return slot == ABSENT ? NULL : cache_set(c, set) + slot;
}

static uint64_t used_of(const cache *c, uint32_t line, const uint32_t *entry) {
  uint32_t set = cache_set_of(c, line);
  return *cache_used(c, set, (uint32_t)(entry - cache_set(c, set)));
}

static void drop(cache *c, uint32_t line, uint32_t *entry) {
  uint32_t set = cache_set_of(c, line);
  count(c, set, INVALIDATION);
  cache_remove(c, set, (uint32_t)(entry - cache_set(c, set)));
  if (c->used) directory_leave(c, line);
  if (c->full) full_remove(c->full, line);
}

/* A modified line is written to the next level that has it, or to memory. */
static void write_back(const cache *from, uint32_t line) {
  count(from, cache_set_of(from, line), WRITE_BACK);
  for (uint32_t level = from->level + 1; level < caches.levels; level++) {
    uint32_t *entry = held(caches.path[from->first][level], line);
    if (entry) {
      *entry = entry_of(line, MODIFIED);
      return;
    }
  }
}

uint32_t coherence_read(uint32_t p, uint32_t line) {
  uint64_t *entry = directory_entry(line);
  uint32_t missing = 0;
  while (missing < caches.levels && !(entry[missing] & bit(caches.path[p][missing]->number))) missing++;
  uint64_t others[MOST_LEVELS];
  for (uint32_t level = 0; level < missing; level++) {
    others[level] = entry[level];
    for (uint64_t rest = others[level]; rest; rest &= rest - 1) {
      cache *c = caches.instances[level][__builtin_ctzll(rest)];
      uint32_t *theirs = held(c, line);
      if (!theirs || state_of(*theirs) == SHARED) continue;
      if (state_of(*theirs) == MODIFIED) {
        intervened = true;
        write_back(c, line);
      }
      *theirs = entry_of(line, SHARED);
    }
  }
  uint32_t shared = 0;
  uint32_t *ours = missing < caches.levels ? held(caches.path[p][missing], line) : NULL;
  bool is_shared = ours && state_of(*ours) == SHARED;
  for (uint32_t level = missing; level-- > 0;) {
    is_shared = is_shared || others[level];
    if (is_shared) shared |= 1u << level;
  }
  return shared;
}

/* A processor loses a line. What it used of it: in the cache that loses it, and in those further out that only the
 * same processors use. */
static void note_loss(uint64_t *entry, const cache *loser, uint32_t line, uint64_t used, uint64_t mask) {
  for (uint32_t level = loser->level + 1; level < caches.levels; level++) {
    cache *c = caches.path[loser->first][level];
    if (c->sharers != loser->sharers) break;
    uint32_t *theirs = held(c, line);
    if (theirs) used |= used_of(c, line, theirs);
  }
  const cache *nearest = caches.path[loser->first][0];
  if (nearest->sharers != loser->sharers) return; /* nobody can say which of its processors had it */
  bool falsely = !(used & mask);
  processor *q = &processors[loser->first];
  q->invalidated++;
  q->falsely_invalidated += falsely;
  *lost_of(entry) |= bit(nearest->number);
  if (falsely) *falsely_lost_of(entry) |= bit(nearest->number);
  else *falsely_lost_of(entry) &= ~bit(nearest->number);
}

void coherence_own(uint32_t p, uint32_t line, uint64_t mask) {
  uint64_t *entry = directory_entry(line), noted = 0;
  for (uint32_t level = 0; level < caches.levels; level++) {
    cache *own = caches.path[p][level];
    for (uint64_t rest = entry[level] & ~bit(own->number); rest; rest &= rest - 1) {
      cache *c = caches.instances[level][__builtin_ctzll(rest)];
      uint32_t *theirs = held(c, line);
      if (!theirs) continue;
      if (state_of(*theirs) == MODIFIED) intervened = true;
      if (!(served(c) & noted)) note_loss(entry, c, line, used_of(c, line, theirs), mask);
      noted |= served(c);
      drop(c, line, theirs);
    }
    uint32_t *ours = entry[level] & bit(own->number) ? held(own, line) : NULL;
    if (ours && state_of(*ours) == SHARED) *ours = entry_of(line, EXCLUSIVE);
  }
}

void coherence_miss(uint32_t p, uint32_t line) {
  uint64_t *entry = directory_entry(line), me = bit(caches.path[p][0]->number);
  if (!(*lost_of(entry) & me)) return;
  processors[p].coherence_misses++;
  if (*falsely_lost_of(entry) & me) processors[p].false_sharing_misses++;
  *lost_of(entry) &= ~me;
  *falsely_lost_of(entry) &= ~me;
}

/* An outer line may cover several lines of a nearer level. */
bool back_invalidate(const cache *c, uint32_t line) {
  bool dirty = false;
  for (uint32_t level = 0; level < c->level; level++) {
    cache *nearer = NULL;
    for (uint32_t p = c->first; p < c->first + c->sharers; p++) {
      if (caches.path[p][level] == nearer) continue;
      nearer = caches.path[p][level];
      uint32_t shift = c->line_bits - nearer->line_bits;
      for (uint32_t i = 0; i < 1u << shift; i++) {
        uint32_t part = (line << shift) + i, *theirs = held(nearer, part);
        if (!theirs) continue;
        if (state_of(*theirs) == MODIFIED) dirty = true;
        drop(nearer, part, theirs);
      }
    }
  }
  return dirty;
}
