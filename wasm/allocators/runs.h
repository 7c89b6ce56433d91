/* runs.h: runs of pages that begin on a boundary of their own, for allocators that find a block's header or buddy by
 * its address; and a map of where runs begin, so that heap_walk meets them in address order. No STEP stands here. */
#ifndef RUNS_H
#define RUNS_H

#include "../include/lab.h"
#include "../os/os.h"
#include "aligned.h"

#define RUN_PAGES (1u << 20) /* 4 GiB of 4 KiB pages */

static uint32_t run_starts[RUN_PAGES / 32]; /* one bit a page */

static uint32_t run_page(const void *run) { return (uint32_t)(((uintptr_t)run - os_start()) / OS_PAGE); }

/* Processors set and clear bits of one word without a common lock, hence the atomic operations. */
static void run_begins(const void *run) {
  uint32_t page = run_page(run);
  __atomic_fetch_or(&run_starts[page / 32], 1u << page % 32, __ATOMIC_RELAXED);
}

static inline __attribute__((unused)) void run_ends(const void *run) {
  uint32_t page = run_page(run);
  __atomic_fetch_and(&run_starts[page / 32], ~(1u << page % 32), __ATOMIC_RELAXED);
}

/* First run that begins at or behind `from`; NULL behind the last one. */
static char *run_from(const char *from) {
  uint32_t page = run_page(from), end = run_page((char *)os_top() + OS_PAGE - 1);
  while (page < end) {
    uint32_t bits = run_starts[page / 32] >> page % 32;
    if (bits) return (char *)os_start() + (uintptr_t)(page + (uint32_t)__builtin_ctz(bits)) * OS_PAGE;
    page = (page / 32 + 1) * 32;
  }
  return NULL;
}

static char *first_run(void) { return run_from((char *)os_start()); }

/* Maps whole pages at an address that is a multiple of `alignment`. NULL if the operating system refuses. */
static inline void *map_aligned(size_t bytes, size_t alignment) { return map_aligned_from(bytes, alignment, 0); }

#endif
