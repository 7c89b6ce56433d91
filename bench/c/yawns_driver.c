/* yawns_driver.c: times YAWNS natively on one processor, whose loop has nothing between its windows. Prints events and
 * nanoseconds.   yawns_driver OBJECTS DIMENSIONS UNTIL */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "host.h"

extern uint32_t yawns_window(double ceiling, uint32_t most), yawns_events(void);
extern double yawns_bound(void), yawns_lookahead(void);
extern void yawns_hypercube(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  uint32_t objects = (uint32_t)atoi(argv[1]), dimensions = (uint32_t)atoi(argv[2]);
  double until = atof(argv[3]);
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  yawns_hypercube(1, 0, objects, dimensions, 0, 1);
  for (double floor = yawns_bound(); floor < until; floor = yawns_bound()) {
    double ceiling = floor + yawns_lookahead();
    yawns_window(ceiling < until ? ceiling : until, UINT32_MAX);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%u %.0f\n", yawns_events(), (end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec));
  return 0;
}
