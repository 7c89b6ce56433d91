/* Replays a trace on one allocator compiled natively, by the loop of wasm/device/timed.c, and prints the nanoseconds
 * that each call of it took.
 * Input, from standard input: u32 events, u32 objects, then the columns op (u8), cpu (u8), id (u32), size (u32). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "timed.h"

#include "host.h"

#define EVENTS_A_CALL 4096u /* src/device/timed.ts */

static void *read_column(size_t width, uint32_t count) {
  void *column = malloc(width * count + 1);
  if (fread(column, width, count, stdin) != count) exit(1);
  return column;
}

int main(void) {
  uint32_t head[2];
  if (fread(head, 4, 2, stdin) != 2) return 1;
  uint32_t events = head[0];
  uint8_t *op = read_column(1, events), *cpu = read_column(1, events);
  uint32_t *id = read_column(4, events), *size = read_column(4, events);
  void **object = calloc(head[1] + 1, sizeof *object);
  for (uint32_t from = 0; from < events; from += EVENTS_A_CALL) {
    uint32_t to = events - from < EVENTS_A_CALL ? events : from + EVENTS_A_CALL;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    timed_run(op, cpu, id, size, object, from, to);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.0f\n", (double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec));
  }
  return 0;
}
