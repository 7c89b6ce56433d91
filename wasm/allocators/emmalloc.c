/* build: -sMALLOC=emmalloc -sEXPORTED_FUNCTIONS=_malloc,_free,_realloc,_malloc_usable_size */
/* emmalloc: Emscripten's small malloc, a peer of the allocators that are written here. Its code comes from
 * Emscripten's system library; here is only the sbrk below it, so that its footprint is accounted, and a guard.
 *
 * A request of 2 GiB and more would wrap round in it: malloc hands it to sbrk, where it arrives as a negative number,
 * takes memory back and is served on top of it; realloc finds its end below its start and answers with the old block.
 * emmalloc never gives memory back by itself, so a negative increment is refused, and realloc looks at its size first. */
#define PEER_ONLY_GROWS 1
#include "peer.h"

void *emmalloc_realloc(void *ptr, size_t size);

void *realloc(void *ptr, size_t size) {
  if (size <= PTRDIFF_MAX) return emmalloc_realloc(ptr, size);
  STEP(FAIL, size, 0);
  return NULL;
}
