/* seq: Kumar's first version, the sequential allocator (Kumar, Proposed Idea 1): the core of kumar.h as one heap
 * without locks. Blocks are laid out as drawn there.
 *
 * malloc(0) returns NULL: the paper's versions return at once from a request that asks for nothing. */
#include "../include/lab.h"
#include "kumar.h"

static kumar_heap seq_heap;

static void *seq_malloc(size_t request) { return request ? kumar_take(&seq_heap, request) : NULL; }

static void seq_free(void *ptr) {
  if (!ptr) return;
  book_node *node = book_node_of(ptr);
  if (node->is_free) return; /* freed already */
  kumar_give(&seq_heap, node, 0);
}

static size_t seq_usable_size(void *ptr) { return kumar_usable_size(ptr); }

static void seq_walk(void) { kumar_walk(&seq_heap, -1, 0); }

#ifndef LAB_BASE
LAB_PLAIN_REALLOC(seq)
LAB_ALLOCATOR(seq)
#endif
