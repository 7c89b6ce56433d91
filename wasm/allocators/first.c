/* first: Knuth's first fit with his enhancements, FIRST in Zorn and Grunwald's comparison (1992, Table 6). Blocks,
 * tags and the free list: knuth.h.
 *
 * The first block of the list that is large enough is taken. "First" is counted from the roving pointer: round the
 * circular list once, from where the last search ended. */
#include "knuth.h"

/* A2, A3 over the part of the list from `block` up to, and without, `end`. */
static inline knuth_block *first_in(knuth_block *block, const knuth_block *end, size_t size) {
  for (; block != end; block = block->next) {
    size_t held = block->tag;
    STEP(VISIT, block, held);
    if (held >= size) {
      STEP(FIT, block, held);
      return block;
    }
  }
  return NULL;
}

static knuth_block *knuth_search(size_t size) {
  knuth_block *rover = knuth_rover; /* A1 */
  STEP(ROVER, rover, 0);
  knuth_block *block = first_in(rover, &knuth_avail, size);
  return block ? block : first_in(knuth_avail.next, rover, size);
}

#ifndef LAB_BASE
LAB_PLAIN_REALLOC(knuth)
LAB_ALLOCATOR(knuth)
LAB_CONFIGURE {
  if (param == 0) knuth_set_remainder(value);
}
#endif
