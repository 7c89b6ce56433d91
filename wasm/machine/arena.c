/* build: -msimd128 -fno-builtin-memmove */
/* (clang would make a call of every loop that shifts a few words of a set, see cache.h) */
#include <string.h>

#include "machine.h"

#ifdef __wasm__
extern unsigned char __heap_base;
static uintptr_t next;

void arena_reset(void) { next = ((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63; }

void *arena_take(size_t bytes) {
  if (!next) arena_reset();
  uintptr_t block = next, end = (block + bytes + 63) & ~(uintptr_t)63;
  size_t have = __builtin_wasm_memory_size(0), want = (end + 65535) >> 16;
  if (end < block || (want > have && __builtin_wasm_memory_grow(0, want - have) == (size_t)-1)) __builtin_trap();
  next = end;
  return memset((void *)block, 0, bytes);
}
#else /* the native build of bench/machine.ts */
#include <stdlib.h>

void arena_reset(void) {}

void *arena_take(size_t bytes) {
  void *block = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
  if (!block) abort();
  return memset(block, 0, bytes);
}
#endif

/* Memory for the caller's columns and batches. */
EXPORT(take) void *take(uint32_t bytes) { return arena_take(bytes); }
