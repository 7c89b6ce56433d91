/* serial: Kumar's second version, a serial single heap (Kumar, Proposed Idea 2): seq behind one mutex, so that one
 * thread at a time is in the heap. Blocks are laid out as in kumar.h.
 *
 * Item 2e: the mutex is taken only if there is work, so neither for malloc(0) nor for free(NULL), and it is released
 * on every way out: block found, pages mapped, no memory, block freed already. */
#include "../include/lab.h"

#define LAB_BASE
#include "seq.c"
#undef LAB_BASE

enum { SERIAL_MUTEX = 0 };

static void *serial_malloc(size_t request) {
  if (!request) return NULL;
  lab_lock(SERIAL_MUTEX);
  void *ptr = seq_malloc(request);
  lab_unlock(SERIAL_MUTEX);
  return ptr;
}

static void serial_free(void *ptr) {
  if (!ptr) return;
  lab_lock(SERIAL_MUTEX);
  seq_free(ptr);
  lab_unlock(SERIAL_MUTEX);
}

static size_t serial_usable_size(void *ptr) { return seq_usable_size(ptr); }

static void serial_walk(void) { seq_walk(); }

#ifndef LAB_BASE
LAB_PLAIN_REALLOC(serial)
LAB_ALLOCATOR(serial)
#endif
