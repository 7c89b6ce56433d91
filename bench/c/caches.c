/* The machine's own C, compiled natively: the two-level hierarchy of bench/machine.ts over a file of accesses:
 * caches FILE PASSES SLICES. Prints the first level's misses, then the nanoseconds of each slice in its quickest pass. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cache.h"

void configure_processors(uint32_t count, bool coherent, bool conflicts, uint64_t seed);
void configure_level(uint32_t sets, uint32_t ways, uint32_t line_bits, replacement policy, uint32_t sharers,
                     uint32_t stall, bool inclusive, bool writes_refresh);
void configure_memory(uint32_t stall, uint32_t walk);
void access_pairs(const uint32_t *pairs, uint32_t count);
uint32_t *view_blocks(uint32_t which, uint32_t level, uint32_t number);

static double nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (!file || fseek(file, 0, SEEK_END)) return 1;
  size_t bytes = (size_t)ftell(file);
  rewind(file);
  uint32_t *pairs = malloc(bytes);
  if (!pairs || fread(pairs, 1, bytes, file) != bytes) return 1;
  uint32_t slices = (uint32_t)atoi(argv[3]), length = (uint32_t)(bytes / 8) / slices;
  double *least = calloc(slices, sizeof *least);
  uint64_t misses = 0;
  for (int pass = 0; pass < atoi(argv[2]); pass++) {
    configure_processors(1, false, false, 1);
    configure_level(64, 8, 6, LRU, 1, 0, false, false);
    configure_level(512, 16, 6, LRU, 1, 8, false, false);
    configure_memory(196, 0);
    for (uint32_t slice = 0; slice < slices; slice++) {
      double begin = nanoseconds();
      access_pairs(pairs + 2 * (size_t)slice * length, length);
      double spent = nanoseconds() - begin;
      if (pass == 0 || spent < least[slice]) least[slice] = spent;
    }
    misses = 0;
    for (uint32_t set = 0; set < 64; set++) misses += tally_of(view_blocks(0, 0, 0) + set * block_words(8), 8)->n[READ_MISS];
  }
  printf("%llu", (unsigned long long)misses);
  for (uint32_t slice = 0; slice < slices; slice++) printf(" %.0f", least[slice]);
  return 0;
}
