/* bsd: Kingsley's allocator of 4.2BSD, the "scalable malloc" of Nicol (1990, §2), BSD in Zorn and Grunwald's Table 6.
 *
 * A block is 2^j bytes, of which 2^j - 4 are the program's. Each j has a list of free blocks, last in first out.
 * Nothing is ever split or coalesced, also where Table 6 calls it "buddy-based".
 *
 *   taken                                  free
 *   +--------+--------------------------+  +--------+--------------------------+
 *   | j      | payload                  |  | next   | unused                   |
 *   +--------+--------------------------+  +--------+--------------------------+
 *    4 bytes   2^j - 4                      4         2^j - 4                     j = 3 … 30
 *
 * When a list is empty 4.2BSD obtains 2 KiB from the system, or one block where that is larger, and carves it into
 * blocks of this size; Nicol instead says that "a larger block is returned" (§2; and §4.2: "4 or more times larger"):
 * the parameter `empty` chooses. A larger block that was taken so keeps its own size and goes back to its own list.
 */
#include "lab.h"
#include "os.h"

typedef union bsd_block {
  union bsd_block *next; /* free: the block freed before this one */
  size_t bucket;         /* taken: j, which is never an address */
} bsd_block;

#define BSD_HEADER sizeof(bsd_block)
#define BSD_SMALLEST (BSD_HEADER == 4 ? 3u : 4u)
#define BSD_BIGGEST 30u
#define BSD_RUN 2048u /* least bytes carved at once */

enum { BSD_CARVE = 0, BSD_LARGER = 1 }; /* values of `empty` */

static bsd_block *bsd_lists[BSD_BIGGEST + 1];
static uint32_t bsd_empty = BSD_CARVE;
static size_t bsd_run = BSD_RUN;

/* For heap_walk alone: j of the blocks in each run, where the run begins. A free block does not know its size. */
static uint8_t bsd_run_bucket[((uint64_t)1 << 32) / BSD_RUN];
static char *bsd_start, *bsd_end;

/* Fills an empty list from the system. 0 on failure. */
static int bsd_carve(uint32_t bucket) {
  size_t bytes = (size_t)1 << bucket, run = bytes < bsd_run ? bsd_run : bytes, count = run >> bucket;
  char *at = os_sbrk((intptr_t)run);
  if (at == (char *)-1) return 0;
  STEP(GROW, at, run);
  if (!bsd_start) bsd_start = at;
  bsd_end = at + run;
  bsd_run_bucket[(size_t)(at - bsd_start) / BSD_RUN] = (uint8_t)bucket;
  STEP(REFILL, at, count);
  bsd_block *block = (bsd_block *)at;
  bsd_lists[bucket] = block;
  STEP(LINK, block, bytes);
  while (--count) {
    bsd_block *above = (bsd_block *)((char *)block + bytes);
    block->next = above;
    block = above;
    STEP(LINK, block, bytes);
  }
  block->next = NULL;
  return 1;
}

/* The list that serves a bucket whose own list is empty, or 0. */
static uint32_t bsd_refill(uint32_t bucket) {
  if (bsd_empty == BSD_LARGER)
    for (uint32_t larger = bucket + 1; larger <= BSD_BIGGEST; larger++)
      if (bsd_lists[larger]) return larger;
  return bsd_carve(bucket) ? bucket : 0;
}

static void *bsd_malloc(size_t request) {
  uint32_t bucket = BSD_SMALLEST;
  size_t bytes = (size_t)1 << BSD_SMALLEST;
  if (request > ((size_t)1 << BSD_BIGGEST) - BSD_HEADER) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  while (bytes - BSD_HEADER < request) {
    bytes <<= 1;
    bucket++;
  }
  STEP(CLASS, bucket, bytes);
  bsd_block *block = bsd_lists[bucket];
  if (!block) {
    bucket = bsd_refill(bucket);
    if (!bucket) {
      STEP(FAIL, request, 0);
      return NULL;
    }
    block = bsd_lists[bucket];
  }
  bsd_lists[bucket] = block->next;
  STEP(UNLINK, block, (size_t)1 << bucket);
  block->bucket = bucket;
  STEP(TAKE, block, (size_t)1 << bucket);
  return block + 1;
}

static void bsd_free(void *ptr) {
  if (!ptr) return;
  bsd_block *block = (bsd_block *)ptr - 1;
  size_t bucket = block->bucket;
  STEP(GIVE, block, (size_t)1 << bucket);
  block->next = bsd_lists[bucket];
  bsd_lists[bucket] = block;
  STEP(LINK, block, (size_t)1 << bucket);
}

static size_t bsd_usable_size(void *ptr) {
  return ptr ? ((size_t)1 << ((bsd_block *)ptr - 1)->bucket) - BSD_HEADER : 0;
}

/* As in 4.2BSD a block stays where it is only while its size is the smallest that fits. */
static void *bsd_realloc(void *ptr, size_t request) {
  if (!ptr) return bsd_malloc(request);
  if (!request) {
    bsd_free(ptr);
    return NULL;
  }
  size_t bucket = ((bsd_block *)ptr - 1)->bucket, usable = ((size_t)1 << bucket) - BSD_HEADER;
  int fits = request <= usable;
  if (fits && (bucket == BSD_SMALLEST || request > ((size_t)1 << (bucket - 1)) - BSD_HEADER)) return ptr;
  void *moved = bsd_malloc(request);
  if (!moved) return fits ? ptr : NULL;
  size_t kept = fits ? request : usable;
  STEP(COPY, moved, kept);
  memcpy(moved, ptr, kept);
  bsd_free(ptr);
  return moved;
}

static void bsd_walk(void) {
  for (char *run = bsd_start; run < bsd_end;) {
    uint32_t bucket = bsd_run_bucket[(size_t)(run - bsd_start) / BSD_RUN];
    size_t bytes = (size_t)1 << bucket;
    char *end = run + (bytes < bsd_run ? bsd_run : bytes);
    for (; run < end; run += bytes) {
      int taken = ((bsd_block *)run)->bucket == bucket;
      lab_walk_block(run, bytes, BSD_HEADER, 0, taken ? BLOCK_LIVE : BLOCK_FREE, -1);
    }
  }
  for (uint32_t bucket = BSD_SMALLEST; bucket <= BSD_BIGGEST; bucket++) {
    lab_walk_list("blocks of", 1u << bucket);
    for (bsd_block *block = bsd_lists[bucket]; block; block = block->next) lab_walk_item(block, (size_t)1 << bucket);
  }
}

#ifndef LAB_BASE
LAB_CONFIGURE {
  if (param == 0) bsd_empty = value;
  if (param == 1)
    for (bsd_run = BSD_RUN; bsd_run * 2 <= value;) bsd_run *= 2;
}
LAB_ALLOCATOR(bsd)
#endif
