#include <string.h>

#include "host.h"

extern unsigned char __heap_base;
static uintptr_t next;
static uint32_t full; /* a trap meant that no more memory was to be had */

/* Whether the last trap did; says so once. */
EXPORT(arena_full) uint32_t arena_full(void) {
  uint32_t was = full;
  full = 0;
  return was;
}

void *arena_take(size_t bytes) {
  if (!next) next = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t block = next, end = (block + bytes + 15) & ~(uintptr_t)15;
  size_t have = __builtin_wasm_memory_size(0), want = (end + 65535) >> 16;
  if (end < block || (want > have && __builtin_wasm_memory_grow(0, want - have) == (size_t)-1)) {
    full = 1;
    __builtin_trap();
  }
  next = end;
  return (void *)block;
}

void *array_grow(array *a, size_t width) {
  uint32_t capacity = a->capacity ? 2 * a->capacity : 1024;
  uint8_t *data = arena_take(capacity * width);
  if (a->used) memcpy(data, a->data, a->used * width);
  a->data = data;
  a->capacity = capacity;
  return data + width * a->used++;
}
