/* memory.c: the way of an access through TLB and caches. */
#include "cache.h"

#define FOUR ~0u, ~0u, ~0u, ~0u
uint32_t lane_steps[32] = {FOUR, FOUR, FOUR, FOUR};
uint32_t lane_line_bits[4] = {~STATE_BITS, ~STATE_BITS, ~STATE_BITS, ~STATE_BITS};

machine_config machine;
hierarchy caches, tlbs;
processor processors[MOST_PROCESSORS];
uint32_t current;
origin current_origin;
bool intervened;
uint32_t taken_slot;
uint64_t victim_used;

/* Gives the stamps of every set anew, from 1 on in their order. */
void cache_renumber(cache *c) {
  for (uint32_t set = 0; set < c->sets; set++) {
    uint32_t *stamps = cache_stamps(c, set), done = 0;
    for (uint32_t rank = 1; rank <= c->ways; rank++) {
      uint32_t least = NEVER, at = 0;
      for (uint32_t way = 0; way < c->ways; way++) {
        if (stamps[way] <= done || stamps[way] >= least) continue;
        least = stamps[way];
        at = way;
      }
      if (least == NEVER) break;
      stamps[at] = rank;
      done = rank;
    }
  }
  c->stamp = c->ways + 1;
}

static void write_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint64_t used);

/* A clean line that leaves takes along what is known of its readers, as long as the next level has it. */
static void hand_down_used(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint64_t used) {
  if (level == h->levels) return;
  cache *c = path[level];
  uint32_t set = cache_set_of(c, line);
  int32_t slot = set_find(c, set, line);
  if (slot != ABSENT) *cache_used(c, set, (uint32_t)slot) |= used;
}

/* The line that a lookup at `level` replaced leaves it. */
__attribute__((noinline)) void evict(const hierarchy *h, cache *const *path, uint32_t level, uint32_t set,
                                            uint32_t entry, uint64_t used) {
  cache *c = path[level];
  uint32_t line = line_of(entry);
  bool dirty = state_of(entry) == MODIFIED;
  if (c->used) directory_leave(c, line);
  if (c->inclusive && back_invalidate(c, line)) dirty = true;
  if (dirty) {
    count(c, set, WRITE_BACK);
    write_level(h, path, level + 1, line >> c->outer_shift, used);
  } else if (c->used) {
    hand_down_used(h, path, level + 1, line, used);
  }
}

/* What complete does for caches with more to them than their lines. An inclusive next level gets the replaced line
 * first, while it still holds it. */
static __attribute__((noinline)) uint32_t complete_special(const hierarchy *h, cache *const *path, uint32_t level,
                                                           uint32_t set, uint32_t line, uint32_t shared, uint32_t was) {
  cache *c = path[level];
  uint64_t used = victim_used;
  if (c->full && full_touch(c->full, line)) count(c, set, CONFLICT);
  if (c->used) directory_enter(c, line);
  if (was && c->victims_first) evict(h, path, level, set, was, used);
  uint32_t found = read_level(h, path, level + 1, line >> c->outer_shift, shared);
  if (was && !c->victims_first) evict(h, path, level, set, was, used);
  return found;
}

/* After a lookup at `level` that missed: gets the line from further out, then, as pycachesim does, sends on the one
 * that it replaced. Returns the level that had it. */
INLINE uint32_t complete(const hierarchy *h, cache *const *path, uint32_t level, uint32_t set, uint32_t line,
                         uint32_t shared, uint32_t was) {
  cache *c = path[level];
  if (!was) count(c, set, FILL);
  if (c->special) return complete_special(h, path, level, set, line, shared, was);
  uint32_t found = level + 1;
  if (found < h->levels) found = read_level(h, path, found, line >> c->outer_shift, shared);
  if (state_of(was) == MODIFIED) evict(h, path, level, set, was, 0);
  return found;
}

/* A nearer level asks for a line. `shared`: bit n set, level n has to take it as SHARED. */
uint32_t read_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint32_t shared) {
  if (level == h->levels) return level;
  cache *c = path[level];
  uint32_t set = cache_set_of(c, line);
  uint32_t was = cache_take(c, set, line, entry_of(line, shared >> level & 1 ? SHARED : EXCLUSIVE), 0);
  if (was != HIT) {
    count(c, set, READ_MISS);
    return complete(h, path, level, set, line, shared, was);
  }
  count(c, set, READ_HIT);
  if (c->full) full_touch(c->full, line);
  return level;
}

/* A nearer level writes a modified line back; a level that lacks it allocates it. */
static void write_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint64_t used) {
  if (level == h->levels) return;
  cache *c = path[level];
  uint32_t set = cache_set_of(c, line);
  int32_t slot = set_find(c, set, line);
  if (slot == ABSENT) {
    count(c, set, WRITE_MISS);
    complete(h, path, level, set, line, 0, cache_insert(c, set, line, entry_of(line, MODIFIED), used));
    return;
  }
  count(c, set, WRITE_HIT);
  if (c->full) full_touch(c->full, line);
  if (c->writes_refresh) cache_refresh(c, set, (uint32_t)slot);
  c->latest = 0;
  cache_set(c, set)[slot] = entry_of(line, MODIFIED);
  if (c->used) *cache_used(c, set, (uint32_t)slot) |= used;
}

/* Before a line comes into the nearest cache of a coherent machine, where it already has its place. */
static __attribute__((noinline)) uint32_t agree(uint32_t p, uint32_t set, uint32_t line, bool write, uint64_t mask) {
  uint32_t shared = 0;
  coherence_miss(p, line);
  if (write) coherence_own(p, line, mask);
  else shared = coherence_read(p, line);
  if (shared & 1) cache_set(caches.path[p][0], set)[taken_slot] = entry_of(line, SHARED);
  return shared;
}

/* The rest of an access whose line the nearest cache lacked, and has now. */
static __attribute__((noinline)) void near_miss(uint32_t p, uint32_t set, uint32_t line, bool write, uint64_t mask,
                                                uint32_t was) {
  cache *const *path = caches.path[p];
  uint64_t used = victim_used;
  uint32_t shared = 0;
  intervened = false;
  count(path[0], set, write ? WRITE_MISS : READ_MISS);
  if (machine.coherent) {
    shared = agree(p, set, line, write, mask);
    victim_used = used;
  }
  uint32_t found = complete(&caches, path, 0, set, line, shared, was);
  processors[p].found[current_origin][found]++;
  if (intervened) {
    processors[p].interventions++;
    advance(p, COHERENCE, machine.intervention);
  } else {
    advance(p, CACHE_MISS, caches.stall[found]);
  }
}

/* A write that found its line SHARED. */
static __attribute__((noinline)) void upgrade(uint32_t p, uint32_t line, uint64_t mask) {
  coherence_own(p, line, mask);
  processors[p].upgrades++;
  advance(p, COHERENCE, machine.upgrade);
}

/* An access that found its line in the nearest cache. */
INLINE void use_line(uint32_t p, cache *c, uint32_t set, uint32_t slot, const uint32_t stride, uint32_t line, bool write,
                     uint64_t mask) {
  uint32_t *ways = c->blocks + set * block_words(stride);
  if (write) {
    if (state_of(ways[slot]) == SHARED) upgrade(p, line, mask);
    ways[slot] = entry_of(line, MODIFIED);
  }
  tally_of(ways, stride)->n[write ? WRITE_HIT : READ_HIT]++;
  if (!c->special) return;
  if (c->full) full_touch(c->full, line);
  if (c->used) c->used[set * stride + slot] |= mask;
}

/* A line that the nearest cache lacks. */
static __attribute__((noinline)) void take_in(uint32_t p, cache *c, uint32_t set, uint32_t line, bool write,
                                              uint64_t mask) {
  uint32_t entry = entry_of(line, write ? MODIFIED : EXCLUSIVE);
  near_miss(p, set, line, write, mask, cache_insert(c, set, line, entry, mask));
}

static __attribute__((noinline)) void look_up(uint32_t p, cache *c, uint32_t line, bool write, uint64_t mask) {
  uint32_t set = cache_set_of(c, line);
  int32_t slot = is_latest(c, line) ? (int32_t)c->latest_slot : set_find(c, set, line);
  if (slot == ABSENT) {
    take_in(p, c, set, line, write, mask);
    return;
  }
  if (!is_latest(c, line) && (!write || c->writes_refresh)) {
    cache_refresh(c, set, (uint32_t)slot);
    note_latest(c, line, (uint32_t)slot);
  }
  use_line(p, c, set, (uint32_t)slot, c->stride, line, write, mask);
}

INLINE bool is_usual(const cache *c, uint32_t stride) { return c->stride == stride && c->policy == LRU && c->power_sets; }

/* The usual shapes, LRU of up to 8 ways here and of up to 4 in a TLB, stand inline with their sizes known; the others
 * are called, so that there is little to keep in the way of an access. */
INLINE void touch_line(uint32_t p, cache *c, uint32_t line, bool write, uint64_t mask) {
  if (!is_usual(c, 8)) {
    look_up(p, c, line, write, mask);
    return;
  }
  uint32_t set = line & (c->power_sets - 1), slot = c->latest_slot;
  if (!is_latest(c, line)) {
    uint32_t *ways = c->blocks + set * block_words(8), bits = set_bits(ways, 8, entry_of(line, INVALID));
    if (!bits) {
      take_in(p, c, set, line, write, mask);
      return;
    }
    slot = (uint32_t)__builtin_ctz(bits);
    if (!write || c->writes_refresh) {
      ways[8 + slot] = next_stamp(c);
      note_latest(c, line, slot);
    }
  }
  use_line(p, c, set, slot, 8, line, write, mask);
}

static __attribute__((noinline)) void tlb_miss(uint32_t p, uint32_t set, uint32_t page, uint32_t was) {
  count(tlbs.path[p][0], set, READ_MISS);
  uint32_t found = complete(&tlbs, tlbs.path[p], 0, set, page, 0, was);
  if (found == tlbs.levels) processors[p].tlb_walks++;
  advance(p, TLB_MISS, tlbs.stall[found]);
}

static __attribute__((noinline)) void look_up_page(uint32_t p, cache *c, uint32_t page) {
  uint32_t set = cache_set_of(c, page);
  uint32_t was = is_latest(c, page) ? HIT : cache_take(c, set, page, entry_of(page, EXCLUSIVE), 0);
  if (was == HIT) count(c, set, READ_HIT);
  else tlb_miss(p, set, page, was);
}

INLINE void touch_page(uint32_t p, uint32_t page) {
  cache *c = tlbs.path[p][0];
  if (!is_usual(c, 4)) {
    look_up_page(p, c, page);
    return;
  }
  uint32_t *ways = c->blocks + (page & (c->power_sets - 1)) * block_words(4);
  if (!is_latest(c, page)) {
    uint32_t bits = set_bits(ways, 4, entry_of(page, INVALID));
    if (!bits) {
      look_up_page(p, c, page);
      return;
    }
    uint32_t slot = (uint32_t)__builtin_ctz(bits);
    ways[4 + slot] = next_stamp(c);
    note_latest(c, page, slot);
  }
  tally_of(ways, 4)->n[READ_HIT]++;
}

/* The bytes first … last of a line as bits; one bit stands for 1/64 of a line that is longer than 64 bytes. */
INLINE uint64_t byte_mask(uint32_t line_bits, uint32_t first, uint32_t last) {
  if (line_bits > 6) {
    first >>= line_bits - 6;
    last >>= line_bits - 6;
  }
  return ~0ull >> (63 - last) & ~0ull << first;
}

/* An access of more than one line or page, or of none: 0 bytes touch a line only if they lie inside one. */
static __attribute__((noinline)) void access_range(uint32_t p, uint32_t address, uint32_t bytes, bool write) {
  uint64_t end = (uint64_t)address + bytes;
  if (tlbs.levels && bytes) {
    uint32_t bits = tlbs.path[p][0]->line_bits;
    for (uint64_t page = address >> bits; page <= (end - 1) >> bits; page++) touch_page(p, (uint32_t)page);
  }
  cache *c = caches.path[p][0];
  uint32_t bits = c->line_bits, size = 1u << bits;
  if (!bytes && !(address & (size - 1))) return;
  for (uint64_t line = address >> bits, last = (end - 1) >> bits; line <= last; line++) {
    uint64_t start = line << bits;
    uint32_t from = start < address ? (uint32_t)(address - start) : 0;
    uint32_t to = start + size > end ? (uint32_t)(end - 1 - start) : size - 1;
    touch_line(p, c, (uint32_t)line, write, byte_mask(bits, from, to < from ? from : to));
  }
}

INLINE void access_bytes(uint32_t p, cache *near, uint32_t address, uint32_t bytes, bool write) {
  uint32_t bits = near->line_bits, offset = address & ((1u << bits) - 1);
  if (bytes - 1 >= (1u << bits) - offset) { /* too long, or 0 */
    access_range(p, address, bytes, write);
    return;
  }
  if (tlbs.levels) touch_page(p, address >> tlbs.path[p][0]->line_bits);
  touch_line(p, near, address >> bits, write, near->used ? byte_mask(bits, offset, offset + bytes - 1) : 0);
}

void machine_access(uint32_t address, uint32_t bytes, bool write) {
  access_bytes(current, caches.path[current][0], address, bytes, write);
}

/* The imports of an observed allocator, in its own shapes. */
EXPORT(load) void load(uint32_t address, uint32_t bytes) {
  access_bytes(current, caches.path[current][0], address, bytes, false);
}
EXPORT(store) void store(uint32_t address, uint32_t bytes) {
  access_bytes(current, caches.path[current][0], address, bytes, true);
}
