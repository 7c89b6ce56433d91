/* timewarp_driver.c: the loop of bench/timewarp.ts in C: one kernel, which hosts all processes.
 * timewarp LPS STATE_BYTES TOUCHED_BYTES INTERVAL END prints the committed events, then the nanoseconds of the beginning
 * and of every 1,024 events. */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "host.h"

extern void timewarp_model(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, double);
extern void timewarp_phold(uint32_t, uint32_t, uint32_t, uint32_t, double);
extern uint32_t timewarp_step(void);
extern double timewarp_bound(void), timewarp_nominal(void);
extern void timewarp_collect(double);
extern uint32_t *timewarp_row(void);

void lab_mark(const void *buffer, uint32_t bytes, uint32_t class) { (void)buffer, (void)bytes, (void)class; }
double lab_phase(uint32_t phase) { (void)phase; return 0; }
static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int main(int count, char **words) {
  if (count != 6) return 2;
  uint32_t lps = (uint32_t)atoi(words[1]), events = 0;
  double end = atof(words[5]);
  static uint64_t spent[4096];
  uint32_t slices = 0;
  uint64_t begin = now();
  timewarp_model(1, 0, 8, 64, 512, (uint32_t)atoi(words[2]), (uint32_t)atoi(words[3]), 0, 0);
  timewarp_phold(lps, 0, 1, (uint32_t)atoi(words[4]), end);
  spent[slices++] = now() - begin;
  begin = now();
  while (timewarp_step()) {
    if (++events % 1024) continue;
    timewarp_collect(timewarp_bound());
    if (slices == 4095) return 1;
    spent[slices++] = now() - begin;
    begin = now();
  }
  timewarp_collect(end);
  spent[slices++] = now() - begin;
  printf("%u", timewarp_row()[4]);
  for (uint32_t i = 0; i < slices; i++) printf(" %llu", (unsigned long long)spent[i]);
  return 0;
}
