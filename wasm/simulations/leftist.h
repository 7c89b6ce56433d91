/* leftist.h: a priority queue as a leftist tree (Crane 1972; Knuth, TAOCP vol. 3, §5.2.3): pushing and popping take
 * logarithmic time, and each item has a node that comes from the allocator.
 *
 *          3           A parent comes before its children. A node's rank is the length of its shortest way down to a
 *        /   \         missing child; the left child's is never below the right one's, so the right spine of a tree
 *       5     4        with n nodes has at most log2(n + 1) of them. Merging two trees walks their right spines.
 *      / \
 *     9   7                                                                                                         */
#ifndef LEFTIST_H
#define LEFTIST_H

#include "blocks.h"

typedef struct leftist {
  struct leftist *left, *right;
  uint32_t rank; /* of a missing child: 0 */
  void *item;
} leftist;

typedef bool (*leftist_order)(const void *a, const void *b); /* true: a comes before b */

static leftist *leftist_merge(leftist *a, leftist *b, leftist_order before) {
  if (!a) return b;
  if (!b) return a;
  if (before(b->item, a->item)) {
    leftist *swap = a;
    a = b;
    b = swap;
  }
  leftist *right = leftist_merge(a->right, b, before), *left = a->left;
  uint32_t left_rank = left ? left->rank : 0;
  if (left_rank < right->rank) {
    a->left = right;
    a->right = left;
    a->rank = left_rank + 1;
  } else {
    a->right = right;
    a->rank = right->rank + 1;
  }
  return a;
}

/* False where there is no memory for the node. */
static inline bool leftist_push(leftist **root, void *item, leftist_order before) {
  leftist *node = block_take(sizeof *node);
  if (!node) return false;
  *node = (leftist){NULL, NULL, 1, item};
  *root = leftist_merge(*root, node, before);
  return true;
}

/* The first item; the tree holds one at least. */
static inline void *leftist_pop(leftist **root, leftist_order before) {
  leftist *first = *root;
  void *item = first->item;
  *root = leftist_merge(first->left, first->right, before);
  block_give(first, sizeof *first);
  return item;
}

#endif
