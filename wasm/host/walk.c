/* What an allocator's heap_walk reports: blocks, lists, their items and regions, a row each. A walk that never ends (a
 * damaged list) ends in a trap here. */
#include "host.h"

#define MOST (1u << 24)

typedef struct { uint32_t name, number, first; } list_row;
typedef struct { uint32_t address, bytes; } item_row;
typedef struct { uint32_t name, address, bytes; int32_t owner; uint32_t kind; } region_row;

static array blocks, lists, items, regions;

EXPORT(walk_begin) void walk_begin(void) { blocks.used = lists.used = items.used = regions.used = 0; }

EXPORT(walk_block)
void walk_block(uint32_t address, uint32_t bytes, uint32_t header, uint32_t footer, uint32_t state, int32_t owner) {
  if (blocks.used > MOST) __builtin_trap();
  *(block_row *)array_push(&blocks, sizeof(block_row)) = (block_row){address, bytes, header, footer, state, owner};
}

EXPORT(walk_list) void walk_list(uint32_t name, uint32_t number) {
  if (lists.used > MOST) __builtin_trap();
  *(list_row *)array_push(&lists, sizeof(list_row)) = (list_row){name, number, items.used};
}

EXPORT(walk_item) void walk_item(uint32_t address, uint32_t bytes) {
  if (items.used > MOST) __builtin_trap();
  *(item_row *)array_push(&items, sizeof(item_row)) = (item_row){address, bytes};
}

EXPORT(walk_region)
void walk_region(uint32_t name, uint32_t address, uint32_t bytes, int32_t owner, uint32_t kind) {
  if (regions.used > MOST) __builtin_trap();
  *(region_row *)array_push(&regions, sizeof(region_row)) = (region_row){name, address, bytes, owner, kind};
}

/* Tables 0 blocks, 1 lists, 2 items, 3 regions: where the rows stand and how many there are. */
static array *const tables[] = {&blocks, &lists, &items, &regions};
EXPORT(walk_rows) void *walk_rows(uint32_t table) { return tables[table]->data; }
EXPORT(walk_count) uint32_t walk_count(uint32_t table) { return tables[table]->used; }
