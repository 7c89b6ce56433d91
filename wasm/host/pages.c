/* Pages of the allocator's memory that were written since the last snapshot. */
#include "host.h"

#define PAGE_BITS 12

static uint32_t dirty[1u << (32 - PAGE_BITS - 5)];
static array list;

EXPORT(touch) void touch(uint32_t address, uint32_t bytes) {
  if (!bytes) return;
  uint32_t last = (address + bytes - 1) >> PAGE_BITS;
  for (uint32_t page = address >> PAGE_BITS; page <= last; page++) {
    if (dirty[page / 32] >> (page % 32) & 1) continue;
    dirty[page / 32] |= 1u << (page % 32);
    *(uint32_t *)array_push(&list, sizeof(uint32_t)) = page;
  }
}

EXPORT(dirty_pages) uint32_t *dirty_pages(void) { return (uint32_t *)list.data; }
EXPORT(dirty_count) uint32_t dirty_count(void) { return list.used; }
EXPORT(dirty_clear) void dirty_clear(void) {
  for (uint32_t i = 0; i < list.used; i++) {
    uint32_t page = ((uint32_t *)list.data)[i];
    dirty[page / 32] &= ~(1u << (page % 32));
  }
  list.used = 0;
}
