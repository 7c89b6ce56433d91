/* sysv: System V's malloc, as Nicol describes it (1990, §2).
 *
 * Every freed block is on one singly linked list ordered by address. malloc takes the first block of the list that
 * is large enough and splits it; free walks the list to the block's place and merges it with both neighbours.
 *
 *   taken                                free
 *   +-------+-------------------------+  +-------+-------+-----------------+
 *   | size  | payload                 |  | size  | next  | unused          |
 *   +-------+-------------------------+  +-------+-------+-----------------+
 *    4 bytes  size - 4                    4       4        size - 8
 *
 * size counts the whole block and is a multiple of 4. Nothing in a block says whether it is free: the list does.
 *
 * What the paper leaves open, and our choice:
 *   - which part of a split block is returned: the lower one, as in V7 Unix; the upper one stays in the list;
 *   - when a remainder is too small to be a block (under 8 bytes): it stays with the block that is returned;
 *   - how the heap grows: by whole pages of 4 KiB, and by the missing bytes only where the last block is free;
 *   - realloc: a block shrinks in place, and moves to grow.
 */
#include "lab.h"
#include "os.h"

typedef struct sysv_block {
  size_t size;             /* of the whole block */
  struct sysv_block *next; /* next free block, at a higher address; payload while taken */
} sysv_block;

#define SYSV_HEADER sizeof(size_t)
#define SYSV_MIN sizeof(sysv_block)
#define SYSV_LARGEST ((size_t)PTRDIFF_MAX - OS_PAGE)

static sysv_block *sysv_free_list;  /* lowest free block */
static char *sysv_start, *sysv_end; /* the heap: blocks from end to end */

static size_t sysv_block_size(size_t request) {
  size_t size = (request + SYSV_HEADER + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1);
  return size < SYSV_MIN ? SYSV_MIN : size;
}

/* Enlarges the heap so that its last free block holds `size` bytes. last: the highest free block or NULL, which
 * *last_link names; link: where the list ends. Returns the link that names the enlarged or new block, or NULL. */
static sysv_block **sysv_grow(sysv_block *last, sysv_block **link, sysv_block **last_link, size_t size) {
  int touches = last && (char *)last + last->size == sysv_end;
  size_t missing = touches ? size - last->size : size;
  size_t bytes = (missing + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
  char *at = os_sbrk((intptr_t)bytes);
  if (at == (char *)-1) return NULL;
  STEP(GROW, at, bytes);
  if (!sysv_start) sysv_start = at;
  sysv_end = at + bytes;
  if (touches) {
    size_t old = last->size, sum = old + bytes;
    STEP(UNLINK, last, old);
    last->size = sum;
    STEP(COALESCE, last, sum);
    STEP(LINK, last, sum);
    return last_link;
  }
  sysv_block *added = (sysv_block *)at;
  added->size = bytes;
  added->next = NULL;
  *link = added;
  STEP(LINK, added, bytes);
  return link;
}

/* Takes `size` bytes from the low end of the free block that *link names; the rest keeps its place in the list. */
static sysv_block *sysv_take(sysv_block **link, size_t size) {
  sysv_block *block = *link, *next = block->next;
  size_t held = block->size;
  STEP(UNLINK, block, held);
  if (held - size >= SYSV_MIN) {
    sysv_block *rest = (sysv_block *)((char *)block + size);
    rest->size = held - size;
    rest->next = next;
    *link = rest;
    block->size = size;
    STEP(SPLIT, rest, held - size);
    STEP(LINK, rest, held - size);
  } else {
    *link = next;
    size = held;
  }
  STEP(TAKE, block, size);
  return block;
}

static void *sysv_malloc(size_t request) {
  if (request > SYSV_LARGEST) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  size_t size = sysv_block_size(request);
  sysv_block *last = NULL, **link = &sysv_free_list, **last_link = link;
  for (sysv_block *block = *link; block; block = *link) {
    size_t held = block->size;
    STEP(VISIT, block, held);
    if (held >= size) {
      STEP(FIT, block, held);
      return (char *)sysv_take(link, size) + SYSV_HEADER;
    }
    last = block;
    last_link = link;
    link = &block->next;
  }
  link = sysv_grow(last, link, last_link, size);
  if (!link) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  return (char *)sysv_take(link, size) + SYSV_HEADER;
}

/* Puts a block that is on no list into its place, merged with the free blocks that touch it. */
static void sysv_insert(sysv_block *block, size_t size) {
  sysv_block *before = NULL, *after = sysv_free_list;
  while (after && after < block) {
    STEP(VISIT, after, 0); /* its address is all that counts here: its size is not looked at */
    before = after;
    after = after->next;
  }
  if (after && (char *)block + size == (char *)after) {
    size_t after_size = after->size;
    STEP(UNLINK, after, after_size);
    size += after_size;
    after = after->next;
    STEP(COALESCE, block, size);
  }
  size_t before_size = before ? before->size : 0;
  if (before && (char *)before + before_size == (char *)block) {
    STEP(UNLINK, before, before_size);
    block = before;
    size += before_size;
    STEP(COALESCE, block, size);
  } else if (before) {
    before->next = block;
  } else {
    sysv_free_list = block;
  }
  block->size = size;
  block->next = after;
  STEP(LINK, block, size);
}

static void sysv_free(void *ptr) {
  if (!ptr) return;
  sysv_block *block = (sysv_block *)((char *)ptr - SYSV_HEADER);
  size_t size = block->size;
  STEP(GIVE, block, size);
  sysv_insert(block, size);
}

/* Blocks in address order, the list beside them; `taken` reports the blocks that are not on the list. */
static void sysv_walk_heap(void (*taken)(const sysv_block *)) {
  const sysv_block *next_free = sysv_free_list;
  for (const char *at = sysv_start; at < sysv_end; at += ((const sysv_block *)at)->size) {
    const sysv_block *block = (const sysv_block *)at;
    if (block == next_free) {
      lab_walk_block(block, block->size, SYSV_HEADER, 0, BLOCK_FREE, -1);
      next_free = block->next;
    } else {
      taken(block);
    }
  }
  lab_walk_list("free list", 0);
  for (const sysv_block *block = sysv_free_list; block; block = block->next) lab_walk_item(block, block->size);
}

#ifndef LAB_BASE
/* What a layer above replaces by its own. */

static size_t sysv_usable_size(void *ptr) {
  return ptr ? ((sysv_block *)((char *)ptr - SYSV_HEADER))->size - SYSV_HEADER : 0;
}

/* A block that grows: a new one, a copy, a free. */
static void *sysv_move(void *ptr, size_t held, size_t request) {
  void *moved = sysv_malloc(request);
  if (!moved) return NULL;
  STEP(COPY, moved, held);
  memcpy(moved, ptr, held);
  sysv_free(ptr);
  return moved;
}

static void *sysv_realloc(void *ptr, size_t request) {
  if (!ptr) return sysv_malloc(request);
  if (!request) {
    sysv_free(ptr);
    return NULL;
  }
  sysv_block *block = (sysv_block *)((char *)ptr - SYSV_HEADER);
  size_t held = block->size;
  if (request > held - SYSV_HEADER) return sysv_move(ptr, held - SYSV_HEADER, request);
  size_t size = sysv_block_size(request);
  if (held - size >= SYSV_MIN) {
    sysv_block *rest = (sysv_block *)((char *)block + size);
    block->size = size;
    STEP(SPLIT, rest, held - size);
    sysv_insert(rest, held - size);
  }
  return ptr;
}

static void sysv_report_live(const sysv_block *block) {
  lab_walk_block(block, block->size, SYSV_HEADER, 0, BLOCK_LIVE, -1);
}

static void sysv_walk(void) { sysv_walk_heap(sysv_report_live); }

LAB_ALLOCATOR(sysv)
#endif
