/* best: first.c changed to best fit, BEST in Zorn and Grunwald's comparison (1992, Table 6). Blocks, tags and the
 * free list: knuth.h.
 *
 * Of all blocks of the list that are large enough the smallest is taken; of several such ones, the first after the
 * roving pointer. The report says that BEST scans the entire list (§4.4), so an exact fit does not end the search. */
#include "knuth.h"

typedef struct {
  knuth_block *block;
  size_t held;
} best_choice;

/* A2, A3 over the part of the list from `block` up to, and without, `end`: what beats the choice replaces it. */
static inline best_choice best_in(knuth_block *block, const knuth_block *end, size_t size, best_choice best) {
  for (; block != end; block = block->next) {
    size_t held = block->tag;
    STEP(VISIT, block, held);
    if (held >= size && held < best.held) {
      STEP(FIT, block, held);
      best = (best_choice){block, held};
    }
  }
  return best;
}

static knuth_block *knuth_search(size_t size) {
  knuth_block *rover = knuth_rover; /* A1 */
  STEP(ROVER, rover, 0);
  best_choice best = best_in(rover, &knuth_avail, size, (best_choice){NULL, SIZE_MAX});
  return best_in(knuth_avail.next, rover, size, best).block;
}

#ifndef LAB_BASE
LAB_PLAIN_REALLOC(knuth)
LAB_ALLOCATOR(knuth)
LAB_CONFIGURE {
  if (param == 0) knuth_set_remainder(value);
}
#endif
