/* cache: first.c behind an adaptive cache of sizes, CACHE in Zorn and Grunwald's comparison (1992, Table 6). Blocks,
 * tags and the free list below it: knuth.h.
 *
 *   entry of a size: five of them,       its items, the one freed last first
 *   the most recently used first
 *   +-------+-------+-------+            +-------+-------+-----------------+-------+
 *   | R*S   | items | next  |  items --> | size+1| next  | unused          | size+1| --> ...
 *   +-------+-------+-------+            +-------+-------+-----------------+-------+
 *    4       4       4 bytes              4       4       size - 12         4 bytes
 *
 * To the layer below an item is a taken block, with which neighbours do not merge.
 *
 * free: an item of B bytes has class S' = floor((B + R - 1) / R), R = 32. An entry of that class takes it; if there
 * is none, the least recently used entry is flushed, item by item, to first, and used for S'. malloc looks for the
 * class of its request in the entries, and goes to first when the entry has nothing for it. Entries stand in the
 * order of the most recent access.
 *
 * Where the report is silent, and our choice:
 *   - B: the bytes of the item that can be used, for free knows only these. So items of one class differ in size.
 *   - "if applicable": the first item of the list that is as large as the request. The other reading, that every
 *     request is first rounded up to R * S' so that any item of the class serves it, is the parameter `round`; then
 *     an item's class is floor(B / R). Table 12 speaks against it: CFRAC's objects have 14.7 bytes (Table 4), of the
 *     32 or more that each would take, yet CACHE's memory efficiency is given as 0.514.
 *   - access: a malloc or free that finds an entry of its class, whether or not an item is then handed out. */
#define LAB_BASE
#include "first.c"
#undef LAB_BASE

#define CACHE_MOST 64u
#define CACHE_LARGEST_FACTOR 65536u

/* A free item: a taken block of the layer below, whose payload begins with the link. */
typedef struct cache_item {
  struct cache_item *next;
} cache_item;

typedef struct cache_entry {
  size_t bytes; /* R * S, the size of its largest items */
  cache_item *items;
  struct cache_entry *next; /* the one that was accessed last before this one */
} cache_entry;

static cache_entry cache_entries[CACHE_MOST];
static cache_entry *cache_recent; /* the most recently used entry */
static uint32_t cache_used, cache_length = 5; /* entries in use, and how many there may be */
static size_t cache_factor = 32;              /* R */
static uint32_t cache_rounds;                 /* 1: requests are rounded up to a multiple of R */

/* R * S' for an item of so many bytes. */
static size_t cache_round(size_t bytes) { return (bytes + cache_factor - 1) / cache_factor * cache_factor; }

static cache_entry *cache_to_front(cache_entry **link, cache_entry *entry) {
  *link = entry->next;
  entry->next = cache_recent;
  return cache_recent = entry;
}

/* The entry for items up to `bytes`, now the most recent one; NULL if there is none. */
static inline cache_entry *cache_find(size_t bytes) {
  cache_entry *entry = cache_recent, **link = &cache_recent;
  STEP(CLASS, bytes, bytes);
  for (; entry && entry->bytes != bytes; entry = *link) link = &entry->next;
  return entry && entry != cache_recent ? cache_to_front(link, entry) : entry;
}

/* Returns all items of an entry to the layer below, where they merge with their neighbours. */
static void cache_flush(cache_entry *entry) {
  cache_item *item = entry->items;
  size_t bytes = entry->bytes;
  STEP(EVICT, bytes, bytes);
  entry->items = NULL;
  while (item) {
    cache_item *next = item->next;
    knuth_block *block = knuth_block_of(item);
    size_t size = knuth_size(block);
    STEP(UNLINK, block, size);
    knuth_release(block, size);
    item = next;
  }
}

/* An entry for a new size, the most recent one: a fresh one, or the least recently used one when all are in use. */
static __attribute__((noinline)) cache_entry *cache_replace(size_t bytes) {
  cache_entry **link = &cache_recent, *entry = &cache_entries[cache_used];
  if (cache_used < cache_length) {
    cache_used++;
    entry->next = cache_recent;
    cache_recent = entry;
  } else {
    while ((entry = *link)->next) link = &entry->next;
    cache_flush(entry);
    cache_to_front(link, entry);
  }
  entry->bytes = bytes;
  return entry;
}

/* The first item of the list that holds `request` bytes leaves it. */
static void *cache_take(cache_entry *entry, size_t request) {
  cache_item **link = &entry->items;
  for (cache_item *item; (item = *link); link = &item->next) {
    knuth_block *block = knuth_block_of(item);
    size_t size = knuth_size(block);
    STEP(VISIT, block, size);
    if (size - KNUTH_TAGS >= request) {
      *link = item->next;
      STEP(UNLINK, block, size);
      STEP(TAKE, block, size);
      return item;
    }
  }
  return NULL;
}

static void *cache_malloc(size_t request) {
  if (request > KNUTH_LARGEST - CACHE_LARGEST_FACTOR) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  size_t bytes = cache_round(request ? request : 1);
  cache_entry *entry = cache_find(bytes);
  void *item = entry ? cache_take(entry, request) : NULL;
  if (item) {
    STEP(HIT, bytes, bytes);
    return item;
  }
  STEP(MISS, bytes, bytes);
  return knuth_malloc(cache_rounds ? bytes : request);
}

static void cache_free(void *ptr) {
  if (!ptr) return;
  cache_item *item = ptr;
  knuth_block *block = knuth_block_of(ptr);
  size_t size = knuth_size(block), usable = size - KNUTH_TAGS;
  STEP(GIVE, block, size);
  size_t bytes = cache_rounds ? usable - usable % cache_factor : cache_round(usable);
  cache_entry *entry = cache_find(bytes);
  if (!entry) entry = cache_replace(bytes);
  item->next = entry->items;
  entry->items = item;
  STEP(LINK, block, size);
}

static size_t cache_usable_size(void *ptr) { return knuth_usable_size(ptr); }

LAB_PLAIN_REALLOC(cache)

static void cache_mark(size_t state) {
  for (cache_entry *entry = cache_recent; entry; entry = entry->next)
    for (cache_item *item = entry->items; item; item = item->next) {
      knuth_block *block = knuth_block_of(item);
      block->tag = knuth_size(block) | state;
    }
}

/* The layer below sees cached items as taken: their tags are marked while it walks. */
static void cache_walk(void) {
  cache_mark(KNUTH_TAKEN | KNUTH_CACHED);
  knuth_walk();
  cache_mark(KNUTH_TAKEN);
  for (cache_entry *entry = cache_recent; entry; entry = entry->next) {
    lab_walk_list("cache", (uint32_t)entry->bytes);
    for (cache_item *item = entry->items; item; item = item->next) {
      knuth_block *block = knuth_block_of(item);
      lab_walk_item(block, knuth_size(block));
    }
  }
}

#ifndef LAB_BASE
LAB_ALLOCATOR(cache)
LAB_CONFIGURE {
  if (param == 0) cache_length = value < 1 ? 1 : value > CACHE_MOST ? CACHE_MOST : value;
  if (param == 1) cache_factor = value < 1 ? 1 : value > CACHE_LARGEST_FACTOR ? CACHE_LARGEST_FACTOR : value;
  if (param == 2) cache_rounds = value != 0;
  if (param == 3) knuth_set_remainder(value);
}
#endif
