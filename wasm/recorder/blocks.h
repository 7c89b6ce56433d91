/* The recorder's table of live blocks: address to id and size, open addressing, linear probing, in memory mapped from
 * the system. Used under the recorder's lock. */
#ifndef RECORDER_BLOCKS_H
#define RECORDER_BLOCKS_H
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { FIRST_SLOTS = 1 << 14 };

typedef struct {
  uintptr_t address; /* 0: empty */
  uint64_t id;
  size_t size;
} block_t;

static block_t *blocks;
static size_t slots, used;

static size_t home(uintptr_t address, size_t count) {
  return (size_t)((address >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (count - 1);
}

static block_t *map_slots(size_t count) {
  void *at = mmap(NULL, count * sizeof(block_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static void put(block_t *table, size_t count, block_t block) {
  size_t at = home(block.address, count);
  while (table[at].address != 0) at = (at + 1) & (count - 1);
  table[at] = block;
}

/* False when the system has no memory for a larger table. */
static int insert(uintptr_t address, uint64_t id, size_t size) {
  if ((used + 1) * 2 > slots) {
    size_t larger = slots ? slots * 2 : FIRST_SLOTS;
    block_t *table = map_slots(larger);
    if (!table) return 0;
    for (size_t i = 0; i < slots; i++)
      if (blocks[i].address) put(table, larger, blocks[i]);
    if (blocks) munmap(blocks, slots * sizeof(block_t));
    blocks = table;
    slots = larger;
  }
  put(blocks, slots, (block_t){address, id, size});
  used++;
  return 1;
}

/* Takes the block at an address out of the table; its address is 0 when there is none. */
static block_t take(uintptr_t address) {
  block_t none = {0};
  if (!slots) return none;
  size_t hole = home(address, slots);
  while (blocks[hole].address != address) {
    if (blocks[hole].address == 0) return none;
    hole = (hole + 1) & (slots - 1);
  }
  block_t found = blocks[hole];
  used--;
  for (size_t at = (hole + 1) & (slots - 1); blocks[at].address; at = (at + 1) & (slots - 1)) {
    size_t from = home(blocks[at].address, slots);
    if (((at - from) & (slots - 1)) >= ((at - hole) & (slots - 1))) {
      blocks[hole] = blocks[at];
      hole = at;
    }
  }
  blocks[hole].address = 0;
  return found;
}

static int by_id(const block_t *a, const block_t *b) {
  return a->id < b->id ? -1 : a->id > b->id;
}

/* Heapsort: qsort may allocate. */
static void sort_blocks(block_t *list, size_t count) {
  for (size_t end = count, top = count / 2; end > 1;) {
    block_t moving;
    if (top > 0) moving = list[--top];
    else {
      moving = list[--end];
      list[end] = list[0];
    }
    size_t hole = top;
    for (size_t child; (child = 2 * hole + 1) < end; hole = child) {
      if (child + 1 < end && by_id(&list[child], &list[child + 1]) < 0) child++;
      if (by_id(&moving, &list[child]) >= 0) break;
      list[hole] = list[child];
    }
    list[hole] = moving;
  }
}

#endif
