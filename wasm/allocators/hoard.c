/* hoard: private heaps with thresholds, the fifth kind of Kumar's taxonomy, after E. Berger, K. McKinley, R. Blumofe,
 * P. Wilson, "Hoard: A Scalable Memory Allocator for Multithreaded Applications", ASPLOS 2000. See hoard_heap.h for
 * the structures; here are malloc and free, with the steps of the paper's pseudocode in its order.
 *
 * Each processor has a heap of superblocks, and heap 0 is common to all. A heap may keep free memory as long as
 *     u >= a - K S   or   u >= (1 - f) a          (the emptiness invariant)
 * where a is what it holds, u what of it is in use; when a free breaks both, one mostly empty superblock moves to
 * heap 0, from where any processor takes it. That bounds what each heap hoards.
 *
 * Locks: heap i has lock i, superblock n has lock 65 + n (mod 2048). malloc takes its heap's, and heap 0's inside it;
 * free takes the superblock's, then its owner's, then heap 0's. Whoever waits for an owner looks again whether it still
 * is the owner, because malloc may have moved the superblock in the meantime.
 *
 * K is 2 by default, as in Berger's later releases; with K = 0 a processor that frees its only block loses its
 * superblock and must fetch it back. */
#include "../include/lab.h"
#include "hoard_heap.h"

/* Objects beyond S/2: a run of pages from the operating system with a superblock's header and no heap. */
static void *large_malloc(size_t request) {
  size_t bytes = (request + HOARD_HEADER + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
  superblock *run = map_aligned(bytes, superblock_bytes);
  if (!run) return NULL;
  STEP(MAP, run, bytes);
  run->class = LARGE;
  run->block_bytes = bytes;
  run_begins(run);
  STEP(TAKE, run, bytes);
  return (char *)run + HOARD_HEADER;
}

static void large_free(superblock *run) {
  size_t bytes = run->block_bytes;
  STEP(GIVE, run, bytes);
  run_ends(run);
  os_unmap(run, bytes);
  STEP(UNMAP, run, bytes);
}

/* malloc 5-14: a superblock for heap `number` from heap 0, else from the operating system. NULL if that refuses. */
static superblock *acquire(uint32_t number, uint32_t class) {
  STEP(HEAP, GLOBAL, number);
  lab_lock(GLOBAL);
  superblock *s = find_superblock(&heaps[GLOBAL], class);
  if (s) move_superblock(s, GLOBAL, number);
  lab_unlock(GLOBAL);
  if (s) {
    STEP(MOVE, s, number);
    return s;
  }
  s = map_aligned(superblock_bytes, superblock_bytes);
  if (!s) return NULL;
  STEP(MAP, s, superblock_bytes);
  add_superblock(s, number, class);
  return s;
}

static void *small_malloc(size_t request) {
  uint32_t processor = lab_cpu(), number = processor + 1; /* malloc 2: each processor has a heap */
  uint32_t class = class_of[(request + GRAIN - 1) / GRAIN];
  size_t bytes = class_bytes[class];
  void *block = NULL;
  STEP(HEAP, number, processor);
  lab_lock(number);
  STEP(CLASS, class, bytes);
  hoard_heap *heap = &heaps[number];
  superblock *s = find_superblock(heap, class);
  if (!s) s = acquire(number, class);
  if (s) {
    if (s->class != class) recycle(heap, s, class);
    block = take_block(heap, s, bytes);
    STEP(TAKE, block, bytes);
  }
  lab_unlock(number);
  return block;
}

static void *hoard_malloc(size_t request) {
  if (!class_count) open_classes();
  void *ptr = NULL;
  if (request <= superblock_bytes / 2) ptr = small_malloc(request);
  else if (request <= HOARD_LARGEST) ptr = large_malloc(request);
  if (!ptr) STEP(FAIL, request, 0);
  return ptr;
}

/* free 4: locks the heap that owns a superblock and returns its number. */
static uint32_t lock_owner(const superblock *s) {
  for (;;) {
    uint32_t owner = s->owner;
    lab_lock(owner);
    if (owner == *(volatile const uint32_t *)&s->owner) return owner;
    lab_unlock(owner);
  }
}

/* free 10-12: moves a mostly empty superblock to heap 0. */
static void shrink(uint32_t number) {
  superblock *s = mostly_empty(&heaps[number]);
  if (!s) return;
  lab_lock(GLOBAL);
  move_superblock(s, number, GLOBAL);
  lab_unlock(GLOBAL);
  STEP(MOVE, s, GLOBAL);
}

static void hoard_free(void *ptr) {
  if (!ptr) return;
  superblock *s = superblock_of(ptr);
  if (s->class == LARGE) {
    large_free(s);
    return;
  }
  uint32_t lock = s->lock;
  lab_lock(lock);
  uint32_t owner = lock_owner(s);
  hoard_heap *heap = &heaps[owner];
  give_block(heap, s, ptr);
  if (owner != GLOBAL && too_empty(heap)) shrink(owner);
  lab_unlock(owner);
  lab_unlock(lock);
}

static size_t hoard_usable_size(void *ptr) {
  if (!ptr) return 0;
  const superblock *s = superblock_of(ptr);
  return s->class == LARGE ? s->block_bytes - HOARD_HEADER : s->block_bytes;
}

static void hoard_walk(void) {
  for (const char *run = first_run(); run; run = run_from(run)) {
    const superblock *s = (const superblock *)run;
    run += s->class == LARGE ? walk_large(s) : walk_superblock(s);
  }
}

LAB_PLAIN_REALLOC(hoard)

#ifndef LAB_BASE
LAB_ALLOCATOR(hoard)
LAB_CONFIGURE {
  if (param == 0 && value >= 12 && value <= 16) superblock_bytes = (size_t)1 << value;
  if (param == 1 && value <= 100) empty_percent = value;
  if (param == 2) slack = value;
  if (param == 3) powers_of_two = value;
}
#endif
