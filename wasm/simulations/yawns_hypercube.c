/* yawns_hypercube.c: objects that move through a hypercube (Nicol 1990, §4.2). An object stays at a node for 0.25 plus
 * an exponential time of mean 1, then moves to one of the node's neighbours, each with equal probability. Nodes do not
 * queue: any number of objects is served at once.
 *
 * When an object arrives, all is known of its stay: its departure is scheduled, and its arrival at the next node sent
 * ahead. The least stay, 0.25, is the lookahead. */
#include <string.h>

#include "draw.h"
#include "lab.h"
#include "yawns.h"

#define LEAST_STAY 0.25

enum { DEPARTURE = 0, ARRIVAL = 1 };

/* An object on its way; it carries its generator along. head.value: the object's number. */
typedef struct {
  message head;
  generator random;
} WORD_ALIGNED journey;

static uint32_t dimensions, processors_bits, first_node, nodes;
static uint32_t *residents; /* objects at each node of this processor */

/* A processor owns the nodes that share its number as their leading bits: a subcube, and neighbours are neighbours. */
static uint32_t home(uint32_t node) { return node >> (dimensions - processors_bits); }

static void send_object(uint32_t object, generator random, uint32_t from, uint32_t to, double time) {
  journey *j = yawns_message(ARRIVAL, from, to, time);
  if (!j) return;
  j->head.value = object;
  j->random = random;
  yawns_send(&j->head);
}

static void arrive(double time, uint32_t node, const journey *j) {
  generator random = j->random;
  residents[node - first_node]++;
  double leaves = time + LEAST_STAY + draw_exponential(&random);
  uint32_t next = node ^ 1u << draw_below(&random, dimensions);
  yawns_schedule(leaves, DEPARTURE, node);
  send_object(j->head.value, random, node, next, leaves);
}

static void happen(double time, uint32_t kind, uint32_t node, const message *m) {
  if (kind == ARRIVAL) arrive(time, node, (const journey *)m);
  else residents[node - first_node]--;
}

static uint32_t state(uint32_t node) { return residents[node - first_node]; }

static void end(void) {
  if (residents) block_give(residents, nodes * sizeof *residents);
  residents = NULL;
}

static const yawns_model hypercube = {LEAST_STAY, sizeof(journey), happen, home, state, end};

/* Object i begins at node i modulo the nodes, at time 0. processors: a power of two, at most as many as nodes. */
LAB_EXPORT(yawns_hypercube)
void yawns_hypercube(uint32_t seed_low, uint32_t seed_high, uint32_t objects, uint32_t dims, uint32_t processor,
                     uint32_t processors) {
  uint64_t seed = (uint64_t)seed_high << 32 | seed_low;
  dimensions = dims;
  processors_bits = (uint32_t)__builtin_ctz(processors);
  nodes = 1u << (dims - processors_bits);
  first_node = processor * nodes;
  yawns_open(&hypercube, processor, processors);
  residents = block_take(nodes * sizeof *residents);
  if (!residents) return;
  memset(residents, 0, nodes * sizeof *residents);
  for (uint32_t object = 0; object < objects && !blocks.out_of_memory; object++) {
    uint32_t node = object & ((1u << dims) - 1);
    if (home(node) == processor) send_object(object, draw_seed(seed, object), node, node, 0);
  }
}
