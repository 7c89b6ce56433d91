#include "raster.h"

extern unsigned char __heap_base;
static uintptr_t next;

columns blocks;
kept picture_room, shares_room;
static kept blocks_room;

void *room(kept *of, size_t bytes) {
  if (of->bytes >= bytes) return of->data;
  /* What was there before is not used again: half as much more keeps that under twice what is in use. */
  size_t most = bytes + (bytes >> 1);
  if (!next) next = ((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63;
  uintptr_t end = (next + most + 63) & ~(uintptr_t)63;
  size_t have = __builtin_wasm_memory_size(0), want = (end + 65535) >> 16;
  if (want > have && __builtin_wasm_memory_grow(0, want - have) == (size_t)-1) __builtin_trap();
  of->data = (void *)next;
  of->bytes = most;
  next = end;
  return of->data;
}

/* Where the columns of so many blocks go: five of 32 bits, two of 8. */
EXPORT(input) void *input(uint32_t count) {
  uint32_t *at = room(&blocks_room, (size_t)count * 22);
  uint8_t *narrow = (uint8_t *)(at + 5 * (size_t)count);
  blocks = (columns){count, at, at + count, at + 2 * count, at + 3 * count, at + 4 * count, narrow, narrow + count};
  return at;
}
