/* peer.h: the C library's sbrk over the simulated OS, for allocators that come from Emscripten's system library.
 * PEER_ONLY_GROWS: whether a negative increment is refused. */
#ifndef PEER_H
#define PEER_H

#include "lab.h"
#include "os.h"

/* The same answers as sbrk(2): the old break, or (void *)-1. */
void *sbrk(intptr_t increment) {
  void *old = PEER_ONLY_GROWS && increment < 0 ? (void *)-1 : os_sbrk(increment);
  if (old == (void *)-1) STEP(FAIL, increment, 0);
  else if (increment) STEP(GROW, old, increment);
  return old;
}

#endif
