/* knuth.h: Knuth's dynamic storage allocation with boundary tags (The Art of Computer Programming 1, §2.5), the base
 * of FIRST, BEST and CACHE in Zorn and Grunwald's comparison (1992, Table 6).
 *
 * The search of the free list, Knuth's steps A1 to A3, is the one part that is left open: a file that includes this
 * one defines knuth_search. Reservation (A4), liberation (C1 to C5) and growth of the heap are here.
 *
 *   taken                                          free
 *   +-------+----------------------------+-------+ +-------+------+------+-------- - - -+-------+
 *   | size+1| payload                    | size+1| | size  | next | prev | unused       | size  |
 *   +-------+----------------------------+-------+ +-------+------+------+-------- - - -+-------+
 *    tag: 4  size - 8                     tag: 4    4       4      4      size - 16      4 bytes
 *
 * size counts the whole block and is a multiple of 4; the tag's low bit says that the block is taken. Tags at both
 * ends name the state of both neighbours, so liberation needs no search and the list no order. The free list is
 * doubly linked and circular through `avail`, whose place is Knuth's LOC(AVAIL). One taken tag stands before the
 * first block and one after the last, so that neither end of the heap is a special case.
 *
 * Knuth's enhancements: a roving pointer (exercise 6: a search begins where the last one ended, so that small blocks
 * do not gather at the front of the list) and no tiny remainders (step A4's constant c).
 *
 * What Knuth and the report leave open, and our choice:
 *   - c: the smallest block that can be free, 16 bytes, unless the parameter asks for more;
 *   - how the heap grows: by whole pages, and by the missing bytes only where the last block is free;
 *   - realloc: a block keeps its place when it shrinks, and moves to grow. */
#ifndef KNUTH_H
#define KNUTH_H

#include "lab.h"
#include "os.h"

typedef struct knuth_block {
  size_t tag;                      /* size + state of this block; the same word ends the block */
  struct knuth_block *next, *prev; /* neighbours on the free list; payload while taken */
} knuth_block;

#define KNUTH_TAG sizeof(size_t)
#define KNUTH_TAGS (2 * KNUTH_TAG)
#define KNUTH_MIN (sizeof(knuth_block) + KNUTH_TAG)
#define KNUTH_LARGEST ((size_t)PTRDIFF_MAX - 2 * OS_PAGE)
#define KNUTH_TAKEN 1u
#define KNUTH_CACHED 2u /* only while a layer above walks the heap: taken, but not by the program */
#define KNUTH_STATE 3u

static knuth_block knuth_avail = {0, &knuth_avail, &knuth_avail};
static knuth_block *knuth_rover = &knuth_avail; /* where the next search begins */
static char *knuth_start, *knuth_end;           /* the heap, with the guard tags at its ends */
static size_t knuth_remainder = KNUTH_MIN;      /* Knuth's c: no smaller free block comes from a split */

static void knuth_set_remainder(size_t bytes) { knuth_remainder = bytes > KNUTH_MIN ? bytes : KNUTH_MIN; }

/* Steps A1 to A3: a free block of at least `size` bytes, or NULL. */
static knuth_block *knuth_search(size_t size);

static void *knuth_payload(knuth_block *block) { return (char *)block + KNUTH_TAG; }
static knuth_block *knuth_block_of(void *ptr) { return (knuth_block *)((char *)ptr - KNUTH_TAG); }
static size_t knuth_size(const knuth_block *block) { return block->tag & ~(size_t)KNUTH_STATE; }
static size_t *knuth_foot(knuth_block *block, size_t size) { return (size_t *)((char *)block + size - KNUTH_TAG); }

static void knuth_set_tags(knuth_block *block, size_t size, size_t state) {
  block->tag = *knuth_foot(block, size) = size | state;
}

/* Bytes of the block that serves a request of at most KNUTH_LARGEST. */
static size_t knuth_block_size(size_t request) {
  size_t size = (request + KNUTH_TAGS + KNUTH_TAG - 1) & ~(size_t)(KNUTH_TAG - 1);
  return size < KNUTH_MIN ? KNUTH_MIN : size;
}

/* Deletes a block from the list. The rover steps on, for it must stand on the list. */
static void knuth_unlink(knuth_block *block, size_t size) {
  knuth_block *next = block->next, *prev = block->prev;
  STEP(UNLINK, block, size);
  prev->next = next;
  next->prev = prev;
  if (knuth_rover == block) knuth_rover = next;
}

/* A4. Reserves `size` bytes of a free block: its upper end, so that what remains keeps its place in the list. */
static knuth_block *knuth_reserve(knuth_block *block, size_t size) {
  size_t held = block->tag, rest = held - size; /* a free block's tag is its size */
  knuth_rover = block->next;
  STEP(ROVER, block->next, 0);
  if (rest < knuth_remainder) {
    knuth_unlink(block, held);
    size = held;
  } else {
    STEP(UNLINK, block, held);
    knuth_set_tags(block, rest, 0);
    STEP(SPLIT, block, rest);
    STEP(LINK, block, rest);
    block = (knuth_block *)((char *)block + rest);
  }
  knuth_set_tags(block, size, KNUTH_TAKEN);
  STEP(TAKE, block, size);
  return block;
}

/* Algorithm C. Returns `size` bytes to the list, merged with the free neighbours. */
static knuth_block *knuth_release(knuth_block *block, size_t size) {
  size_t below = *(size_t *)((char *)block - KNUTH_TAG);
  if (!(below & KNUTH_TAKEN)) { /* C1, C2: lower neighbour */
    block = (knuth_block *)((char *)block - below);
    knuth_unlink(block, below);
    size += below;
    STEP(COALESCE, block, size);
  }
  knuth_block *upper = (knuth_block *)((char *)block + size);
  size_t above = upper->tag;
  if (!(above & KNUTH_TAKEN)) { /* C3, C4: upper neighbour */
    knuth_unlink(upper, above);
    size += above;
    STEP(COALESCE, block, size);
  }
  knuth_set_tags(block, size, 0); /* C5: to the front of the list */
  knuth_block *first = knuth_avail.next;
  block->next = first;
  block->prev = &knuth_avail;
  first->prev = block;
  knuth_avail.next = block;
  STEP(LINK, block, size);
  return block;
}

static char *knuth_more(size_t bytes) {
  char *at = os_sbrk((intptr_t)bytes);
  if (at == (char *)-1) return NULL;
  STEP(GROW, at, bytes);
  knuth_end = at + bytes;
  *(size_t *)(knuth_end - KNUTH_TAG) = KNUTH_TAKEN; /* the guard of size 0 behind the last block */
  return at;
}

/* Extends the heap so that its last block is free and holds `size` bytes. NULL when the memory is exhausted. */
static __attribute__((noinline)) knuth_block *knuth_grow(size_t size) {
  if (!knuth_start) {
    size_t bytes = (size + KNUTH_TAGS + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
    char *at = knuth_more(bytes);
    if (!at) return NULL;
    knuth_start = at;
    *(size_t *)at = KNUTH_TAKEN;
    return knuth_release((knuth_block *)(at + KNUTH_TAG), bytes - KNUTH_TAGS);
  }
  size_t last = *(size_t *)(knuth_end - KNUTH_TAGS);
  size_t missing = last & KNUTH_TAKEN ? size : size - last;
  size_t bytes = (missing + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
  char *at = knuth_more(bytes);
  return at ? knuth_release((knuth_block *)(at - KNUTH_TAG), bytes) : NULL; /* the old guard becomes the header */
}

static void *knuth_malloc(size_t request) {
  if (request <= KNUTH_LARGEST) {
    size_t size = knuth_block_size(request);
    knuth_block *block = knuth_search(size);
    if (!block) block = knuth_grow(size);
    if (block) return knuth_payload(knuth_reserve(block, size));
  }
  STEP(FAIL, request, 0);
  return NULL;
}

static inline void knuth_free(void *ptr) {
  if (!ptr) return;
  knuth_block *block = knuth_block_of(ptr);
  size_t size = knuth_size(block);
  STEP(GIVE, block, size);
  knuth_release(block, size);
}

static size_t knuth_usable_size(void *ptr) { return ptr ? knuth_size(knuth_block_of(ptr)) - KNUTH_TAGS : 0; }

static void knuth_walk_block(const knuth_block *block, size_t size) {
  static const block_state states[] = {BLOCK_FREE, BLOCK_LIVE, BLOCK_FREE, BLOCK_CACHED};
  lab_walk_block(block, size, KNUTH_TAG, KNUTH_TAG, states[block->tag & KNUTH_STATE], -1);
}

static void knuth_walk(void) {
  if (!knuth_start) return;
  const char *at = knuth_start + KNUTH_TAG, *end = knuth_end - KNUTH_TAG;
  lab_walk_block(knuth_start, KNUTH_TAG, 0, 0, BLOCK_META, -1);
  for (size_t size; at < end; at += size) {
    size = knuth_size((const knuth_block *)at);
    knuth_walk_block((const knuth_block *)at, size);
  }
  lab_walk_block(end, KNUTH_TAG, 0, 0, BLOCK_META, -1);
  lab_walk_list("free list", 0);
  for (const knuth_block *block = knuth_avail.next; block != &knuth_avail; block = block->next)
    lab_walk_item(block, knuth_size(block));
}

#endif
