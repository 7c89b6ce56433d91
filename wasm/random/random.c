/* random.c: random numbers in batches.
 *
 * The caller keeps a stream's state, copies it to random_state() before a batch and back after it, so that any
 * number of streams share this module. A batch is written to random_batch(), doubles, RANDOM_BATCH at most.
 */
#include <math.h>
#include <stdint.h>

#include "xoshiro.h"

#define EXPORT(name) __attribute__((export_name(#name), used))
#define RANDOM_BATCH 4096 /* even: normal numbers come in pairs */

static xoshiro state;
static double batch[RANDOM_BATCH];

EXPORT(random_state) uint64_t *random_state(void) { return state.word; }
EXPORT(random_batch) double *random_batch(void) { return batch; }
EXPORT(random_batch_length) uint32_t random_batch_length(void) { return RANDOM_BATCH; }

/* Stream number `stream` of a seed: `stream` jumps of 2^128 from its beginning. */
EXPORT(random_seed) void random_seed(uint32_t low, uint32_t high, uint32_t stream) {
  xoshiro_seed(&state, (uint64_t)high << 32 | low);
  while (stream-- > 0) xoshiro_jump(&state);
}

/* Uniform on [0, 1). */
EXPORT(random_uniform) void random_uniform(void) {
  xoshiro g = state;
  for (int i = 0; i < RANDOM_BATCH; i++) batch[i] = xoshiro_uniform(&g);
  state = g;
}

/* Exponential with mean 1, by inversion. */
EXPORT(random_exponential) void random_exponential(void) {
  xoshiro g = state;
  for (int i = 0; i < RANDOM_BATCH; i++) batch[i] = -log(1 - xoshiro_uniform(&g));
  state = g;
}

/* Normal with mean 0 and variance 1, by Marsaglia's polar method (Knuth, TAOCP vol. 2, 3.4.1, algorithm P). */
EXPORT(random_normal) void random_normal(void) {
  xoshiro g = state;
  for (int i = 0; i < RANDOM_BATCH; i += 2) {
    double u, v, s;
    do {
      u = 2 * xoshiro_uniform(&g) - 1;
      v = 2 * xoshiro_uniform(&g) - 1;
      s = u * u + v * v;
    } while (s >= 1 || s == 0);
    double factor = sqrt(-2 * log(s) / s);
    batch[i] = u * factor;
    batch[i + 1] = v * factor;
  }
  state = g;
}

/* Pareto with scale 1: P(X > x) = x^-shape for x >= 1, by inversion. */
EXPORT(random_pareto) void random_pareto(double shape) {
  xoshiro g = state;
  for (int i = 0; i < RANDOM_BATCH; i++) batch[i] = pow(1 - xoshiro_uniform(&g), -1 / shape);
  state = g;
}
