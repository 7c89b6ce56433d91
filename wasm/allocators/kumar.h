/* kumar.h: the core of Kumar's three allocators (D. D. Kumar, "Memory Allocator for OpenMP Programs", Proposed Idea 1).
 *
 * A book-keeping node stands in front of every block and links all blocks of a heap in address order. A free block
 * holds a free-list node besides; the free list is doubly linked, newest first, and searched for the best fit.
 * Memory comes from the operating system by whole pages and goes back to it as soon as free blocks cover pages.
 *
 *   taken                                          free
 *   +------+---------+------+------+-----------+   +------+---------+------+------+-------+------+------+--------+
 *   | size | is_free | next | prev | payload   |   | size | is_free | next | prev | block | prev | next | unused |
 *   +------+---------+------+------+-----------+   +------+---------+------+------+-------+------+------+--------+
 *    4      4         4      4      size - 16       4      4         4      4      4       4      4      size - 28
 *   |<-- book-keeping node, 16 -->|                |<-- book-keeping node, 16 -->|<- free-list node ->|
 *
 * size counts the whole block, its node included, and is a multiple of the word (4 bytes).
 *
 * What the paper leaves open, and our choice:
 *   - where the nodes live: as drawn. A remainder is therefore split off only if it holds both nodes (28 bytes); the
 *     paper names the book-keeping node alone;
 *   - among best fits of one size: the first of the list, which is the newest; the search ends at an exact fit;
 *   - a merged block enters the list at the front, like any block that has just become free;
 *   - a new mapping that touches a free block behind it takes that block in before it is split, so that two free
 *     blocks never lie side by side; mappings with a gap between them are never merged;
 *   - a residue behind unmapped pages that is too small for both nodes keeps the last page with it. */
#ifndef KUMAR_H
#define KUMAR_H

#include "../include/lab.h"
#include "../os/os.h"

typedef struct book_node {
  size_t size;                   /* of the whole block */
  size_t is_free;                /* 1: on the free list, 0: handed to the program */
  struct book_node *next, *prev; /* blocks at the next higher and lower address, perhaps of another mapping */
} book_node;

typedef struct free_node {
  book_node *block;
  struct free_node *prev, *next;
} free_node;

typedef struct {
  book_node *first;       /* lowest block */
  book_node *recent;      /* a block at or near the last place that was sought; NULL while the heap has no block */
  free_node *free_list;   /* newest free block */
  size_t pages;           /* mapped now */
} kumar_heap;

#define KUMAR_LEAST (sizeof(book_node) + sizeof(free_node)) /* bytes of the smallest block */
#define KUMAR_LARGEST ((size_t)PTRDIFF_MAX - OS_PAGE)       /* largest request that cannot overflow */

static free_node *free_node_of(book_node *node) { return (free_node *)(node + 1); }
static book_node *book_node_of(void *ptr) { return (book_node *)ptr - 1; }
static int touches(const book_node *node, size_t size, const book_node *next) {
  return (const char *)node + size == (const char *)next;
}

/* Size of the block that holds `request` bytes, aligned to the word. */
static size_t kumar_block_size(size_t request) {
  size_t size = (sizeof(book_node) + request + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1);
  return size < KUMAR_LEAST ? KUMAR_LEAST : size;
}

static void link_free(kumar_heap *heap, book_node *node, size_t size) {
  free_node *item = free_node_of(node), *front = heap->free_list;
  node->is_free = 1;
  item->block = node;
  item->prev = NULL;
  item->next = front;
  if (front) front->prev = item;
  heap->free_list = item;
  STEP(LINK, node, size);
}

static void unlink_free(kumar_heap *heap, book_node *node, size_t size) {
  free_node *item = free_node_of(node), *prev = item->prev, *next = item->next;
  if (prev) prev->next = next;
  else heap->free_list = next;
  if (next) next->prev = prev;
  STEP(UNLINK, node, size);
}

/* Enters a node in the list of book-keeping nodes; before: the block below it, or NULL. */
static void insert_node(kumar_heap *heap, book_node *node, book_node *before) {
  book_node *next = before ? before->next : heap->first;
  node->prev = before;
  node->next = next;
  if (next) next->prev = node;
  if (before) before->next = node;
  else heap->first = node;
}

static void remove_node(kumar_heap *heap, book_node *node) {
  book_node *next = node->next, *prev = node->prev;
  if (next) next->prev = prev;
  if (prev) prev->next = next;
  else heap->first = next;
  if (heap->recent == node) heap->recent = prev ? prev : next;
}

/* Cuts a block after `size` bytes; the part behind becomes a block that is on no list yet. */
static book_node *split(kumar_heap *heap, book_node *node, size_t size, size_t rest_size) {
  book_node *rest = (book_node *)((char *)node + size);
  node->size = size;
  rest->size = rest_size;
  insert_node(heap, rest, node);
  STEP(SPLIT, rest, rest_size);
  return rest;
}

/* Makes one block of two that touch and are on no list. Returns its size. */
static size_t fuse(kumar_heap *heap, book_node *node, book_node *next, size_t sum) {
  remove_node(heap, next);
  node->size = sum;
  STEP(COALESCE, node, sum);
  return sum;
}

/* Takes the block behind into a block that is on no list, if that one is free and touches it. Returns the size. */
static size_t merge_next(kumar_heap *heap, book_node *node, size_t size) {
  book_node *next = node->next;
  if (!next || !next->is_free || !touches(node, size, next)) return size;
  size_t more = next->size;
  unlink_free(heap, next, more);
  return fuse(heap, node, next, size + more);
}

/* The same with the block in front. Returns where the block begins now. */
static book_node *merge_prev(kumar_heap *heap, book_node *node, size_t size) {
  book_node *prev = node->prev;
  if (!prev || !prev->is_free) return node;
  size_t more = prev->size;
  if (!touches(prev, more, node)) return node;
  unlink_free(heap, prev, more);
  fuse(heap, prev, node, more + size);
  return prev;
}

/* Best fit: the smallest free block of at least `wanted` bytes; NULL if there is none. */
static book_node *find_free_block(kumar_heap *heap, size_t wanted) {
  book_node *best = NULL;
  size_t best_size = SIZE_MAX;
  for (free_node *item = heap->free_list; item && best_size != wanted; item = item->next) {
    book_node *node = item->block;
    size_t size = node->size;
    STEP(VISIT, node, size);
    if (size < wanted || size >= best_size) continue;
    best = node;
    best_size = size;
  }
  return best;
}

/* Maps pages for a block of `wanted` bytes: a block that is on no list, larger than wanted by up to a page and by
 * the free block behind it. NULL if the operating system refuses. */
static book_node *map_block(kumar_heap *heap, size_t wanted) {
  size_t bytes = (wanted + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
  book_node *node = os_map(bytes);
  if (!node) return NULL;
  STEP(MAP, node, bytes);
  book_node *before = heap->recent; /* mappings come near each other: seek the place from the last one */
  while (before && before > node) before = before->prev;
  while (before && before->next && before->next < node) before = before->next;
  insert_node(heap, node, before);
  node->size = bytes;
  heap->recent = node;
  heap->pages += bytes / OS_PAGE;
  merge_next(heap, node, bytes);
  return node;
}

/* The allocation of item d. request: not 0. NULL if no memory can be had. */
static void *kumar_take(kumar_heap *heap, size_t request) {
  book_node *node = NULL;
  size_t wanted = 0;
  if (request <= KUMAR_LARGEST) {
    wanted = kumar_block_size(request);
    node = find_free_block(heap, wanted);
    if (node) {
      size_t found = node->size;
      STEP(FIT, node, found);
      unlink_free(heap, node, found);
    } else {
      node = map_block(heap, wanted);
    }
  }
  if (!node) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  size_t size = node->size;
  if (size - wanted >= KUMAR_LEAST) {
    book_node *rest = split(heap, node, wanted, size - wanted);
    link_free(heap, rest, size - wanted);
    size = wanted;
  }
  node->is_free = 0;
  STEP(TAKE, node, size);
  return node + 1;
}

/* Unmaps the whole pages of a block that is on no list and begins on a page boundary; the residue becomes a free
 * block. Returns 0, and does nothing, where fewer than `kept` pages would stay mapped. */
static int unmap_pages(kumar_heap *heap, book_node *node, size_t size, size_t kept) {
  size_t residue = size % OS_PAGE;
  if (residue && residue < KUMAR_LEAST) residue += OS_PAGE;
  size_t bytes = size - residue, pages = bytes / OS_PAGE;
  if (pages == 0 || heap->pages < pages + kept) return 0;
  if (residue) link_free(heap, split(heap, node, bytes, residue), residue);
  remove_node(heap, node);
  os_unmap(node, bytes);
  STEP(UNMAP, node, bytes);
  heap->pages -= pages;
  return 1;
}

/* The free of item e: merges the block with its free neighbours, then unmaps it if it exceeds a page and begins on a
 * page boundary, so that `kept` pages stay mapped; else it enters the free list. */
static void kumar_give(kumar_heap *heap, book_node *node, size_t kept) {
  size_t size = node->size;
  STEP(GIVE, node, size);
  size = merge_next(heap, node, size);
  node = merge_prev(heap, node, size);
  size = node->size;
  int unmappable = size > OS_PAGE && (uintptr_t)node % OS_PAGE == 0;
  if (!unmappable || !unmap_pages(heap, node, size, kept)) link_free(heap, node, size);
}

static size_t kumar_usable_size(void *ptr) { return ptr ? book_node_of(ptr)->size - sizeof(book_node) : 0; }

/* display_mem_map and display_free_list of item f, for the lab: the mapped pages, every block, and the free list. */
static void kumar_walk(const kumar_heap *heap, int32_t owner, uint32_t number) {
  const char *run = NULL, *end = NULL;
  for (const book_node *node = heap->first; node; node = node->next) {
    if ((const char *)node != end) {
      if (run) lab_walk_region("pages", run, (size_t)(end - run), owner, 0);
      run = (const char *)node;
    }
    end = (const char *)node + node->size;
    lab_walk_block(node, node->size, node->is_free ? KUMAR_LEAST : sizeof(book_node), 0,
                   node->is_free ? BLOCK_FREE : BLOCK_LIVE, owner);
  }
  if (run) lab_walk_region("pages", run, (size_t)(end - run), owner, 0);
  lab_walk_list("free list", number);
  for (const free_node *item = heap->free_list; item; item = item->next) lab_walk_item(item->block, item->block->size);
}

#endif
