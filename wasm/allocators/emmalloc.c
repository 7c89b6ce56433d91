/* build: -sMALLOC=emmalloc -sEXPORTED_FUNCTIONS=_malloc,_free,_realloc,_malloc_usable_size */
/* emmalloc: Emscripten's small malloc, a peer of the allocators that are written here. Its code comes from
 * Emscripten's system library; here is only the sbrk below it, so that its footprint is accounted. */

/* It hands the size of a request to sbrk as it is, so that one of more than 2 GiB would arrive as a negative number,
 * take memory back and be served on top of it. emmalloc never gives back by itself: here such a request fails. */
#define PEER_ONLY_GROWS 1
#include "peer.h"
