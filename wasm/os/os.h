/* os.h: the simulated operating system below every allocator. It accounts every byte that it gives.
 *
 *   start                                       break                        top
 *   |  pages taken with os_sbrk, contiguous     |  pages of os_map, with gaps |
 *
 * os_sbrk works as on Unix while no mapped page stands in its way; an allocator uses one or the other. */
#ifndef OS_H
#define OS_H

#include <stddef.h>
#include <stdint.h>

#define OS_PAGE 4096u

/* Extends the heap by `increment` bytes filled with zeros (0 asks where the break is; negative gives back). Answers the
 * old break, or (void *)-1 on failure. */
void *os_sbrk(intptr_t increment);
/* Maps `bytes` rounded up to pages at the lowest address where they fit, filled with zeros. NULL on failure. */
void *os_map(size_t bytes);
/* Gives back whole pages; the address and the length are multiples of OS_PAGE. 0, or -1 if they were not mapped. */
int os_unmap(void *address, size_t bytes);

/* Accounting, exported to the lab. All in bytes; addresses are those of the module's linear memory. */
uintptr_t os_start(void);    /* where the heap begins: a multiple of 64 KiB */
uintptr_t os_top(void);      /* one past the highest byte ever taken */
size_t os_footprint(void);   /* taken now */
size_t os_peak(void);        /* most ever taken */
uint32_t os_calls(void);     /* calls of os_sbrk, os_map and os_unmap that changed something */
void os_limit(size_t bytes); /* refuse to exceed this footprint; 0 lifts the limit */

#endif
