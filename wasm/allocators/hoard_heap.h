/* hoard_heap.h: superblocks, size classes and fullness groups of hoard.c.
 *
 *   superblock: S bytes on a multiple of S, so that a block's address masked with S - 1 is its superblock's header
 *   +------------------------------------------------------------+-------+-------+-----+-------+------+
 *   | owner | lock | class | group | block_bytes | capacity |    | block | block | ... | fresh | tail |
 *   | used | free | fresh | next | prev |           (48 bytes)   |       |       |     |       |      |
 *   +------------------------------------------------------------+-------+-------+-----+-------+------+
 *   A block has no header of its own; a free one holds the link to the next free one of its superblock.
 *   fresh: not carved yet; tail: too small for a block.
 *
 *   heap i: for every size class, lists of superblocks by fullness (0-25-50-75-100 %, and full), and a list of empty
 *   ones, which any class may use. The fullest with room serves, and a superblock that gets a block back comes to the
 *   front of its list.
 *
 * Size classes: multiples of 8 bytes, each the least that is at least b times the one below, up to S/2. b = 1.2 as
 * published, or 2.
 *
 * Our choice where the paper is silent: a and u count the bytes of blocks (a superblock adds capacity x block bytes to
 * a, not S), since with S a full superblock with a header and a tail would look partly empty. */
#ifndef HOARD_HEAP_H
#define HOARD_HEAP_H

#include "../include/lab.h"
#include "../os/os.h"
#include "runs.h"

enum {
  GLOBAL = 0,
  MOST_PROCESSORS = 64,
  HEAPS = MOST_PROCESSORS + 1,
  MOST_CLASSES = 48,
  GRAIN = 8,
  FULL = 4,  /* groups 0 … 3: up to a quarter, a half, three quarters full, and above */
  EMPTY = 5,
  MOST_SUPERBLOCK = 65536,
  SUPERBLOCK_LOCKS = 2048, /* 16 MiB of superblocks have a lock each; beyond, some share one */
  LARGE = MOST_CLASSES /* class of a run with one large object */
};

typedef struct hoard_block {
  struct hoard_block *next; /* payload while taken */
} hoard_block;

typedef struct superblock {
  uint32_t owner;     /* heap; changes under the locks of both heaps */
  uint32_t lock;      /* number of its lock */
  uint32_t class;     /* or LARGE */
  uint32_t group;     /* fullness group whose list it is on */
  size_t block_bytes; /* bytes of a block; of the whole run if LARGE */
  uint32_t capacity;  /* blocks that fit */
  uint32_t used;      /* blocks that the program has */
  hoard_block *free;  /* newest free block */
  char *fresh;        /* first byte never carved */
  struct superblock *next, *prev;
} superblock;

typedef struct {
  size_t used;     /* u: bytes of blocks that the program has */
  size_t capacity; /* a: bytes of blocks that the heap's superblocks hold */
  superblock *groups[MOST_CLASSES][FULL + 1];
  superblock *empty;
} hoard_heap;

static size_t superblock_bytes = 8192;                            /* S */
static uint32_t empty_percent = 25, slack = 2, powers_of_two = 0; /* f, K, b = 2 */

static hoard_heap heaps[HEAPS];
static uint32_t superblock_count, class_count;
static uint32_t class_bytes[MOST_CLASSES];
static uint8_t class_of[MOST_SUPERBLOCK / 2 / GRAIN + 1]; /* by the size in grains, rounded up */

#define HOARD_HEADER ((sizeof(superblock) + GRAIN - 1) / GRAIN * GRAIN)
#define HOARD_LARGEST ((size_t)PTRDIFF_MAX - 2 * MOST_SUPERBLOCK)

/* Fills the tables of size classes, once. */
static void open_classes(void) {
  lab_lock(GLOBAL);
  uint32_t largest = (uint32_t)superblock_bytes / 2, grains = 0, count = 0;
  for (uint32_t bytes = GRAIN, next; !class_count; bytes = next) {
    if (bytes > largest) bytes = largest;
    class_bytes[count] = bytes;
    for (; grains * GRAIN <= bytes; grains++) class_of[grains] = (uint8_t)count;
    count++;
    if (bytes == largest) class_count = count;
    next = powers_of_two ? 2 * bytes : ((6 * bytes + 4) / 5 + GRAIN - 1) / GRAIN * GRAIN;
  }
  lab_unlock(GLOBAL);
}

static superblock *superblock_of(void *ptr) {
  return (superblock *)((uintptr_t)ptr & ~(uintptr_t)(superblock_bytes - 1));
}

static superblock **list_of(hoard_heap *heap, const superblock *s) {
  return s->group == EMPTY ? &heap->empty : &heap->groups[s->class][s->group];
}

static void enter_list(hoard_heap *heap, superblock *s, uint32_t group) {
  s->group = group;
  superblock **list = list_of(heap, s), *front = *list;
  s->prev = NULL;
  s->next = front;
  if (front) front->prev = s;
  *list = s;
}

static void leave_list(hoard_heap *heap, superblock *s) {
  if (s->next) s->next->prev = s->prev;
  if (s->prev) s->prev->next = s->next;
  else *list_of(heap, s) = s->next;
}

static uint32_t group_of(const superblock *s) { return s->used ? 4 * s->used / s->capacity : EMPTY; }

/* Divides a superblock without live blocks into blocks of a class, and lists it. */
static void shape(hoard_heap *heap, superblock *s, uint32_t class) {
  size_t bytes = class_bytes[class];
  char *first = (char *)s + HOARD_HEADER;
  uint32_t count = (uint32_t)((superblock_bytes - HOARD_HEADER) / bytes);
  s->class = class;
  s->block_bytes = bytes;
  s->capacity = count;
  s->used = 0;
  s->free = NULL;
  s->fresh = first;
  heap->capacity += count * bytes;
  STEP(REFILL, first, count);
  enter_list(heap, s, EMPTY);
}

/* Makes a superblock of newly mapped pages. */
static void add_superblock(superblock *s, uint32_t owner, uint32_t class) {
  s->owner = owner;
  s->lock = HEAPS + __atomic_fetch_add(&superblock_count, 1, __ATOMIC_RELAXED) % SUPERBLOCK_LOCKS;
  run_begins(s);
  shape(&heaps[owner], s, class);
}

/* Gives an empty superblock to another size class. */
static void recycle(hoard_heap *heap, superblock *s, uint32_t class) {
  size_t bytes = s->block_bytes;
  heap->capacity -= s->capacity * bytes;
  leave_list(heap, s);
  for (hoard_block *block = s->free; block; block = s->free) {
    s->free = block->next;
    STEP(UNLINK, block, bytes);
  }
  shape(heap, s, class);
}

/* malloc 4: the fullest superblock of a class that has room, else an empty one of any class; NULL if there is none. */
static superblock *find_superblock(hoard_heap *heap, uint32_t class) {
  for (int group = FULL - 1; group >= 0; group--)
    if (heap->groups[class][group]) return heap->groups[class][group];
  return heap->empty;
}

/* malloc 11-14, free 11-12; the locks of both heaps are held. */
static void move_superblock(superblock *s, uint32_t from, uint32_t to) {
  size_t used = s->used * s->block_bytes, capacity = s->capacity * s->block_bytes;
  uint32_t group = s->group;
  heaps[from].used -= used;
  heaps[from].capacity -= capacity;
  leave_list(&heaps[from], s);
  s->owner = to;
  heaps[to].used += used;
  heaps[to].capacity += capacity;
  enter_list(&heaps[to], s, group);
}

/* malloc 15-18. */
static void *take_block(hoard_heap *heap, superblock *s, size_t bytes) {
  hoard_block *block = s->free;
  if (block) {
    s->free = block->next;
    STEP(UNLINK, block, bytes);
  } else {
    block = (hoard_block *)s->fresh;
    s->fresh += bytes;
  }
  s->used++;
  heap->used += bytes;
  uint32_t group = group_of(s);
  if (group != s->group) {
    leave_list(heap, s);
    enter_list(heap, s, group);
  }
  return block;
}

/* free 5-7; the superblock comes to the front of its fullness group. */
static void give_block(hoard_heap *heap, superblock *s, void *ptr) {
  hoard_block *block = ptr;
  size_t bytes = s->block_bytes;
  STEP(GIVE, block, bytes);
  block->next = s->free;
  s->free = block;
  STEP(LINK, block, bytes);
  s->used--;
  heap->used -= bytes;
  leave_list(heap, s);
  enter_list(heap, s, group_of(s));
}

/* free 9: whether the heap breaks the emptiness invariant. */
static int too_empty(const hoard_heap *heap) {
  size_t used = heap->used, capacity = heap->capacity;
  return used + slack * superblock_bytes < capacity &&
         (uint64_t)used * 100 < (uint64_t)capacity * (100 - empty_percent);
}

/* The emptiest group's first superblock that is at least f empty. One exists in a heap that is too empty. */
static superblock *mostly_empty(hoard_heap *heap) {
  if (heap->empty) return heap->empty;
  for (uint32_t group = 0; group < FULL; group++)
    for (uint32_t class = 0; class < class_count; class++)
      for (superblock *s = heap->groups[class][group]; s; s = s->next)
        if ((uint64_t)s->used * 100 <= (uint64_t)s->capacity * (100 - empty_percent)) return s;
  return NULL;
}

/* Reports a superblock and its blocks. Returns its bytes. */
static size_t walk_superblock(const superblock *s) {
  static uint32_t is_free[MOST_SUPERBLOCK / GRAIN / 32];
  const char *first = (const char *)s + HOARD_HEADER, *end = (const char *)s + superblock_bytes;
  const char *tail = first + s->capacity * s->block_bytes;
  int32_t owner = (int32_t)s->owner;
  size_t bytes = s->block_bytes;
  memset(is_free, 0, sizeof is_free);
  lab_walk_region("superblock", s, superblock_bytes, owner, 0);
  lab_walk_block(s, HOARD_HEADER, 0, 0, BLOCK_META, owner);
  lab_walk_list("superblock's free list", (uint32_t)bytes);
  for (const hoard_block *block = s->free; block; block = block->next) {
    size_t index = (size_t)((const char *)block - first) / bytes;
    is_free[index / 32] |= 1u << index % 32;
    lab_walk_item(block, bytes);
  }
  for (size_t index = 0; first + index * bytes < s->fresh; index++) {
    block_state state = is_free[index / 32] >> index % 32 & 1 ? BLOCK_FREE : BLOCK_LIVE;
    lab_walk_block(first + index * bytes, bytes, 0, 0, state, owner);
  }
  if (s->fresh < tail) lab_walk_block(s->fresh, (size_t)(tail - s->fresh), 0, 0, BLOCK_UNUSED, owner);
  if (tail < end) lab_walk_block(tail, (size_t)(end - tail), 0, 0, BLOCK_META, owner);
  return superblock_bytes;
}

static size_t walk_large(const superblock *run) {
  lab_walk_region("large object", run, run->block_bytes, -1, 1);
  lab_walk_block(run, run->block_bytes, (uint32_t)HOARD_HEADER, 0, BLOCK_LIVE, -1);
  return run->block_bytes;
}

#endif
