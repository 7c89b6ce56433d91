/* timewarp.c: one Time Warp kernel under the sanitizers, against a peer that is as late and as fickle as the protocol
 * allows. The kernel hosts the even LPs; the peer, this file, sends it messages in an order of its own, takes some of
 * them back, and never goes below the lower bound that it has promised.
 *
 *   timewarp SEED MESSAGES INTERVAL MODE
 *
 * MODE 0: as above. MODE 1: only what is not taken back, all of it before the first event: there is nothing to roll back.
 * Both must print the same hashes of history and state, and leave no block. */
#include "../../../wasm/simulations/timewarp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LPS 8u
#define KERNELS 2u
#define PEER 1u /* the LP that the peer's messages come from */

extern void timewarp_model(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, double);
extern void timewarp_phold(uint32_t, uint32_t, uint32_t, uint32_t, double);
extern tw_packet *timewarp_buffer(void);
extern void timewarp_receive(uint32_t);
extern uint32_t timewarp_step(void), timewarp_pack(void);
extern double timewarp_bound(void);
extern void timewarp_collect(double);
extern void timewarp_end(void);
extern uint64_t timewarp_history(void), timewarp_state(void);
extern uint32_t *timewarp_row(void);

void lab_mark(const void *buffer, uint32_t bytes, uint32_t class) { (void)buffer, (void)bytes, (void)class; }
double lab_phase(uint32_t phase) { (void)phase; return tw_nominal; }

static uint64_t state;
static uint32_t below(uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % n);
}

typedef struct {
  double time;
  double promised; /* the peer's bound when it sends it */
  uint32_t to, value, taken_back_at; /* taken back after so many messages; 0: never */
} order;

static void send(const order *o, uint32_t seq, uint32_t anti) {
  timewarp_buffer()[0] = (tw_packet){{{o->time, PEER, seq}, o->to, o->value}, anti, 0};
  timewarp_receive(1);
}

static void work(uint32_t steps) {
  while (steps-- && timewarp_step()) {}
  while (timewarp_pack()) {}
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  uint32_t seed = (uint32_t)atoi(arguments[1]), messages = (uint32_t)atoi(arguments[2]);
  uint32_t interval = (uint32_t)atoi(arguments[3]), quiet = (uint32_t)atoi(arguments[4]);
  state = seed * 7919u + 1;
  order *orders = malloc(messages * sizeof *orders);
  double promised = 0;
  for (uint32_t i = 0; i < messages; i++) {
    promised += below(1000) / 4000.0;
    orders[i] = (order){promised + below(1000000) / 100000.0, promised, 2 * below(LPS / 2), below(1u << 30), 0};
    if (below(3) == 0) orders[i].taken_back_at = i + 1 + below(10);
  }
  double end = promised + 20;
  /* What is taken back later than the promise allows stays. */
  for (uint32_t i = 0; i < messages; i++) {
    uint32_t at = orders[i].taken_back_at;
    if (at >= messages || (at && orders[at].promised > orders[i].time)) orders[i].taken_back_at = 0;
  }
  timewarp_model(seed, 0, 4, 24, 96, 1500, 900, 5, 0.3);
  timewarp_phold(LPS, 0, KERNELS, interval, end);
  for (uint32_t i = 0; i < messages; i++) {
    if (!quiet || !orders[i].taken_back_at) send(&orders[i], i, 0);
    if (quiet) continue;
    work(below(6));
    for (uint32_t j = i < 12 ? 0 : i - 12; j < i; j++)
      if (orders[j].taken_back_at == i) send(&orders[j], j, 1);
    while (timewarp_pack()) {}
    if (below(8) == 0) timewarp_collect(fmin(timewarp_bound(), orders[i].promised));
  }
  work(~0u);
  timewarp_collect(end);
  const uint32_t *row = timewarp_row();
  printf("%016llx %016llx %u %u %u ", (unsigned long long)timewarp_history(), (unsigned long long)timewarp_state(), row[4],
         row[7], row[6]);
  timewarp_end();
  printf("%u\n", tw_blocks[MILD] + tw_blocks[INTENSIVE] + tw_blocks[OTHER]);
  free(orders);
  return 0;
}
