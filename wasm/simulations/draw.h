/* draw.h: random numbers of a simulated object. Each object carries a generator of its own, so that what it draws does
 * not depend on which processor it visits, nor on what the others do: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014),
 * whose whole state is one word that fits into a message. */
#ifndef DRAW_H
#define DRAW_H

#include <math.h>

#include "xoshiro.h"

typedef uint64_t generator;

/* The generator of one object: neighbours' streams begin at scrambled, far places. */
static inline generator draw_seed(uint64_t seed, uint32_t object) {
  uint64_t x = seed + object * 0xd1342543de82ef95u;
  return splitmix_next(&x);
}

/* Uniform on [0, 1), a multiple of 2^-53. */
static inline double draw_uniform(generator *g) { return (double)(splitmix_next(g) >> 11) * 0x1p-53; }

/* Exponential with mean 1, by inversion; the logarithm is the C library's. */
static inline double draw_exponential(generator *g) { return -log(1 - draw_uniform(g)); }

/* Uniform on 0 … n - 1 (Lemire's multiplication; the bias is below n / 2^32). */
static inline uint32_t draw_below(generator *g, uint32_t n) {
  return (uint32_t)((splitmix_next(g) >> 32) * n >> 32);
}

#endif
