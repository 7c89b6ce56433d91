/* ssmalloc: Nicol's "scalable space-efficient malloc" (1990, §3 and Figure 1): freed blocks cached by exact size, over
 * System V's malloc.
 *
 * A table holds L lists, each of freed blocks of one size. A request takes a block from the list of its size, and asks
 * sysv only where that list is empty; a freed block goes back to its size's list and not to sysv.
 *
 *   taken                                      cached
 *   +-------+-------+----------------------+   +-------+-------+----------------------+
 *   | sysv  | n     | payload              |   | sysv  | next  | unused               |
 *   +-------+-------+----------------------+   +-------+-------+----------------------+
 *    4 bytes 4       n                          4       4
 *
 * The table is searched from its start; a size that has no list takes the first unused place. Where all L are used:
 *   bounded (as the paper's code)  the request goes to sysv. The table never changes again, so the word n tells free
 *                                  all it needs: a size that the table does not hold goes straight back to sysv.
 *   lru (the paper's §3)           the list touched most distantly in the past gives all its blocks back to sysv and
 *                                  its place to the new size.
 * Left open by the paper, and our choice: a touch is a request or a free of that size; a list is made by a request
 * only, so a freed block whose list was replaced goes straight back to sysv; malloc(0) is a request of one byte.
 */
#include "lab.h"
#include "os.h"

#define LAB_BASE
#include "sysv.c"
#undef LAB_BASE

typedef union ss_block {
  union ss_block *next; /* cached */
  size_t length;        /* taken: bytes that the program asked for */
} ss_block;

typedef struct ss_list {
  size_t length;    /* size of this list's blocks; 0 while the place is unused */
  ss_block *first;
  uint32_t touched; /* time of the latest request or free, in such events */
} ss_list;

#define SS_MOST 64u
#define SS_HEADER (SYSV_HEADER + sizeof(ss_block))

enum { SS_BOUNDED = 0, SS_LRU = 1 }; /* values of `full` */

static ss_list ss_table[SS_MOST];
static uint32_t ss_lists = 10, ss_full = SS_BOUNDED, ss_clock;

/* Where sysv's block begins: what the steps and the walk name. */
static void *ss_whole(ss_block *block) { return (char *)block - SYSV_HEADER; }

/* The place of the list of this size, else the first unused one, else L. */
static uint32_t ss_find(size_t length) {
  uint32_t i = 0;
  while (i < ss_lists && ss_table[i].length && ss_table[i].length != length) i++;
  return i;
}

/* Empties the place of the least recently used list. */
static uint32_t ss_replace(void) {
  uint32_t oldest = 0;
  for (uint32_t i = 1; i < ss_lists; i++)
    if (ss_table[i].touched < ss_table[oldest].touched) oldest = i;
  ss_list *list = &ss_table[oldest];
  size_t length = list->length;
  STEP(EVICT, oldest, length);
  for (ss_block *block = list->first, *next; block; block = next) {
    next = block->next;
    STEP(UNLINK, ss_whole(block), length + SS_HEADER);
    sysv_free(block);
  }
  list->first = NULL;
  return oldest;
}

static void *ssmalloc_malloc(size_t request) {
  if (request > SYSV_LARGEST - sizeof(ss_block)) {
    STEP(FAIL, request, 0);
    return NULL;
  }
  if (!request) request = 1;
  uint32_t place = ss_find(request);
  if (place == ss_lists && ss_full == SS_LRU) place = ss_replace();
  if (place < ss_lists) {
    ss_list *list = &ss_table[place];
    list->length = request; /* in case that it is new */
    list->touched = ++ss_clock;
    ss_block *block = list->first;
    if (block) {
      STEP(HIT, place, request);
      list->first = block->next;
      STEP(UNLINK, ss_whole(block), request + SS_HEADER);
      block->length = request;
      STEP(TAKE, ss_whole(block), request + SS_HEADER);
      return block + 1;
    }
  }
  STEP(MISS, place, request);
  ss_block *block = sysv_malloc(request + sizeof(ss_block));
  if (!block) return NULL;
  block->length = request;
  return block + 1;
}

static void ssmalloc_free(void *ptr) {
  if (!ptr) return;
  ss_block *block = (ss_block *)ptr - 1;
  size_t length = block->length;
  uint32_t place = ss_find(length);
  if (place == ss_lists || !ss_table[place].length) {
    STEP(MISS, place, length);
    sysv_free(block);
    return;
  }
  ss_list *list = &ss_table[place];
  STEP(GIVE, ss_whole(block), length + SS_HEADER);
  list->touched = ++ss_clock;
  block->next = list->first;
  list->first = block;
  STEP(LINK, ss_whole(block), length + SS_HEADER);
}

static size_t ssmalloc_usable_size(void *ptr) { return ptr ? ((ss_block *)ptr - 1)->length : 0; }

LAB_PLAIN_REALLOC(ssmalloc)

/* A taken block's word agrees with sysv's size, a cached one holds a link. Only a block whose word could be both has
 * to be looked for on the lists. */
static int ss_is_cached(const sysv_block *whole) {
  const ss_block *block = (const ss_block *)((const char *)whole + SYSV_HEADER);
  const char *link = (const char *)block->next;
  size_t spare = whole->size - SS_HEADER - block->length;
  if (!link || spare >= sizeof(ss_block) + SYSV_MIN) return 1;
  if (link < sysv_start || link >= sysv_end) return 0;
  for (uint32_t i = 0; i < ss_lists; i++)
    for (const ss_block *cached = ss_table[i].first; cached; cached = cached->next)
      if (cached == block) return 1;
  return 0;
}

static void ss_report(const sysv_block *block) {
  lab_walk_block(block, block->size, SS_HEADER, 0, ss_is_cached(block) ? BLOCK_CACHED : BLOCK_LIVE, -1);
}

static void ssmalloc_walk(void) {
  sysv_walk_heap(ss_report);
  for (uint32_t i = 0; i < ss_lists && ss_table[i].length; i++) {
    size_t length = ss_table[i].length;
    lab_walk_list("cached", (uint32_t)length);
    for (ss_block *block = ss_table[i].first; block; block = block->next)
      lab_walk_item(ss_whole(block), length + SS_HEADER);
  }
}

LAB_CONFIGURE {
  if (param == 0) ss_lists = value;
  if (param == 1) ss_full = value;
}
LAB_ALLOCATOR(ssmalloc)
