/* dlmalloc.c: Doug Lea's malloc from Emscripten's own system library, compiled anew, because the library's objects are
 * for one thread. device.c (DEVICE_MUTEX) lets one thread at a time into it, as the library does with USE_LOCKS. */
#define PEER_ONLY_GROWS 0 /* it gives back the top of the heap where that is large */
#include "../allocators/peer.h"

#include <dlmalloc.c>
