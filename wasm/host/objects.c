/* Objects by id: pages of 16,384 entries, made when first needed, so that ids need not be counted beforehand. */
#include <string.h>

#include "host.h"

#define PAGE_OBJECTS 16384u

static object *page[16384];

object *object_of(uint32_t id) {
  uint32_t number = id / PAGE_OBJECTS;
  if (number >= 16384) __builtin_trap();
  if (!page[number]) {
    page[number] = arena_take(PAGE_OBJECTS * sizeof(object));
    memset(page[number], 0, PAGE_OBJECTS * sizeof(object));
  }
  return &page[number][id % PAGE_OBJECTS];
}

void objects_reset(void) {
  for (uint32_t number = 0; number < 16384; number++)
    if (page[number]) memset(page[number], 0, PAGE_OBJECTS * sizeof(object));
}
