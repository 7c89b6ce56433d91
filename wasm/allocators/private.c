/* private: pure private heaps, the third kind of Kumar's taxonomy (STL's pthread_alloc and Cilk work so).
 *
 * Each thread has a heap: a LIFO list of free blocks for every power of two. A thread takes blocks from its own heap
 * and puts every block that it frees there, whoever allocated it; no heap is ever touched by another thread, so there
 * is no lock. Blocks never merge and pages never go back: a block that one thread always allocates and another always
 * frees makes the second one's heap grow without bound, and its line is handed on to a third one (passive false
 * sharing).
 *
 *   taken                              free
 *   +-----+-------------------------+  +-----+------+--------------------+
 *   | tag | payload                 |  | tag | next | unused             |
 *   +-----+-------------------------+  +-----+------+--------------------+
 *    4     2^k - 4                      4     4      2^k - 8
 *
 *   tag:  | heap (24 bits) | 0 0 | k (5 bits) | live (1 bit) |     a tag of 0: never carved
 *
 * heap is the one that last took or got the block. A class without free blocks carves the next block from its run of
 * pages; a used-up run is followed by a new one of max(page, 2^k) bytes. */
#include "../include/lab.h"
#include "../os/os.h"
#include "runs.h"

enum { MOST_THREADS = 64, CLASSES = 32, LIVE = 1 };

typedef struct private_block {
  size_t tag;
  struct private_block *next; /* payload while taken */
} private_block;

typedef struct {
  private_block *free[CLASSES]; /* newest free block of 2^k bytes */
  char *fresh[CLASSES];         /* next byte to carve of the class's run, */
  char *end[CLASSES];           /* and where the run ends */
} private_heap;

static private_heap heaps[MOST_THREADS];

#define TAG_BYTES sizeof(size_t)
#define PRIVATE_LARGEST ((size_t)1 << 31)

/* k of the smallest class whose blocks hold `request` bytes and their tag. */
static uint32_t class_of(size_t request) {
  size_t size = request + TAG_BYTES;
  if (size < sizeof(private_block)) size = sizeof(private_block);
  return 32 - (uint32_t)__builtin_clz((uint32_t)(size - 1));
}

static size_t tag_of(uint32_t heap, uint32_t class, uint32_t live) { return (size_t)heap << 8 | class << 1 | live; }
static uint32_t tag_class(size_t tag) { return (uint32_t)tag >> 1 & (CLASSES - 1); }

/* A block that was never used, from the class's run or a new one. NULL if the operating system refuses. */
static private_block *carve(private_heap *heap, uint32_t class) {
  size_t bytes = (size_t)1 << class;
  char *fresh = heap->fresh[class];
  if (fresh == heap->end[class]) {
    size_t run = bytes < OS_PAGE ? OS_PAGE : bytes;
    fresh = os_map(run);
    if (!fresh) return NULL;
    run_begins(fresh);
    heap->end[class] = fresh + run;
    STEP(MAP, fresh, run);
  }
  heap->fresh[class] = fresh + bytes;
  return (private_block *)fresh;
}

static void *private_malloc(size_t request) {
  if (request > PRIVATE_LARGEST - TAG_BYTES) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  uint32_t thread = lab_cpu(), class = class_of(request);
  private_heap *heap = &heaps[thread];
  STEP(HEAP, thread, thread);
  STEP(CLASS, class, (size_t)1 << class);
  private_block *block = heap->free[class];
  if (block) {
    heap->free[class] = block->next;
    STEP(UNLINK, block, (size_t)1 << class);
  } else if (!(block = carve(heap, class))) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  block->tag = tag_of(thread, class, LIVE);
  STEP(TAKE, block, (size_t)1 << class);
  return (char *)block + TAG_BYTES;
}

static private_block *block_of(void *ptr) { return (private_block *)((char *)ptr - TAG_BYTES); }

static void private_free(void *ptr) {
  if (!ptr) return;
  private_block *block = block_of(ptr);
  uint32_t thread = lab_cpu(), class = tag_class(block->tag);
  private_heap *heap = &heaps[thread];
  STEP(GIVE, block, (size_t)1 << class);
  STEP(HEAP, thread, thread);
  block->tag = tag_of(thread, class, 0);
  block->next = heap->free[class];
  heap->free[class] = block;
  STEP(LINK, block, (size_t)1 << class);
}

static size_t private_usable_size(void *ptr) {
  return ptr ? ((size_t)1 << tag_class(block_of(ptr)->tag)) - TAG_BYTES : 0;
}

/* The heap whose run goes on at `fresh`. */
static int32_t carver_of(const char *fresh, uint32_t class) {
  for (int32_t i = 0; i < MOST_THREADS; i++)
    if (heaps[i].fresh[class] == fresh) return i;
  return -1;
}

/* Reports a run; its first block is always carved and tells the class. Returns where the run ends. */
static const char *walk_run(const char *run) {
  uint32_t class = tag_class(((const private_block *)run)->tag);
  size_t bytes = (size_t)1 << class;
  const char *at = run, *end = run + (bytes < OS_PAGE ? OS_PAGE : bytes);
  lab_walk_region("run", run, (size_t)(end - run), -1, 0);
  for (size_t tag; at < end && (tag = ((const private_block *)at)->tag); at += bytes)
    lab_walk_block(at, bytes, TAG_BYTES, 0, tag & LIVE ? BLOCK_LIVE : BLOCK_FREE, (int32_t)(tag >> 8));
  if (at < end) lab_walk_block(at, (size_t)(end - at), 0, 0, BLOCK_UNUSED, carver_of(at, class));
  return end;
}

static void private_walk(void) {
  for (const char *run = first_run(); run; run = run_from(run)) run = walk_run(run);
  for (uint32_t i = 0; i < MOST_THREADS; i++) {
    for (uint32_t class = 0; class < CLASSES; class++) {
      if (!heaps[i].free[class]) continue;
      lab_walk_list("free list of heap", i);
      for (private_block *block = heaps[i].free[class]; block; block = block->next)
        lab_walk_item(block, (size_t)1 << class);
    }
  }
}

LAB_PLAIN_REALLOC(private)

#ifndef LAB_BASE
LAB_ALLOCATOR(private)
#endif
