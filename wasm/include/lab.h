/* lab.h: everything that an allocator sees of the lab.
 *
 * An allocator is ordinary C. It includes this file, defines its functions under a prefix of its own
 * (sysv_malloc, sysv_free, sysv_realloc, sysv_walk) and ends with LAB_ALLOCATOR(sysv), which exports them as
 * malloc, free, realloc and heap_walk. An allocator that is built on another one includes that one's file
 * between #define LAB_BASE and #undef LAB_BASE, which silences the exports of the lower layer.
 */
#ifndef LAB_H
#define LAB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __wasm__
#define LAB_IMPORT(name) __attribute__((import_module("env"), import_name(#name)))
#define LAB_EXPORT(name) __attribute__((export_name(#name), used))
#else
#define LAB_IMPORT(name)
#define LAB_EXPORT(name) __attribute__((used))
#endif

/* The moments that a teacher would point at. src/engine/steps.ts holds a sentence for each, in this order. */
typedef enum {
  VISIT = 0,     /* a: block looked at during a search       b: its bytes, 0 where not looked at  */
  FIT = 1,       /* a: block chosen                          b: bytes that it holds               */
  SPLIT = 2,     /* a: the part that remains                 b: bytes of that part                */
  COALESCE = 3,  /* a: the block that grows                  b: bytes it has now                  */
  LINK = 4,      /* a: block that enters a free list         b: its bytes                         */
  UNLINK = 5,    /* a: block that leaves a free list         b: its bytes                         */
  GROW = 6,      /* a: where the heap was extended (sbrk)    b: by how many bytes                 */
  MAP = 7,       /* a: pages mapped                          b: bytes                             */
  UNMAP = 8,     /* a: pages given back                      b: bytes                             */
  CLASS = 9,     /* a: index of the size class or list       b: bytes of the class                */
  HIT = 10,      /* a: index of the cache's list             b: bytes of its size                 */
  MISS = 11,     /* a: index of the cache's list             b: bytes of its size                 */
  EVICT = 12,    /* a: index of the list that is flushed     b: bytes of its size                 */
  REFILL = 13,   /* a: where the new blocks begin            b: how many blocks                   */
  TAKE = 14,     /* a: block handed to the program           b: its bytes                         */
  GIVE = 15,     /* a: block that the program gives back     b: its bytes                         */
  FAIL = 16,     /* a: bytes wanted                          b: 0                                 */
  HEAP = 17,     /* a: number of the heap that is searched   b: processor that asks               */
  MOVE = 18,     /* a: region that changes its owner         b: number of the new owner           */
  ROVER = 19,    /* a: block at which the search will begin  b: 0                                 */
  BITMAP = 20,   /* a: index of the bit                      b: its new value                     */
  COPY = 21,     /* a: block that receives the contents      b: bytes copied                      */
  STEP_KINDS = 22
} step_kind;

/* Reports a moment. The line's upper half is the depth of inclusion, so that a layer's steps name its own file.
 * Arguments must already be in registers: a STEP never loads, so that counts are the same with and without it. */
LAB_IMPORT(step) void lab_step(uint32_t line, step_kind kind, uintptr_t a, uintptr_t b);
#ifdef LAB_NO_STEPS /* native measurements of speed: what the pass strips from a module, the preprocessor strips here */
#define STEP(kind, a, b) ((void)(kind), (void)(a), (void)(b))
#else
#define STEP(kind, a, b) \
  lab_step((uint32_t)__LINE__ | (uint32_t)__INCLUDE_LEVEL__ << 16, (kind), (uintptr_t)(a), (uintptr_t)(b))
#endif

LAB_IMPORT(cpu) uint32_t lab_cpu(void);            /* processor that makes this call, 0 … 63 */
LAB_IMPORT(lock) void lab_lock(uint32_t id);       /* waits for the lock in virtual time */
LAB_IMPORT(unlock) void lab_unlock(uint32_t id);

/* heap_walk reports the allocator's own structures through these. */
typedef enum {
  BLOCK_FREE = 0,   /* on a free list */
  BLOCK_LIVE = 1,   /* handed to the program */
  BLOCK_CACHED = 2, /* kept free by a layer above the list, cannot be coalesced now */
  BLOCK_META = 3,   /* the allocator's own book-keeping */
  BLOCK_UNUSED = 4  /* obtained from the OS and not yet carved */
} block_state;

/* One block: its whole extent in bytes, of which the first `header` and the last `footer` are the allocator's.
 * owner: heap or thread number, or -1. */
LAB_IMPORT(walk_block)
void lab_walk_block(const void *block, size_t bytes, uint32_t header, uint32_t footer, block_state state, int32_t owner);
/* Begins a free list; the items that follow belong to it, in list order. number: the bucket's index or size. */
LAB_IMPORT(walk_list) void lab_walk_list(const char *name, uint32_t number);
LAB_IMPORT(walk_item) void lab_walk_item(const void *block, size_t bytes);
/* A superblock, stock, page run or arena that holds blocks. kind: 0 … as the allocator's descriptor names it. */
LAB_IMPORT(walk_region)
void lab_walk_region(const char *name, const void *address, size_t bytes, int32_t owner, uint32_t kind);

#define LAB_ALLOCATOR(prefix)                                                                       \
  LAB_EXPORT(malloc) void *malloc(size_t size) { return prefix##_malloc(size); }                    \
  LAB_EXPORT(free) void free(void *ptr) { prefix##_free(ptr); }                                     \
  LAB_EXPORT(realloc) void *realloc(void *ptr, size_t size) { return prefix##_realloc(ptr, size); } \
  LAB_EXPORT(malloc_usable_size) size_t malloc_usable_size(void *ptr) {                             \
    return prefix##_usable_size(ptr);                                                               \
  }                                                                                                 \
  LAB_EXPORT(heap_walk) void heap_walk(void) { prefix##_walk(); }

/* For allocators whose realloc is the plain one: a new block, a copy, a free (realloc(p, 0) frees). */
#define LAB_PLAIN_REALLOC(prefix)                                     \
  static void *prefix##_realloc(void *ptr, size_t size) {             \
    if (!ptr) return prefix##_malloc(size);                           \
    if (!size) { prefix##_free(ptr); return NULL; }                   \
    size_t held = prefix##_usable_size(ptr);                          \
    if (size <= held) return ptr;                                     \
    void *moved = prefix##_malloc(size);                              \
    if (!moved) return NULL;                                          \
    STEP(COPY, moved, held);                                          \
    memcpy(moved, ptr, held);                                         \
    prefix##_free(ptr);                                               \
    return moved;                                                     \
  }

/* Parameters: numbers 0, 1, 2 … as the allocator's descriptor (src/allocators) lists them; set before the
 * first call. */
#define LAB_CONFIGURE LAB_EXPORT(configure) void configure(uint32_t param, uint32_t value)

#endif
