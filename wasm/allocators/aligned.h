/* aligned.h: runs of pages that begin on a boundary of their own. No STEP stands here: the caller reports what it has
 * in the end. */
#ifndef ALIGNED_H
#define ALIGNED_H

#include "os.h"

/* Maps whole pages at a multiple of `alignment` bytes, whole pages themselves, from `origin`, a page's address. Where
 * the lowest free place is not one, a longer run is mapped and its ends go back. NULL if the system refuses. */
static inline void *map_aligned_from(size_t bytes, size_t alignment, uintptr_t origin) {
  char *at = os_map(bytes);
  if (!at || ((uintptr_t)at - origin) % alignment == 0) return at;
  size_t rounded = (bytes + OS_PAGE - 1) & ~(size_t)(OS_PAGE - 1);
  os_unmap(at, rounded);
  at = os_map(rounded + alignment - OS_PAGE);
  if (!at) return NULL;
  size_t beyond = ((uintptr_t)at - origin) % alignment, before = beyond ? alignment - beyond : 0;
  size_t behind = alignment - OS_PAGE - before;
  if (before) os_unmap(at, before);
  if (behind) os_unmap(at + before + rounded, behind);
  return at + before;
}

#endif
