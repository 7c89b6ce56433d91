/* Replays a trace on one allocator compiled natively, and prints the nanoseconds that it took.
 * Input, from standard input: u32 events, u32 objects, then the columns op (u8), id (u32), size (u32). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "host.h"

extern void *lab_malloc(size_t), lab_free(void *), *lab_realloc(void *, size_t);

static void *read_column(size_t width, uint32_t count) {
  void *column = malloc(width * count + 1);
  if (fread(column, width, count, stdin) != count) exit(1);
  return column;
}

int main(void) {
  uint32_t head[2];
  if (fread(head, 4, 2, stdin) != 2) return 1;
  uint32_t events = head[0];
  uint8_t *op = read_column(1, events);
  uint32_t *id = read_column(4, events), *size = read_column(4, events);
  void **block = calloc(head[1] + 1, sizeof *block);
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (uint32_t i = 0; i < events; i++) {
    switch (op[i]) {
      case 1: lab_free(block[id[i]]); block[id[i]] = NULL; break;
      case 2: block[id[i]] = lab_realloc(block[id[i]], size[i]); break;
      default: block[id[i]] = lab_malloc(size[i]);
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%.0f\n", (end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec));
  return 0;
}
