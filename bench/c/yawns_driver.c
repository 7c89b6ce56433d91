/* yawns_driver.c: times YAWNS natively on one processor, whose loop has nothing between its windows. Prints the events,
 * then the nanoseconds of the beginning and of each window.   yawns_driver OBJECTS DIMENSIONS UNTIL */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "host.h"

extern uint32_t yawns_window(double ceiling, uint32_t most), yawns_events(void);
extern double yawns_bound(void), yawns_lookahead(void);
extern void yawns_hypercube(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  uint32_t objects = (uint32_t)atoi(argv[1]), dimensions = (uint32_t)atoi(argv[2]);
  double until = atof(argv[3]);
  static double spent[4096];
  uint32_t slices = 0;
  double begin = now();
  yawns_hypercube(1, 0, objects, dimensions, 0, 1);
  spent[slices++] = now() - begin;
  for (double floor = yawns_bound(); floor < until; floor = yawns_bound()) {
    if (slices == 4096) return 1;
    begin = now();
    double ceiling = floor + yawns_lookahead();
    yawns_window(ceiling < until ? ceiling : until, UINT32_MAX);
    spent[slices++] = now() - begin;
  }
  printf("%u", yawns_events());
  for (uint32_t i = 0; i < slices; i++) printf(" %.0f", spent[i]);
  return 0;
}
