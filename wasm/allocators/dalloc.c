/* dalloc: Malm's allocator in one arena (2020). First fit over a doubly linked free list, freed blocks at its front;
 * the arena, 64 KiB by default, does not grow. The parameters select the stages of the paper: without merge (§1),
 * with merge (§2), and the smaller headers (§3).
 *
 *   header 0, 24 bytes always              header 1, 24 when free, 8 when taken   header 2, 16 when free, 8 when taken
 *   +-------+-------+-------+-------+----  +-------+-------+-------+-------+----  +-------+-------+----+----+----
 *   | bsize | size  | next  | prev  |      | bsize | size  | next  | prev  |      | bsize | size  |next|prev|
 *   +-------+-------+-------+-------+----  +-------+-------+-------+-------+----  +-------+-------+----+----+----
 *    4       4       8       8    payload   4       4      payload when taken      4       4      payload when taken
 *
 * size is the payload's, a multiple of 8; bsize that of the block before. Their low bits are `free` and `bfree`: set
 * while this block, and the block before, are free. A link is the address of a header, 64 bits wide as on the paper's
 * machine, so that its byte counts hold here too; in header 2 it is a 32-bit offset from the start of the arena.
 * The arena ends in a sentinel, a taken block of size 0, so that every block has one after it.
 *
 * What the paper leaves open, and our choice:
 *   - a split gives the upper part to the program; the rest keeps its place in the list ("chipped off");
 *   - a block is split when the rest has room for a header and the smallest payload: 8 bytes, 16 in header 1, whose
 *     links take that much of it;
 *   - sizes and flags share words of 32 bits, so that the parameter can ask for an arena of more than 64 KiB. */
#include "lab.h"
#include "os.h"

#define DALLOC_ALIGN 8u
#define DALLOC_FREE 1u
#define DALLOC_SIZE (~7u)
#define DALLOC_LARGEST_ARENA (1u << 30)

typedef struct {
  uint32_t bsize; /* payload of the block before + bfree */
  uint32_t size;  /* payload of this block + free */
} dalloc_head;

typedef struct {
  dalloc_head head;
  uint64_t next, prev;
} dalloc_wide;

typedef struct {
  dalloc_head head;
  uint32_t next, prev;
} dalloc_narrow;

enum { WIDE_ALWAYS, WIDE_WHEN_FREE, OFFSETS };
#define NO_OFFSET UINT32_MAX

static uint32_t dalloc_arena_bytes = 64 * 1024;
static uint32_t dalloc_merges = 1, dalloc_header = WIDE_ALWAYS;
static uint32_t dalloc_head_bytes = sizeof(dalloc_wide); /* between a header's start and the payload */
static uint32_t dalloc_least = DALLOC_ALIGN;             /* smallest payload */
static char *dalloc_arena;
static dalloc_head *dalloc_list; /* first free block */

static uint32_t dalloc_size(const dalloc_head *block) { return block->size & DALLOC_SIZE; }
static dalloc_head *dalloc_at(dalloc_head *block, uint32_t payload) {
  return (dalloc_head *)((char *)block + dalloc_head_bytes + payload);
}
static dalloc_head *dalloc_after(dalloc_head *block) { return dalloc_at(block, dalloc_size(block)); }
static dalloc_head *dalloc_before(dalloc_head *block) {
  return (dalloc_head *)((char *)block - (block->bsize & DALLOC_SIZE) - dalloc_head_bytes);
}
static void *dalloc_hide(dalloc_head *block) { return (char *)block + dalloc_head_bytes; }
static dalloc_head *dalloc_magic(void *memory) { return (dalloc_head *)((char *)memory - dalloc_head_bytes); }

static dalloc_head *dalloc_from(uint32_t offset) {
  return offset == NO_OFFSET ? NULL : (dalloc_head *)(dalloc_arena + offset);
}
static uint32_t dalloc_offset(const dalloc_head *block) {
  return block ? (uint32_t)((const char *)block - dalloc_arena) : NO_OFFSET;
}
static dalloc_head *dalloc_next(const dalloc_head *block) {
  if (dalloc_header == OFFSETS) return dalloc_from(((const dalloc_narrow *)block)->next);
  return (dalloc_head *)(uintptr_t)((const dalloc_wide *)block)->next;
}
static dalloc_head *dalloc_prev(const dalloc_head *block) {
  if (dalloc_header == OFFSETS) return dalloc_from(((const dalloc_narrow *)block)->prev);
  return (dalloc_head *)(uintptr_t)((const dalloc_wide *)block)->prev;
}
static void dalloc_set_next(dalloc_head *block, const dalloc_head *next) {
  if (dalloc_header == OFFSETS) ((dalloc_narrow *)block)->next = dalloc_offset(next);
  else ((dalloc_wide *)block)->next = (uintptr_t)next;
}
static void dalloc_set_prev(dalloc_head *block, const dalloc_head *prev) {
  if (dalloc_header == OFFSETS) ((dalloc_narrow *)block)->prev = dalloc_offset(prev);
  else ((dalloc_wide *)block)->prev = (uintptr_t)prev;
}

/* A block's size and state, in its own header and in that of the block after it. */
static void dalloc_set_size(dalloc_head *block, uint32_t size, uint32_t state) {
  block->size = size | state;
  dalloc_at(block, size)->bsize = size | state;
}

/* Takes a block out of the list. */
static void dalloc_detach(dalloc_head *block, uint32_t size) {
  dalloc_head *next = dalloc_next(block), *prev = dalloc_prev(block);
  STEP(UNLINK, block, dalloc_head_bytes + size);
  if (next) dalloc_set_prev(next, prev);
  if (prev) dalloc_set_next(prev, next);
  else dalloc_list = next;
}

/* Puts a block at the front of the list. */
static void dalloc_insert(dalloc_head *block, uint32_t size) {
  dalloc_head *first = dalloc_list;
  dalloc_set_next(block, first);
  dalloc_set_prev(block, NULL);
  if (first) dalloc_set_prev(first, block);
  dalloc_list = block;
  STEP(LINK, block, dalloc_head_bytes + size);
}

/* Maps the arena: one free block and the sentinel. 0 when the system has no memory for it. */
static __attribute__((noinline)) int dalloc_new(void) {
  char *arena = os_map(dalloc_arena_bytes);
  if (!arena) return 0;
  STEP(MAP, arena, dalloc_arena_bytes);
  dalloc_arena = arena;
  uint32_t size = dalloc_arena_bytes - 2 * dalloc_head_bytes;
  dalloc_head *block = (dalloc_head *)arena;
  block->bsize = 0;
  dalloc_set_size(block, size, DALLOC_FREE);
  dalloc_after(block)->size = 0;
  dalloc_insert(block, size);
  return 1;
}

/* Cuts `size` bytes of payload from the upper end of a free block and returns them as a taken block. */
static dalloc_head *dalloc_split(dalloc_head *block, uint32_t held, uint32_t size) {
  uint32_t head = dalloc_head_bytes, rest = held - size - head;
  STEP(UNLINK, block, head + held);
  dalloc_set_size(block, rest, DALLOC_FREE);
  STEP(SPLIT, block, head + rest);
  STEP(LINK, block, head + rest);
  dalloc_head *upper = dalloc_at(block, rest);
  dalloc_set_size(upper, size, 0);
  return upper;
}

/* First fit. A block that is large enough to be two is split. NULL if none is large enough. */
static dalloc_head *dalloc_find(uint32_t size) {
  uint32_t head = dalloc_head_bytes, limit = size + head + dalloc_least;
  for (dalloc_head *block = dalloc_list; block; block = dalloc_next(block)) {
    uint32_t held = dalloc_size(block);
    STEP(VISIT, block, head + held);
    if (held < size) continue;
    STEP(FIT, block, head + held);
    if (held >= limit) {
      block = dalloc_split(block, held, size);
    } else {
      dalloc_detach(block, held);
      dalloc_set_size(block, held, 0);
      size = held;
    }
    STEP(TAKE, block, head + size);
    return block;
  }
  return NULL;
}

static void *dalloc_malloc(size_t request) {
  if (request <= DALLOC_LARGEST_ARENA && (dalloc_arena || dalloc_new())) {
    uint32_t size = ((uint32_t)request + DALLOC_ALIGN - 1) & ~(DALLOC_ALIGN - 1);
    dalloc_head *block = dalloc_find(size < dalloc_least ? dalloc_least : size);
    if (block) return dalloc_hide(block);
  }
  STEP(FAIL, request, 0);
  return NULL;
}

/* Joins a taken block with the free ones before and after it. Returns where the whole begins. */
static dalloc_head *dalloc_merge(dalloc_head *block, uint32_t *size) {
  uint32_t head = dalloc_head_bytes, whole = *size;
  if (block->bsize & DALLOC_FREE) {
    dalloc_head *before = dalloc_before(block);
    uint32_t held = dalloc_size(before);
    dalloc_detach(before, held);
    whole += head + held;
    block = before;
    STEP(COALESCE, block, head + whole);
  }
  dalloc_head *after = dalloc_at(block, whole);
  if (after->size & DALLOC_FREE) {
    uint32_t held = dalloc_size(after);
    dalloc_detach(after, held);
    whole += head + held;
    STEP(COALESCE, block, head + whole);
  }
  *size = whole;
  return block;
}

static void dalloc_free(void *memory) {
  if (!memory) return;
  dalloc_head *block = dalloc_magic(memory);
  uint32_t size = dalloc_size(block);
  STEP(GIVE, block, dalloc_head_bytes + size);
  if (dalloc_merges) block = dalloc_merge(block, &size);
  dalloc_set_size(block, size, DALLOC_FREE);
  dalloc_insert(block, size);
}

static size_t dalloc_usable_size(void *memory) { return memory ? dalloc_size(dalloc_magic(memory)) : 0; }

LAB_PLAIN_REALLOC(dalloc)

static void dalloc_walk(void) {
  if (!dalloc_arena) return;
  uint32_t head = dalloc_head_bytes;
  lab_walk_region("arena", dalloc_arena, dalloc_arena_bytes, -1, 0);
  dalloc_head *block = (dalloc_head *)dalloc_arena;
  uint32_t free_head = dalloc_header == OFFSETS ? sizeof(dalloc_narrow) : sizeof(dalloc_wide);
  for (uint32_t size; (size = dalloc_size(block)); block = dalloc_at(block, size)) {
    int is_free = block->size & DALLOC_FREE;
    lab_walk_block(block, head + size, is_free ? free_head : head, 0, is_free ? BLOCK_FREE : BLOCK_LIVE, -1);
  }
  lab_walk_block(block, head, 0, 0, BLOCK_META, -1);
  lab_walk_list("free list", 0);
  for (block = dalloc_list; block; block = dalloc_next(block)) lab_walk_item(block, head + dalloc_size(block));
}

/* Malm's sanity(): every block of the free list names the one that came before it, has a size that is a multiple of
 * 8, and is marked free. 0, or the number of the first condition that does not hold: 1, 2, 3. */
LAB_EXPORT(sanity) uint32_t sanity(void) {
  const dalloc_head *before = NULL;
  for (const dalloc_head *block = dalloc_list; block; before = block, block = dalloc_next(block)) {
    if (dalloc_prev(block) != before) return 1;
    if ((block->size & ~DALLOC_FREE) % DALLOC_ALIGN) return 2;
    if (!(block->size & DALLOC_FREE)) return 3;
  }
  return 0;
}

#ifndef LAB_BASE
LAB_ALLOCATOR(dalloc)
LAB_CONFIGURE {
  if (param == 0) {
    uint32_t bytes = value < OS_PAGE ? OS_PAGE : value > DALLOC_LARGEST_ARENA ? DALLOC_LARGEST_ARENA : value;
    dalloc_arena_bytes = (bytes + OS_PAGE - 1) & ~(OS_PAGE - 1);
  }
  if (param == 1) dalloc_merges = value != 0;
  if (param == 2) {
    dalloc_header = value > OFFSETS ? OFFSETS : value;
    dalloc_head_bytes = dalloc_header == WIDE_ALWAYS ? sizeof(dalloc_wide) : sizeof(dalloc_head);
    dalloc_least = dalloc_header == WIDE_WHEN_FREE ? 2 * sizeof(uint64_t) : DALLOC_ALIGN;
  }
}
#endif
