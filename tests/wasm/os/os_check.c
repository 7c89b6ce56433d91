/* os_check.c: the simulated OS against a plain model, natively under the sanitizers.  os_check SEED OPERATIONS
 *
 * The model is one byte a page (free, sbrk, mapped), the break, and a limit. Random calls, sound and unsound, must be
 * answered as the model says; pages are filled, must keep their contents, and must be zero when given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"

#define PAGES 96u /* of the model: the limits keep the OS below */
enum { FREE, BRK, MAPPED };

#define EXPECT(condition)                                                              \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      fprintf(stderr, "os_check: line %d: expected %s\n", __LINE__, #condition);       \
      abort();                                                                         \
    }                                                                                  \
  } while (0)

static unsigned char page_state[PAGES];
static size_t brk_at, taken, peak, limit;
static uint32_t calls;
static uint64_t random_state;

static uint32_t below(uint32_t n) {
  uint64_t z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ (z >> 31)) % n);
}

static unsigned char *heap(size_t offset) { return (unsigned char *)os_start() + offset; }

static void expect_zero(size_t from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) EXPECT(heap(from)[i] == 0);
}

/* Fills what was given, so that what is kept by mistake would be seen. */
static void given(size_t from, size_t bytes) {
  expect_zero(from, bytes);
  memset(heap(from), 0xa5, bytes);
  taken += bytes;
  if (taken > peak) peak = taken;
  calls++;
}

static int allowed(size_t bytes) { return !limit || taken + bytes <= limit; }
static size_t pages(size_t bytes) { return (bytes + OS_PAGE - 1) / OS_PAGE; }

static void grow(size_t bytes) {
  int free = allowed(bytes);
  for (size_t page = pages(brk_at); page < pages(brk_at + bytes); page++) free &= page < PAGES && page_state[page] == FREE;
  void *answer = os_sbrk((intptr_t)bytes);
  if (!free) {
    EXPECT(answer == (void *)-1);
    return;
  }
  EXPECT(answer == (void *)heap(brk_at));
  for (size_t page = pages(brk_at); page < pages(brk_at + bytes); page++) page_state[page] = BRK;
  given(brk_at, bytes);
  brk_at += bytes;
}

static void shrink(size_t bytes) {
  void *answer = os_sbrk(-(intptr_t)bytes);
  if (bytes > brk_at) {
    EXPECT(answer == (void *)-1);
    return;
  }
  EXPECT(answer == (void *)heap(brk_at));
  if (!bytes) return;
  for (size_t page = pages(brk_at - bytes); page < pages(brk_at); page++) page_state[page] = FREE;
  brk_at -= bytes;
  taken -= bytes;
  calls++;
}

/* Lowest run of free pages above the break. */
static size_t lowest(size_t count) {
  for (size_t page = pages(brk_at), run = 0; page < PAGES; page++) {
    run = page_state[page] == FREE ? run + 1 : 0;
    if (run == count) return page + 1 - count;
  }
  EXPECT(!"the model has too few pages");
  return 0;
}

static void map(size_t bytes) {
  size_t count = pages(bytes);
  void *answer = os_map(bytes);
  if (!allowed(count * OS_PAGE)) {
    EXPECT(answer == NULL);
    return;
  }
  size_t page = lowest(count);
  EXPECT(answer == (void *)heap(page * OS_PAGE));
  memset(page_state + page, MAPPED, count);
  given(page * OS_PAGE, count * OS_PAGE);
}

static void unmap(size_t page, size_t count) {
  int mapped = page >= pages(brk_at);
  for (size_t i = page; i < page + count; i++) mapped &= i < PAGES && page_state[i] == MAPPED;
  int answer = os_unmap(heap(page * OS_PAGE), count * OS_PAGE);
  EXPECT(answer == (mapped ? 0 : -1));
  if (!mapped) return;
  memset(page_state + page, FREE, count);
  taken -= count * OS_PAGE;
  calls++;
}

static size_t some_mapped_page(void) {
  size_t page = below(PAGES);
  while (page < PAGES && page_state[page] != MAPPED) page++;
  return page;
}

static void expect_account(void) {
  EXPECT(os_footprint() == taken);
  EXPECT(os_peak() == peak);
  EXPECT(os_calls() == calls);
  EXPECT(os_sbrk(0) == (void *)heap(brk_at));
  EXPECT(os_top() >= (uintptr_t)heap(brk_at));
  for (size_t page = 0; page < PAGES; page++)
    if (page_state[page] != FREE) EXPECT(heap(page * OS_PAGE)[0] == 0xa5);
}

/* What can be checked on paper, from a fresh OS. */
static void worked_example(void) {
  EXPECT(os_start() % 65536 == 0 && os_top() == os_start() && os_footprint() == 0);
  EXPECT(os_sbrk(-1) == (void *)-1);
  EXPECT(os_sbrk(INTPTR_MIN) == (void *)-1);
  EXPECT(os_map(0) == NULL && os_map(SIZE_MAX) == NULL && os_map((size_t)1 << 40) == NULL);
  EXPECT(os_sbrk(INTPTR_MAX) == (void *)-1);
  grow(100);                              /* page 0, break 100 */
  map(1);                                 /* page 1 */
  map(2 * OS_PAGE + 1);                   /* pages 2 to 4 */
  unmap(2, 1);                            /* a hole of one page */
  map(2 * OS_PAGE);                       /* does not fit the hole: pages 5 and 6 */
  map(OS_PAGE);                           /* fits the hole */
  EXPECT(page_state[2] == MAPPED && page_state[6] == MAPPED && page_state[7] == FREE);
  grow(OS_PAGE - 100);                    /* up to the mapped page, not through it */
  EXPECT(os_sbrk(1) == (void *)-1);
  EXPECT(os_unmap(heap(0), OS_PAGE) == -1);                 /* sbrk's pages are no mapping */
  EXPECT(os_unmap(heap(OS_PAGE) + 8, OS_PAGE) == -1);       /* not a page */
  EXPECT(os_unmap(heap(OS_PAGE), 100) == -1);               /* not pages */
  EXPECT(os_unmap(heap(7 * OS_PAGE), OS_PAGE) == -1);       /* not mapped */
  EXPECT(os_unmap(heap(6 * OS_PAGE), 2 * OS_PAGE) == -1);   /* the second one is not */
  EXPECT(os_top() == (uintptr_t)heap(7 * OS_PAGE) && os_footprint() == 7 * OS_PAGE && os_calls() == 7);
  unmap(1, 6);
  EXPECT(os_footprint() == OS_PAGE && os_peak() == 7 * OS_PAGE && os_top() == (uintptr_t)heap(7 * OS_PAGE));
  limit = 2 * OS_PAGE;
  os_limit(limit);
  map(OS_PAGE + 1); /* refused: would be three pages */
  grow(OS_PAGE);    /* exactly the limit */
  grow(1);          /* refused */
  expect_account();
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: os_check SEED OPERATIONS\n"), 2;
  random_state = strtoull(argv[1], NULL, 10);
  unsigned long operations = strtoul(argv[2], NULL, 10);
  worked_example();
  for (unsigned long i = 0; i < operations; i++) {
    if (i % 64 == 0) {
      limit = (8 + below(32)) * OS_PAGE; /* the model's pages suffice for twice the most that may be taken */
      os_limit(limit);
    }
    switch (below(6)) {
      case 0: grow(1 + below(3 * OS_PAGE)); break;
      case 1: shrink(below(4) ? 1 + below(2 * OS_PAGE) : brk_at + below(2)); break;
      case 2:
      case 3: map(1 + below(4 * OS_PAGE)); break;
      case 4: unmap(below(PAGES / 2), 1 + below(4)); break;
      default: unmap(some_mapped_page(), 1 + below(2)); break;
    }
    expect_account();
  }
  printf("%u calls that changed something\n", calls);
  return 0;
}
