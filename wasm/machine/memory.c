/* memory.c: the way of an access through TLB and caches. */
#include "cache.h"

machine_config machine;
hierarchy caches, tlbs;
processor processors[MOST_PROCESSORS];
uint32_t current;
origin current_origin;
bool intervened;

static uint32_t read_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint32_t shared);
static void write_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint64_t used);

/* The same address in the lines of the next level, which may be longer. */
static uint32_t outer_line(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line) {
  return level + 1 < h->levels ? line >> (path[level + 1]->line_bits - path[level]->line_bits) : line;
}

/* A clean line that leaves takes along what is known of its readers, as long as the next level has it. */
static void hand_down_used(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint64_t used) {
  if (level == h->levels) return;
  cache *c = path[level];
  uint32_t base = cache_set_of(c, line) * c->ways;
  int32_t slot = set_find(c->entries + base, c->ways, entry_of(line, INVALID));
  if (slot != ABSENT) c->used[base + (uint32_t)slot] |= used;
}

static void evict(const hierarchy *h, cache *const *path, uint32_t level, victim out) {
  cache *c = path[level];
  uint32_t line = line_of(out.entry);
  tally *count = &c->tallies[cache_set_of(c, line)];
  bool dirty = state_of(out.entry) == MODIFIED;
  count->replacements++;
  if (c->used) directory_leave(c, line);
  if (c->inclusive && level > 0 && back_invalidate(c, line)) dirty = true;
  if (dirty) {
    count->write_backs++;
    write_level(h, path, level + 1, outer_line(h, path, level, line), out.used);
  } else if (c->used) {
    hand_down_used(h, path, level + 1, line, out.used);
  }
}

/* A miss at `level`: gets the line from further out, then makes room for it. Returns the level that had it. */
static uint32_t fill(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint32_t shared,
                     line_state state, uint64_t used) {
  cache *c = path[level];
  uint32_t set = cache_set_of(c, line), slot;
  tally *count = &c->tallies[set];
  if (state == MODIFIED) count->write_misses++;
  else count->read_misses++;
  if (c->full && full_touch(c->full, line)) count->conflicts++;
  uint32_t found = read_level(h, path, level + 1, outer_line(h, path, level, line), shared);
  if (state == EXCLUSIVE && shared >> level & 1) state = SHARED;
  victim out = cache_insert(c, set, entry_of(line, state), used, &slot);
  if (c->used) directory_enter(c, line);
  if (out.entry) evict(h, path, level, out);
  return found;
}

/* A nearer level asks for a line. `shared`: bit n set, level n has to take it as SHARED. */
static uint32_t read_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint32_t shared) {
  if (level == h->levels) return level;
  cache *c = path[level];
  uint32_t set = cache_set_of(c, line);
  int32_t slot = set_find(c->entries + set * c->ways, c->ways, entry_of(line, INVALID));
  if (slot == ABSENT) return fill(h, path, level, line, shared, EXCLUSIVE, 0);
  c->tallies[set].read_hits++;
  if (c->full) full_touch(c->full, line);
  cache_refresh(c, set, (uint32_t)slot);
  return level;
}

/* A nearer level writes a modified line back; a level that lacks it allocates it. */
static void write_level(const hierarchy *h, cache *const *path, uint32_t level, uint32_t line, uint64_t used) {
  if (level == h->levels) return;
  cache *c = path[level];
  uint32_t set = cache_set_of(c, line), base = set * c->ways;
  int32_t slot = set_find(c->entries + base, c->ways, entry_of(line, INVALID));
  if (slot == ABSENT) {
    fill(h, path, level, line, 0, MODIFIED, used);
    return;
  }
  c->tallies[set].write_hits++;
  if (c->full) full_touch(c->full, line);
  uint32_t at = c->writes_refresh ? cache_refresh(c, set, (uint32_t)slot) : (uint32_t)slot;
  c->entries[base + at] = entry_of(line, MODIFIED);
  if (c->used) c->used[base + at] |= used;
}

static __attribute__((noinline)) void near_miss(uint32_t p, uint32_t line, bool write, uint64_t mask) {
  uint32_t shared = 0;
  intervened = false;
  if (machine.coherent) {
    coherence_miss(p, line);
    if (write) coherence_own(p, line, mask);
    else shared = coherence_read(p, line);
  }
  uint32_t found = fill(&caches, caches.path[p], 0, line, shared, write ? MODIFIED : EXCLUSIVE, mask);
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

/* The bytes first … last of a line as bits; one bit stands for 1/64 of a line that is longer than 64 bytes. */
static inline uint64_t byte_mask(uint32_t line_bits, uint32_t first, uint32_t last) {
  if (line_bits > 6) {
    first >>= line_bits - 6;
    last >>= line_bits - 6;
  }
  return ~0ull >> (63 - last) & ~0ull << first;
}

static inline __attribute__((always_inline)) void touch_line(uint32_t p, uint32_t line, bool write, uint64_t mask) {
  cache *c = caches.path[p][0];
  uint32_t set = cache_set_of(c, line), base = set * c->ways;
  int32_t slot = set_find(c->entries + base, c->ways, entry_of(line, INVALID));
  if (slot == ABSENT) {
    near_miss(p, line, write, mask);
    return;
  }
  uint32_t at = (uint32_t)slot;
  if (c->full) full_touch(c->full, line);
  if (write) {
    c->tallies[set].write_hits++;
    if (state_of(c->entries[base + at]) == SHARED) upgrade(p, line, mask);
    c->entries[base + at] = entry_of(line, MODIFIED);
    if (c->writes_refresh) at = cache_refresh(c, set, at);
  } else {
    c->tallies[set].read_hits++;
    at = cache_refresh(c, set, at);
  }
  if (c->used) c->used[base + at] |= mask;
}

static __attribute__((noinline)) void tlb_miss(uint32_t p, uint32_t page) {
  uint32_t found = fill(&tlbs, tlbs.path[p], 0, page, 0, EXCLUSIVE, 0);
  if (found == tlbs.levels) processors[p].tlb_walks++;
  advance(p, TLB_MISS, tlbs.stall[found]);
}

static inline __attribute__((always_inline)) void touch_page(uint32_t p, uint32_t page) {
  cache *c = tlbs.path[p][0];
  uint32_t set = cache_set_of(c, page);
  int32_t slot = set_find(c->entries + set * c->ways, c->ways, entry_of(page, INVALID));
  if (slot == ABSENT) {
    tlb_miss(p, page);
    return;
  }
  c->tallies[set].read_hits++;
  cache_refresh(c, set, (uint32_t)slot);
}

/* What an access of more than one line or page comes to; one of 0 bytes that lies inside a line touches it. */
static __attribute__((noinline)) void access_range(uint32_t p, uint32_t address, uint32_t bytes, bool write) {
  uint64_t end = (uint64_t)address + bytes;
  if (tlbs.levels && bytes) {
    uint32_t bits = tlbs.path[p][0]->line_bits;
    for (uint64_t page = address >> bits; page <= (end - 1) >> bits; page++) touch_page(p, (uint32_t)page);
  }
  uint32_t bits = caches.path[p][0]->line_bits, size = 1u << bits;
  if (!bytes && !(address & (size - 1))) return;
  for (uint64_t line = address >> bits, last = (end - 1) >> bits; line <= last; line++) {
    uint64_t start = line << bits;
    uint32_t from = start < address ? (uint32_t)(address - start) : 0;
    uint32_t to = start + size > end ? (uint32_t)(end - 1 - start) : size - 1;
    touch_line(p, (uint32_t)line, write, byte_mask(bits, from, to < from ? from : to));
  }
}

static inline __attribute__((always_inline)) void access_bytes(uint32_t p, uint32_t address, uint32_t bytes,
                                                               bool write) {
  uint32_t bits = caches.path[p][0]->line_bits, offset = address & ((1u << bits) - 1);
  if (bytes - 1 >= (1u << bits) - offset) { /* too long, or 0 */
    access_range(p, address, bytes, write);
    return;
  }
  if (tlbs.levels) touch_page(p, address >> tlbs.path[p][0]->line_bits);
  touch_line(p, address >> bits, write, machine.coherent ? byte_mask(bits, offset, offset + bytes - 1) : 0);
}

void machine_access(uint32_t address, uint32_t bytes, bool write) { access_bytes(current, address, bytes, write); }

/* The imports of an observed allocator, in its own shapes. */
EXPORT(load) void load(uint32_t address, uint32_t bytes) { access_bytes(current, address, bytes, false); }
EXPORT(store) void store(uint32_t address, uint32_t bytes) { access_bytes(current, address, bytes, true); }

/* A batch for `lab cache` and the bench: pairs (address, bytes | write << 31). */
EXPORT(access_pairs) void access_pairs(const uint32_t *pairs, uint32_t count) {
  uint32_t p = current;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t bytes = pairs[2 * i + 1];
    access_bytes(p, pairs[2 * i], bytes & 0x7fffffffu, bytes >> 31);
  }
}
