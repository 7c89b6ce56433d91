/* wrong.c: System V's allocator with one fault, chosen by -DWRONG=n, so that the checker itself is checked. 0: none. */
#define LAB_BASE
#include "../../../wasm/allocators/sysv.c"
#undef LAB_BASE

#ifndef WRONG
#define WRONG 0
#endif

static uint32_t calls;
static char *latest; /* the block handed out last */
static char elsewhere[65536] __attribute__((aligned(16)));

static void wrong_free(void *ptr) {
  if (!ptr) return;
  calls++;
  if (WRONG == 1 && calls % 50 == 0) return;            /* forgets the block */
  if (WRONG == 2 && latest && latest != ptr) *latest ^= 1; /* writes into a live block */
  if (WRONG == 3) STEP(UNLINK, (char *)ptr - SYSV_HEADER, 8);
  if (WRONG == 4) lab_lock(3);
  if (latest == ptr) latest = NULL;
  sysv_free(ptr);
}

static size_t wrong_usable_size(void *ptr) {
  if (WRONG == 5 && ptr == elsewhere) return sizeof elsewhere;
  return ((sysv_block *)((char *)ptr - SYSV_HEADER))->size - SYSV_HEADER;
}

static void *wrong_malloc(size_t request) {
  calls++;
  if (WRONG == 5 && calls % 100 == 0 && request < sizeof elsewhere) return elsewhere; /* not the OS's memory */
  if (WRONG == 6 && calls % 100 == 0) return NULL;                                    /* gives up too early */
  if (WRONG == 7 && request > SYSV_LARGEST) request += 64;                            /* wraps round */
  char *ptr = sysv_malloc(request);
  if (WRONG == 8 && ptr && calls % 100 == 0) sysv_free(ptr); /* hands out what is on the free list */
  if (WRONG == 9 && ptr && request > 8 && calls % 100 == 0) ptr += 2;
  if (ptr) latest = ptr;
  return ptr;
}

static void *wrong_realloc(void *ptr, size_t request) {
  if (!ptr) return wrong_malloc(request);
  if (!request) {
    wrong_free(ptr);
    return NULL;
  }
  size_t held = wrong_usable_size(ptr);
  if (request <= held) return ptr;
  if (WRONG == 10) wrong_free(ptr); /* before it knows whether there is another block */
  char *moved = wrong_malloc(request);
  if (!moved) return NULL;
  if (WRONG != 11) memcpy(moved, ptr, held); /* the contents stay behind */
  if (WRONG != 10) wrong_free(ptr);
  return moved;
}

static void wrong_report(const sysv_block *block) {
  if (WRONG == 12 && block->size > 1000) return; /* a hole in the map */
  lab_walk_block(block, WRONG == 13 ? block->size + 4 : block->size, SYSV_HEADER, 0, BLOCK_LIVE, -1);
}

static void wrong_walk(void) {
  sysv_walk_heap(wrong_report);
  if (WRONG == 14 && sysv_free_list) lab_walk_item(sysv_free_list, sysv_free_list->size); /* listed twice */
}

LAB_ALLOCATOR(wrong)
