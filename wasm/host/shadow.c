/* The shadow table: one bit for every 4 bytes of the allocator's memory, set while a live block covers them.
 * Two levels: 65,536 leaves of 2 KiB, each for 64 KiB of addresses, made when first needed. */
#include <string.h>

#include "host.h"

#define LEAF_WORDS 512

static uint32_t *leaf[65536];
static array leaves; /* numbers of the leaves that exist, so that a reset costs what was used */

static uint32_t *leaf_of(uint32_t number) {
  if (!leaf[number]) {
    leaf[number] = arena_take(LEAF_WORDS * sizeof(uint32_t));
    memset(leaf[number], 0, LEAF_WORDS * sizeof(uint32_t));
    *(uint32_t *)array_push(&leaves, sizeof(uint32_t)) = number;
  }
  return leaf[number];
}

/* Bits of word `word` (of 2^27 words) that the granules first … last cover. */
static inline uint32_t mask_of(uint32_t word, uint32_t first, uint32_t last) {
  uint32_t mask = ~0u;
  if (word == first >> 5) mask &= ~0u << (first & 31);
  if (word == last >> 5) mask &= ~0u >> (31 - (last & 31));
  return mask;
}

static inline uint32_t last_granule(uint32_t address, uint32_t bytes) {
  uint64_t end = (uint64_t)address + (bytes ? bytes : 1) - 1;
  return (uint32_t)((end > 0xffffffffu ? 0xffffffffu : end) >> 2);
}

uint32_t shadow_claim(uint32_t address, uint32_t bytes) {
  uint32_t first = address >> 2, last = last_granule(address, bytes), conflict = 0;
  for (uint32_t word = first >> 5; word <= last >> 5; word++) {
    uint32_t *bits = &leaf_of(word >> 9)[word & (LEAF_WORDS - 1)], mask = mask_of(word, first, last);
    if (*bits & mask && !conflict) conflict = (word << 5 | (uint32_t)__builtin_ctz(*bits & mask)) << 2;
    *bits |= mask;
  }
  return conflict;
}

void shadow_release(uint32_t address, uint32_t bytes) {
  uint32_t first = address >> 2, last = last_granule(address, bytes);
  for (uint32_t word = first >> 5; word <= last >> 5; word++)
    leaf_of(word >> 9)[word & (LEAF_WORDS - 1)] &= ~mask_of(word, first, last);
}

void shadow_reset(void) {
  for (uint32_t i = 0; i < leaves.used; i++)
    memset(leaf[((uint32_t *)leaves.data)[i]], 0, LEAF_WORDS * sizeof(uint32_t));
}
