/* yawns_check.c: YAWNS natively on P processes, each a processor, joined by pipes. Prints the history of
 * all. Linked with the C library's malloc under AddressSanitizer, which tells of every leak and every access
 * to what was given back.
 *
 *   yawns_check hypercube|life PROCESSORS */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern uint32_t yawns_window(double ceiling, uint32_t most), yawns_pack(uint32_t to), yawns_events(void);
extern uint32_t yawns_live_blocks(void);
extern double yawns_bound(void), yawns_lookahead(void);
extern void *yawns_buffer(void);
extern void yawns_receive(uint32_t bytes), yawns_end(void);
extern uint64_t yawns_history(void);
extern void yawns_hypercube(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
extern void yawns_life(uint32_t, uint32_t, uint32_t, uint32_t, double, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);

enum { MOST = 8 };
static int ends[MOST][MOST][2]; /* ends[a][b]: from a to b */

static void put(int me, int to, const void *data, size_t bytes) {
  if (write(ends[me][to][1], data, bytes) != (ssize_t)bytes) exit(1);
}

static void get(int me, int from, void *data, size_t bytes) {
  for (size_t have = 0; have < bytes;) {
    ssize_t part = read(ends[from][me][0], (char *)data + have, bytes - have);
    if (part <= 0) exit(1);
    have += (size_t)part;
  }
}

/* Sends everything, agrees on the minimum, then receives. A 0 ends a sender's messages. Pipes hold what is written here
 * before the others read: the models of this check are small. */
static double exchange(int me, int count) {
  for (int to = 0; to < count; to++) {
    if (to == me) continue;
    uint32_t bytes;
    do {
      bytes = yawns_pack((uint32_t)to);
      put(me, to, &bytes, sizeof bytes);
      if (bytes) put(me, to, yawns_buffer(), bytes);
    } while (bytes);
  }
  double least = yawns_bound();
  for (int to = 0; to < count; to++)
    if (to != me) put(me, to, &least, sizeof least);
  for (int from = 0; from < count; from++) {
    if (from == me) continue;
    uint32_t bytes;
    for (get(me, from, &bytes, sizeof bytes); bytes; get(me, from, &bytes, sizeof bytes)) {
      get(me, from, yawns_buffer(), bytes);
      yawns_receive(bytes);
    }
    double bound;
    get(me, from, &bound, sizeof bound);
    if (bound < least) least = bound;
  }
  return least;
}

static uint64_t simulate(int me, int count, int life) {
  double end = life ? 12.5 : 10;
  if (life) yawns_life(5, 0, 21, 18, 0.35, 1, 7, (uint32_t)count, (uint32_t)me, (uint32_t)count);
  else yawns_hypercube(5, 0, 150, 5, (uint32_t)me, (uint32_t)count);
  for (double floor = exchange(me, count); floor < end; floor = exchange(me, count)) {
    double ceiling = floor + yawns_lookahead();
    yawns_window(ceiling < end ? ceiling : end, UINT32_MAX);
  }
  uint64_t history = yawns_history();
  yawns_end();
  if (yawns_live_blocks()) {
    fprintf(stderr, "yawns_check: %u blocks are left\n", yawns_live_blocks());
    exit(1);
  }
  return history;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int life = !strcmp(argv[1], "life"), count = atoi(argv[2]);
  if (count < 1 || count > MOST) return 2;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      if (pipe(ends[a][b])) return 1;
  for (int me = 1; me < count; me++) {
    if (fork()) continue;
    uint64_t own = simulate(me, count, life);
    put(me, 0, &own, sizeof own);
    return 0;
  }
  uint64_t history = simulate(0, count, life);
  for (int from = 1; from < count; from++) {
    uint64_t other;
    get(0, from, &other, sizeof other);
    history += other;
    int status;
    if (wait(&status) < 0 || status) return 1;
  }
  printf("%016llx\n", (unsigned long long)history);
  return 0;
}
