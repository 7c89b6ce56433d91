/* build: -sMALLOC=dlmalloc -sEXPORTED_FUNCTIONS=_malloc,_free,_realloc,_malloc_usable_size */
/* dlmalloc: Doug Lea's malloc as Emscripten links it, a peer of the allocators that are written here. Its code comes
 * from Emscripten's system library; here is only the sbrk below it, so that its footprint is accounted. */

#define PEER_ONLY_GROWS 0 /* it gives back the top of the heap where that is large */
#include "peer.h"
