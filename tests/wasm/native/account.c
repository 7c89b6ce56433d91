/* account.c: plays the lab towards the allocator, and holds what it reports against the rules. See account.h. */
#include "account.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lab.h"
#include "os.h"

void heap_walk(void);

/* ---- the simulated OS, wrapped by the linker to see its refusals ---- */

static uint64_t refusals;

void *__real_os_sbrk(intptr_t increment);
void *__real_os_map(size_t bytes);
void *__wrap_os_sbrk(intptr_t increment);
void *__wrap_os_map(size_t bytes);

void *__wrap_os_sbrk(intptr_t increment) {
  void *answer = __real_os_sbrk(increment);
  refusals += answer == (void *)-1;
  return answer;
}

void *__wrap_os_map(size_t bytes) {
  void *answer = __real_os_map(bytes);
  refusals += answer == NULL;
  return answer;
}

uint64_t account_refusals(void) { return refusals; }

/* ---- steps: the free blocks and the footprint as the replay derives them ---- */

static uint32_t *linked; /* by block start / 4: bytes + 1 of the block while it is on a free list */
static uint32_t linked_count;
static size_t stepped_footprint;

static uint32_t *linked_at(uintptr_t block, const char *step) {
  if (block < os_start() || block >= os_top()) checker_fail("%s of %p: not inside the OS's memory", step, (void *)block);
  if (block % 4) checker_fail("%s of %p: not a word's address", step, (void *)block);
  return &linked[(block - os_start()) / 4];
}

void lab_step(uint32_t line, step_kind kind, uintptr_t a, uintptr_t b) {
  if ((unsigned)kind >= STEP_KINDS) checker_fail("step of unknown kind %u at line %u", (unsigned)kind, line & 0xffff);
  switch (kind) {
    case LINK: {
      uint32_t *entry = linked_at(a, "LINK");
      if (*entry)
        checker_fail("LINK at line %u: block at offset %zu is on a list already", line & 0xffff, (size_t)(a - os_start()));
      *entry = (uint32_t)b + 1;
      linked_count++;
      break;
    }
    case UNLINK: {
      uint32_t *entry = linked_at(a, "UNLINK");
      if (*entry != (uint32_t)b + 1)
        checker_fail("UNLINK at line %u: block at offset %zu with %zu bytes; linked with %lld (-1: on no list)",
                     line & 0xffff, (size_t)(a - os_start()), (size_t)b, (long long)*entry - 1);
      *entry = 0;
      linked_count--;
      break;
    }
    case GROW:
    case MAP: stepped_footprint += b; break;
    case UNMAP: stepped_footprint -= b; break;
    default: break;
  }
}

/* ---- locks: one thread plays all processors, so a lock that is held can never be waited for ---- */

#define MOST_LOCKS 65536u
static uint8_t held[MOST_LOCKS];
static uint32_t held_count;

void lab_lock(uint32_t id) {
  if (id >= MOST_LOCKS) checker_fail("lock %u: numbers end at %u", id, MOST_LOCKS - 1);
  if (held[id]) checker_fail("lock %u is taken twice: a deadlock", id);
  held[id] = 1;
  held_count++;
}

void lab_unlock(uint32_t id) {
  if (id >= MOST_LOCKS || !held[id]) checker_fail("lock %u is released and was not held", id);
  held[id] = 0;
  held_count--;
}

void account_after_operation(void) {
  if (held_count) checker_fail("%u locks are held after the operation", held_count);
}

/* ---- heap_walk ---- */

typedef struct {
  uintptr_t at;
  size_t bytes;
  uint32_t header, footer, region;
  block_state state;
  int32_t owner;
  int listed;
} walked_block;

typedef struct { uintptr_t at; size_t bytes; } walked_item;
typedef struct { uintptr_t at, end; } walked_region;

#define GROWING(type, name) static type *name; static size_t name##_count, name##_room
#define PUSH(name, value)                                                            \
  do {                                                                               \
    if (name##_count == name##_room) {                                               \
      name##_room = name##_room ? 2 * name##_room : 1024;                            \
      name = realloc(name, name##_room * sizeof *name);                              \
      if (!name) abort();                                                            \
    }                                                                                \
    name[name##_count++] = (value);                                                  \
  } while (0)

GROWING(walked_block, blocks);
GROWING(walked_item, items);
GROWING(walked_region, regions);
static uint32_t lists, live;

void lab_walk_block(const void *block, size_t bytes, uint32_t header, uint32_t footer, block_state state,
                    int32_t owner) {
  walked_block entry = {(uintptr_t)block, bytes, header, footer, 0, state, owner, 0};
  PUSH(blocks, entry);
}

void lab_walk_list(const char *name, uint32_t number) {
  (void)number;
  if (!name || !*name) checker_fail("heap_walk reports a list without a name");
  lists++;
}

void lab_walk_item(const void *block, size_t bytes) {
  if (!lists) checker_fail("heap_walk reports an item before any list");
  walked_item entry = {(uintptr_t)block, bytes};
  PUSH(items, entry);
}

void lab_walk_region(const char *name, const void *address, size_t bytes, int32_t owner, uint32_t kind) {
  (void)owner;
  (void)kind;
  if (!name || !*name) checker_fail("heap_walk reports a region without a name");
  uintptr_t at = (uintptr_t)address;
  if (at < os_start() || at > os_top() || bytes > os_top() - at)
    checker_fail("region %s at %p (%zu bytes) is outside the OS's memory", name, address, bytes);
  walked_region entry = {at, at + bytes};
  PUSH(regions, entry);
}

static int by_address(const void *left, const void *right) {
  const walked_block *a = left, *b = right;
  return a->at < b->at ? -1 : a->at > b->at;
}

/* Most allocators report in address order: only the others pay for a sort. */
static void sort_blocks(void) {
  for (size_t i = 1; i < blocks_count; i++) {
    if (blocks[i - 1].at <= blocks[i].at) continue;
    qsort(blocks, blocks_count, sizeof *blocks, by_address);
    return;
  }
}

static walked_block *find_block(uintptr_t address) {
  size_t low = 0, high = blocks_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (blocks[middle].at <= address) low = middle + 1;
    else high = middle;
  }
  return low && address - blocks[low - 1].at < blocks[low - 1].bytes ? &blocks[low - 1] : NULL;
}

static size_t offset(uintptr_t address) { return (size_t)(address - os_start()); }

/* A region may not cut a block in two. */
static void check_regions(void) {
  for (size_t i = 0; i < regions_count; i++) {
    walked_block *first = find_block(regions[i].at), *last = find_block(regions[i].end - 1);
    if (regions[i].end == regions[i].at) continue;
    if (!first || first->at != regions[i].at || !last || last->at + last->bytes != regions[i].end)
      checker_fail("region %zu … %zu does not begin and end with a block", offset(regions[i].at), offset(regions[i].end));
    first->region = (uint32_t)i + 1;
  }
}

/* Blocks tile what the OS gave: no overlap, nothing missing, nothing outside. */
static void check_tiling(int coalesces) {
  size_t sum = 0;
  live = 0;
  for (size_t i = 0; i < blocks_count; i++) {
    walked_block *block = &blocks[i];
    if (!block->bytes) checker_fail("block at offset %zu has no bytes", offset(block->at));
    if (block->at < os_start() || block->at >= os_top() || block->bytes > os_top() - block->at)
      checker_fail("block at %p (%zu bytes) is outside the OS's memory", (void *)block->at, block->bytes);
    if ((size_t)block->header + block->footer > block->bytes)
      checker_fail("block at offset %zu: header %u and footer %u exceed its %zu bytes", offset(block->at), block->header,
                   block->footer, block->bytes);
    if ((unsigned)block->state > BLOCK_UNUSED)
      checker_fail("block at offset %zu is of unknown state %u", offset(block->at), (unsigned)block->state);
    sum += block->bytes;
    live += block->state == BLOCK_LIVE;
    if (i + 1 == blocks_count) break;
    walked_block *next = &blocks[i + 1];
    if (next->at - block->at < block->bytes)
      checker_fail("blocks at offsets %zu (%zu bytes) and %zu overlap", offset(block->at), block->bytes, offset(next->at));
    if (coalesces && block->state == BLOCK_FREE && next->state == BLOCK_FREE && block->owner == next->owner &&
        !next->region && block->at + block->bytes == next->at)
      checker_fail("free neighbours at offsets %zu (%zu bytes) and %zu (%zu bytes) were not coalesced", offset(block->at),
                   block->bytes, offset(next->at), next->bytes);
  }
  if (sum != os_footprint())
    checker_fail("heap_walk accounts for %zu bytes, the OS has given %zu", sum, os_footprint());
}

/* Lists name each free and cached block exactly once; the steps name what the lists hold. */
static void check_lists(void) {
  size_t free_blocks = 0;
  for (size_t i = 0; i < items_count; i++) {
    walked_block *block = find_block(items[i].at);
    if (!block || block->at != items[i].at) checker_fail("list item at offset %zu is no block", offset(items[i].at));
    if (block->state != BLOCK_FREE && block->state != BLOCK_CACHED)
      checker_fail("list item at offset %zu is a block of state %u", offset(items[i].at), (unsigned)block->state);
    if (block->listed) checker_fail("block at offset %zu is on two lists, or twice on one", offset(items[i].at));
    block->listed = 1;
    if (block->state == BLOCK_FREE ? items[i].bytes != block->bytes : items[i].bytes > block->bytes)
      checker_fail("list item at offset %zu has %zu bytes, its block %zu", offset(items[i].at), items[i].bytes, block->bytes);
    if (*linked_at(items[i].at, "item") != (uint32_t)items[i].bytes + 1)
      checker_fail("list item at offset %zu has %zu bytes; LINK said %lld (-1: nothing)", offset(items[i].at),
                   items[i].bytes, (long long)*linked_at(items[i].at, "item") - 1);
  }
  for (size_t i = 0; i < blocks_count; i++) {
    if (blocks[i].state != BLOCK_FREE && blocks[i].state != BLOCK_CACHED) continue;
    free_blocks++;
    if (!blocks[i].listed) checker_fail("free block at offset %zu is on no list", offset(blocks[i].at));
  }
  if (linked_count != free_blocks)
    checker_fail("LINK and UNLINK leave %u blocks on lists, heap_walk reports %zu", linked_count, free_blocks);
}

void account_walk(int coalesces) {
  blocks_count = items_count = regions_count = 0;
  lists = 0;
  heap_walk();
  sort_blocks();
  check_regions();
  check_tiling(coalesces);
  check_lists();
  if (stepped_footprint != os_footprint())
    checker_fail("GROW, MAP and UNMAP add up to %zu bytes, the OS has given %zu", stepped_footprint, os_footprint());
}

uint32_t account_live(void) { return live; }

void account_expect_live(const void *payload, size_t usable) {
  uintptr_t at = (uintptr_t)payload;
  /* an empty payload may begin where its block ends */
  walked_block *block = find_block(usable ? at : at - 1);
  if (!block || block->state != BLOCK_LIVE)
    checker_fail("the live block at offset %zu is not live in heap_walk", offset(at));
  if (block->at + block->header != at)
    checker_fail("the live block at offset %zu begins at %zu with a header of %u in heap_walk", offset(at),
                 offset(block->at), block->header);
  if (usable > block->bytes - block->header - block->footer)
    checker_fail("the live block at offset %zu has %zu usable bytes, heap_walk gives %zu", offset(at), usable,
                 block->bytes - block->header - block->footer);
}

/* ---- start and reset ---- */

void account_open(uint32_t *area) { linked = area; }

void account_reset(size_t used) {
  madvise(linked, (used + 4095) & ~(size_t)4095, MADV_DONTNEED);
  linked_count = 0;
  stepped_footprint = 0;
  memset(held, 0, sizeof held);
  held_count = 0;
}
