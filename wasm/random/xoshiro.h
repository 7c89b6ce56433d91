/* xoshiro.h: the generator xoshiro256** and its seeding by SplitMix64.
 * D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (4), 2021. */
#ifndef XOSHIRO_H
#define XOSHIRO_H

#include <stdint.h>

typedef struct {
  uint64_t word[4]; /* never all zero */
} xoshiro;

static inline uint64_t rotate_left(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t xoshiro_next(xoshiro *g) {
  uint64_t *s = g->word;
  uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

static inline uint64_t splitmix_next(uint64_t *x) {
  uint64_t z = *x += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline void xoshiro_seed(xoshiro *g, uint64_t seed) {
  for (int i = 0; i < 4; i++) g->word[i] = splitmix_next(&seed);
}

/* Advances by 2^128 numbers: streams that are a jump apart never overlap. */
static inline void xoshiro_jump(xoshiro *g) {
  static const uint64_t jump[4] = {0x180ec6d33cfd0abau, 0xd5a61266f0c9392cu, 0xa9582618e03fc9aau,
                                   0x39abdc4529b1661cu};
  xoshiro sum = {{0, 0, 0, 0}};
  for (int i = 0; i < 4; i++) {
    for (int bit = 0; bit < 64; bit++) {
      if (jump[i] >> bit & 1) {
        for (int w = 0; w < 4; w++) sum.word[w] ^= g->word[w];
      }
      xoshiro_next(g);
    }
  }
  *g = sum;
}

/* Uniform on [0, 1), a multiple of 2^-53. */
static inline double xoshiro_uniform(xoshiro *g) { return (double)(xoshiro_next(g) >> 11) * 0x1p-53; }

#endif
