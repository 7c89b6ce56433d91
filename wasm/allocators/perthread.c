/* perthread: Kumar's third version, My_mem_alloc: private heaps with ownership (Kumar, Proposed Idea 3).
 *
 * An array of heaps, one a thread; each has its own blocks, free list, mutex and count of mapped pages (kumar.h draws
 * the blocks). A request is served by the thread's own heap. A freed block goes back to the heap that it came from:
 * the thread's own heap is searched for it first, then the others one after the other, each under its mutex. Pages
 * belong to one heap, so two heaps never share a cache line.
 *
 *   heaps[0]  mutex 1  |page|page| ...      mutex 0 guards the initialization
 *   heaps[1]  mutex 2  |page|page| ...
 *
 * What the paper leaves open, and our choice:
 *   - the init mutex guards "the read and the conditional modify": as the text stands, every request takes it to read
 *     whether the heaps are ready; parameter init_check = 1 looks first without it (double-checked);
 *   - the search for a freed block walks the heap's book-keeping nodes, in address order up or down, from the last
 *     block found; parameter search = 0 walks from the first block, which takes much longer in large heaps;
 *   - the initial pages of a heap are mapped as one block;
 *   - pages go back either all of a merged block's or none, as the paper states the condition;
 *   - a thread beyond the last heap shares heap (thread mod heaps);
 *   - malloc(0) returns NULL without a lock, as in the second version. */
#include "../include/lab.h"
#include "kumar.h"

enum { MOST_HEAPS = 64, INIT_MUTEX = 0, HEAP_MUTEX = 1 /* of heap 0 */ };

static kumar_heap heaps[MOST_HEAPS];
static uint32_t heap_count = 8, initial_pages = 2, double_checked = 0, from_recent = 1;
static uint32_t ready;

/* Maps the initial pages of every heap. A heap that gets none maps pages when it needs them. */
static void map_initial_pages(void) {
  for (uint32_t i = 0; i < heap_count && initial_pages; i++) {
    book_node *node = map_block(&heaps[i], initial_pages * OS_PAGE);
    if (node) link_free(&heaps[i], node, node->size);
  }
}

/* Item 3c: once, in the first request. */
static void initialize(void) {
  if (double_checked && ready) return;
  lab_lock(INIT_MUTEX);
  if (!ready) {
    map_initial_pages();
    ready = 1;
  }
  lab_unlock(INIT_MUTEX);
}

static uint32_t own_heap(uint32_t thread) { return thread % heap_count; }

static void *perthread_malloc(size_t request) {
  if (!request) return NULL;
  initialize();
  uint32_t thread = lab_cpu(), number = own_heap(thread);
  STEP(HEAP, number, thread);
  lab_lock(HEAP_MUTEX + number);
  void *ptr = kumar_take(&heaps[number], request);
  lab_unlock(HEAP_MUTEX + number);
  return ptr;
}

/* The book-keeping node of a heap whose payload begins at ptr, or NULL. */
static book_node *find_node(kumar_heap *heap, const void *ptr) {
  book_node *node = from_recent ? heap->recent : heap->first, *from = NULL;
  while (node) {
    size_t size = node->size;
    STEP(VISIT, node, size);
    if ((const char *)ptr >= (const char *)node && (const char *)ptr < (const char *)node + size) break;
    book_node *to = (const char *)ptr < (const char *)node ? node->prev : node->next;
    if (to == from) return NULL; /* between two mappings */
    from = node;
    node = to;
  }
  if (!node || ptr != node + 1) return NULL;
  heap->recent = node;
  return node;
}

/* Frees the block if this heap owns it. */
static int free_in(uint32_t number, uint32_t thread, void *ptr) {
  STEP(HEAP, number, thread);
  lab_lock(HEAP_MUTEX + number);
  kumar_heap *heap = &heaps[number];
  book_node *node = find_node(heap, ptr);
  if (node && !node->is_free) kumar_give(heap, node, initial_pages);
  lab_unlock(HEAP_MUTEX + number);
  return node != NULL;
}

static void perthread_free(void *ptr) {
  if (!ptr) return;
  uint32_t thread = lab_cpu(), own = own_heap(thread);
  if (free_in(own, thread, ptr)) return;
  for (uint32_t number = 0; number < heap_count; number++)
    if (number != own && free_in(number, thread, ptr)) return;
}

static size_t perthread_usable_size(void *ptr) { return kumar_usable_size(ptr); }

static void perthread_walk(void) {
  for (uint32_t i = 0; i < heap_count; i++)
    if (heaps[i].first) kumar_walk(&heaps[i], (int32_t)i, i);
}

#ifndef LAB_BASE
LAB_PLAIN_REALLOC(perthread)
LAB_ALLOCATOR(perthread)
LAB_CONFIGURE {
  if (param == 0 && value >= 1 && value <= MOST_HEAPS) heap_count = value;
  if (param == 1) initial_pages = value;
  if (param == 2) double_checked = value;
  if (param == 3) from_recent = value;
}
#endif
