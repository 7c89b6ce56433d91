/* concurrent: a concurrent single heap, the second kind of Kumar's taxonomy: a binary buddy system with a lock for
 * every order, after Johnson & Davis, "Space efficient parallel buddy memory management", 1992 (which Kumar cites).
 *
 * All processors share one heap, and work in it at the same time on blocks of different sizes. Why this structure: a
 * block's only neighbour in the algorithm is its buddy, found by flipping one bit of its address, and a block of 2^k
 * bytes is free exactly while it is on list k. So lock k guards all that a split or a merge at order k reads and
 * writes, a processor never holds two locks, and there is no deadlock and no search.
 *
 *   list 16 -> 64 KiB            lock 16       taken                        free
 *   list 15 -> 32 KiB -> ...     lock 15       +-----+-------------------+  +-----+------+------+--------------+
 *     ...                                      | tag | payload           |  | tag | next | prev | unused       |
 *   list 4  -> 16 B -> 16 B      lock 4        +-----+-------------------+  +-----+------+------+--------------+
 *   regions                      lock 0         4     2^k - 4                4     4      4      2^k - 12
 *
 *   tag:  | pages of a large run (24 bits) | 0 | free (1 bit) | k (6 bits) |
 *
 * Memory comes in regions of 2^R bytes on a multiple of their size; lock 0 guards the map of regions. Regions never
 * go back: free ones stay whole on list R. A request that does not fit a region gets a run of pages of its own (k = 0)
 * and gives it back when it is freed. */
#include "../include/lab.h"
#include "../os/os.h"
#include "runs.h"

enum { REGION_LOCK = 0, LEAST_ORDER = sizeof(size_t) == 4 ? 4 : 5, MOST_ORDER = 20, FREE = 64, ORDER_MASK = 63 };

typedef struct buddy {
  size_t tag;
  struct buddy *next, *prev; /* payload while taken */
} buddy;

static buddy *free_lists[MOST_ORDER + 1];
static uint32_t region_order = 16;

#define BUDDY_TAG sizeof(size_t)
#define BUDDY_LARGEST ((size_t)PTRDIFF_MAX - OS_PAGE)

static size_t order_bytes(uint32_t order) { return (size_t)1 << order; }

static void link_free(buddy *block, uint32_t order) {
  buddy *front = free_lists[order];
  block->tag = order | FREE;
  block->next = front;
  block->prev = NULL;
  if (front) front->prev = block;
  free_lists[order] = block;
  STEP(LINK, block, order_bytes(order));
}

static void unlink_free(buddy *block, uint32_t order) {
  buddy *next = block->next, *prev = block->prev;
  block->tag = order;
  if (next) next->prev = prev;
  if (prev) prev->next = next;
  else free_lists[order] = next;
  STEP(UNLINK, block, order_bytes(order));
}

/* Takes the newest free block of an order. An empty list is passed without its lock: if it has just ceased to be
 * empty, a larger block is split instead, which is no fault. */
static buddy *pop(uint32_t order) {
  STEP(CLASS, order, order_bytes(order));
  if (!free_lists[order]) return NULL;
  lab_lock(order);
  buddy *block = free_lists[order];
  if (block) unlink_free(block, order);
  lab_unlock(order);
  return block;
}

static void push(buddy *block, uint32_t order) {
  lab_lock(order);
  link_free(block, order);
  lab_unlock(order);
}

/* Maps a run of pages and enters it in the map of regions. */
static buddy *map_run(size_t bytes, size_t alignment, size_t tag) {
  lab_lock(REGION_LOCK);
  buddy *run = map_aligned(bytes, alignment);
  if (run) {
    run->tag = tag;
    run_begins(run);
    STEP(MAP, run, bytes);
  }
  lab_unlock(REGION_LOCK);
  return run;
}

static buddy *large_malloc(size_t request) {
  size_t pages = (request + BUDDY_TAG + OS_PAGE - 1) / OS_PAGE;
  buddy *run = map_run(pages * OS_PAGE, OS_PAGE, pages << 8);
  if (run) STEP(TAKE, run, pages * OS_PAGE);
  return run;
}

static buddy *small_malloc(size_t request) {
  uint32_t order = 32 - (uint32_t)__builtin_clz((uint32_t)(request + BUDDY_TAG - 1));
  if (order < LEAST_ORDER) order = LEAST_ORDER;
  uint32_t found = order;
  buddy *block = pop(found);
  while (!block && found < region_order) block = pop(++found);
  if (!block) block = map_run(order_bytes(region_order), order_bytes(region_order), region_order);
  if (!block) return NULL;
  while (found > order) { /* keep the lower half */
    found--;
    buddy *upper = (buddy *)((char *)block + order_bytes(found));
    STEP(SPLIT, upper, order_bytes(found));
    push(upper, found);
  }
  block->tag = order;
  STEP(TAKE, block, order_bytes(order));
  return block;
}

static void *concurrent_malloc(size_t request) {
  buddy *block = NULL;
  if (request <= order_bytes(region_order) - BUDDY_TAG) block = small_malloc(request);
  else if (request <= BUDDY_LARGEST) block = large_malloc(request);
  if (block) return (char *)block + BUDDY_TAG;
  STEP(FAIL, request, 0);
  return NULL;
}

/* Joins a block with its buddy for as long as that one is free and whole, then lists it. */
static void merge_and_list(buddy *block, uint32_t order) {
  while (order < region_order) {
    buddy *other = (buddy *)((uintptr_t)block ^ order_bytes(order));
    lab_lock(order);
    if (other->tag != (order | FREE)) {
      link_free(block, order);
      lab_unlock(order);
      return;
    }
    unlink_free(other, order);
    lab_unlock(order);
    if (other < block) block = other;
    order++;
    STEP(COALESCE, block, order_bytes(order));
  }
  push(block, order);
}

static buddy *buddy_of(void *ptr) { return (buddy *)((char *)ptr - BUDDY_TAG); }

/* Bytes of a block or of a large run. */
static size_t tag_bytes(size_t tag) {
  size_t pages = tag >> 8;
  return pages ? pages * OS_PAGE : order_bytes((uint32_t)tag & ORDER_MASK);
}

static void concurrent_free(void *ptr) {
  if (!ptr) return;
  buddy *block = buddy_of(ptr);
  size_t tag = block->tag, bytes = tag_bytes(tag);
  STEP(GIVE, block, bytes);
  if (tag >> 8) {
    lab_lock(REGION_LOCK);
    run_ends(block);
    os_unmap(block, bytes);
    STEP(UNMAP, block, bytes);
    lab_unlock(REGION_LOCK);
  } else {
    merge_and_list(block, (uint32_t)tag & ORDER_MASK);
  }
}

static size_t concurrent_usable_size(void *ptr) { return ptr ? tag_bytes(buddy_of(ptr)->tag) - BUDDY_TAG : 0; }

/* Reports a region or a large run and the blocks in it. Returns where it ends. */
static const char *walk_run(const char *run) {
  size_t pages = ((const buddy *)run)->tag >> 8, bytes = pages ? pages * OS_PAGE : order_bytes(region_order);
  lab_walk_region(pages ? "large run" : "region", run, bytes, -1, pages ? 1 : 0);
  const char *at = run, *end = run + bytes;
  while (at < end) {
    size_t tag = ((const buddy *)at)->tag, size = tag_bytes(tag);
    lab_walk_block(at, size, BUDDY_TAG, 0, tag & FREE ? BLOCK_FREE : BLOCK_LIVE, -1);
    at += size;
  }
  return end;
}

static void concurrent_walk(void) {
  for (const char *run = first_run(); run; run = run_from(run)) run = walk_run(run);
  for (uint32_t order = LEAST_ORDER; order <= region_order; order++) {
    lab_walk_list("order", order);
    for (buddy *block = free_lists[order]; block; block = block->next) lab_walk_item(block, order_bytes(order));
  }
}

LAB_PLAIN_REALLOC(concurrent)

#ifndef LAB_BASE
LAB_ALLOCATOR(concurrent)
LAB_CONFIGURE {
  if (param == 0 && value >= 12 && value <= MOST_ORDER) region_order = value;
}
#endif
