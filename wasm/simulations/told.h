/* told.h: a simulation tells the lab of every block that it takes or gives back, just after the allocator's call: there
 * the heap is whole and can be walked. These calls are no part of the program, as STEP is none of an allocator: the
 * observation pass does not count them, and takes them out of the plain modules. */
#ifndef TOLD_H
#define TOLD_H

#include "lab.h"

typedef enum { TOLD_TAKE = 0, TOLD_GIVE = 1 } told_kind;

#if defined(__wasm__) && !defined(LAB_NO_STEPS)
/* block, bytes: as the allocator answered and as the simulation asked. */
LAB_IMPORT(told) void lab_told(told_kind kind, const void *block, uint32_t bytes);
#define TELL(kind, block, bytes) lab_told(kind, block, (uint32_t)(bytes))
#else
#define TELL(kind, block, bytes) ((void)0)
#endif

#endif
