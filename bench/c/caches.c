/* The machine's own C, compiled natively: the two-level hierarchy of bench/machine.ts over a file of accesses.
 * Prints the nanoseconds of the quickest of several passes, and the misses of the first level. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "machine.h"

void configure_processors(uint32_t count, bool coherent, bool conflicts, uint64_t seed);
void configure_level(uint32_t sets, uint32_t ways, uint32_t line_bits, replacement policy, uint32_t sharers,
                     uint32_t stall, bool inclusive, bool writes_refresh);
void configure_memory(uint32_t stall, uint32_t walk);
void access_pairs(const uint32_t *pairs, uint32_t count);
set_tally *view_tallies(uint32_t which, uint32_t level, uint32_t number);

static double nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (!file || fseek(file, 0, SEEK_END)) return 1;
  size_t bytes = (size_t)ftell(file);
  rewind(file);
  uint32_t *pairs = malloc(bytes);
  if (!pairs || fread(pairs, 1, bytes, file) != bytes) return 1;
  double least = 1e18;
  uint64_t misses = 0;
  for (int round = 0; round < atoi(argv[2]); round++) {
    configure_processors(1, false, false, 1);
    configure_level(64, 8, 6, LRU, 1, 0, false, false);
    configure_level(512, 16, 6, LRU, 1, 8, false, false);
    configure_memory(196, 0);
    double begin = nanoseconds();
    access_pairs(pairs, (uint32_t)(bytes / 8));
    double spent = nanoseconds() - begin;
    if (spent < least) least = spent;
    misses = 0;
    for (uint32_t set = 0; set < 64; set++) misses += view_tallies(0, 0, 0)[set].n[READ_MISS];
  }
  printf("%.0f %llu\n", least, (unsigned long long)misses);
  return 0;
}
