#include <string.h>

#include "host.h"

object *object_page[16384];

object *object_page_make(uint32_t id) {
  uint32_t number = id / PAGE_OBJECTS;
  if (number >= 16384) __builtin_trap();
  object_page[number] = arena_take(PAGE_OBJECTS * sizeof(object));
  memset(object_page[number], 0, PAGE_OBJECTS * sizeof(object));
  return object_page[number] + id % PAGE_OBJECTS;
}

void objects_reset(void) {
  for (uint32_t number = 0; number < 16384; number++)
    if (object_page[number]) memset(object_page[number], 0, PAGE_OBJECTS * sizeof(object));
}
