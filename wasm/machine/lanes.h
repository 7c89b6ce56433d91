/* lanes.h: four 32-bit numbers at a time, with the SIMD of WebAssembly, or with SSE2 in the native build that the
 * bench compares with. A set is looked through without a branch that depends on where the line stands. */
#ifndef LANES_H
#define LANES_H

#include <stdint.h>

/* The bits of an entry but its state (cache.h), four times. A variable, because V8 loads a vector faster than it makes a
 * constant one. */
extern uint32_t lane_line_bits[4];

#ifdef __wasm__
#include <wasm_simd128.h>
typedef v128_t lanes;
static inline lanes lanes_load(const uint32_t *p) { return wasm_v128_load(p); }
static inline lanes lanes_all(uint32_t value) { return wasm_i32x4_splat((int32_t)value); }
static inline lanes lanes_and(lanes a, lanes b) { return wasm_v128_and(a, b); }
static inline lanes lanes_equal(lanes a, lanes b) { return wasm_i32x4_eq(a, b); }
/* The lesser of each pair of lanes, of numbers below 2^31. */
static inline lanes lanes_least(lanes a, lanes b) { return wasm_i32x4_min(a, b); }
/* The least of the four, in every lane. */
static inline lanes lanes_least_of(lanes a) {
  a = lanes_least(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));
  return lanes_least(a, wasm_i32x4_shuffle(a, a, 1, 0, 3, 2));
}
/* One bit a lane, from lanes that are all ones or zero. */
static inline uint32_t lanes_bits(lanes a) { return wasm_i32x4_bitmask(a); }
/* Two bits a lane, from eight lanes: cheaper than one. */
static inline uint32_t lanes_bits_twice(lanes a, lanes b) { return wasm_i8x16_bitmask(wasm_i16x8_narrow_i32x4(a, b)); }
static inline uint32_t lanes_bits4(lanes a, lanes b, lanes c, lanes d) {
  return wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(a, b), wasm_i16x8_narrow_i32x4(c, d)));
}
static inline void lanes_store(uint32_t *p, lanes a) { wasm_v128_store(p, a); }
static inline lanes lanes_add(lanes a, lanes b) { return wasm_i32x4_add(a, b); }
static inline lanes lanes_or(lanes a, lanes b) { return wasm_v128_or(a, b); }
static inline lanes lanes_but_not(lanes a, lanes b) { return wasm_v128_andnot(a, b); }
/* Where a is the greater of two unsigned numbers. */
static inline lanes lanes_above(lanes a, lanes b) { return wasm_u32x4_gt(a, b); }
/* Where clang 15 can move the count's making out of a loop, it shifts lane by lane. */
static inline lanes lanes_left(lanes a, uint32_t bits) {
  __asm__ volatile("" : "+r"(bits));
  return wasm_i32x4_shl(a, bits);
}
static inline lanes lanes_right(lanes a, uint32_t bits) {
  __asm__ volatile("" : "+r"(bits));
  return wasm_u32x4_shr(a, bits);
}
/* From pairs to two rows, and back. */
static inline lanes lanes_even(lanes a, lanes b) { return wasm_i32x4_shuffle(a, b, 0, 2, 4, 6); }
static inline lanes lanes_odd(lanes a, lanes b) { return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7); }
static inline lanes lanes_pair_low(lanes a, lanes b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
static inline lanes lanes_pair_high(lanes a, lanes b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
#else
#include <emmintrin.h>
typedef __m128i lanes;
static inline lanes lanes_load(const uint32_t *p) { return _mm_loadu_si128((const lanes *)p); }
static inline lanes lanes_all(uint32_t value) { return _mm_set1_epi32((int32_t)value); }
static inline lanes lanes_and(lanes a, lanes b) { return _mm_and_si128(a, b); }
static inline lanes lanes_equal(lanes a, lanes b) { return _mm_cmpeq_epi32(a, b); }
static inline lanes lanes_least(lanes a, lanes b) {
  lanes more = _mm_cmpgt_epi32(a, b);
  return _mm_or_si128(_mm_and_si128(more, b), _mm_andnot_si128(more, a));
}
static inline lanes lanes_least_of(lanes a) {
  a = lanes_least(a, _mm_shuffle_epi32(a, 0x4e));
  return lanes_least(a, _mm_shuffle_epi32(a, 0xb1));
}
static inline uint32_t lanes_bits(lanes a) { return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(a)); }
static inline uint32_t lanes_bits_twice(lanes a, lanes b) { return (uint32_t)_mm_movemask_epi8(_mm_packs_epi32(a, b)); }
static inline uint32_t lanes_bits4(lanes a, lanes b, lanes c, lanes d) {
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
}
static inline void lanes_store(uint32_t *p, lanes a) { _mm_storeu_si128((lanes *)p, a); }
static inline lanes lanes_add(lanes a, lanes b) { return _mm_add_epi32(a, b); }
static inline lanes lanes_or(lanes a, lanes b) { return _mm_or_si128(a, b); }
static inline lanes lanes_but_not(lanes a, lanes b) { return _mm_andnot_si128(b, a); }
static inline lanes lanes_above(lanes a, lanes b) {
  lanes sign = _mm_set1_epi32(INT32_MIN);
  return _mm_cmpgt_epi32(_mm_xor_si128(a, sign), _mm_xor_si128(b, sign));
}
static inline lanes lanes_left(lanes a, uint32_t bits) { return _mm_sll_epi32(a, _mm_cvtsi32_si128((int)bits)); }
static inline lanes lanes_right(lanes a, uint32_t bits) { return _mm_srl_epi32(a, _mm_cvtsi32_si128((int)bits)); }
static inline lanes lanes_even(lanes a, lanes b) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88));
}
static inline lanes lanes_odd(lanes a, lanes b) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0xdd));
}
static inline lanes lanes_pair_low(lanes a, lanes b) { return _mm_unpacklo_epi32(a, b); }
static inline lanes lanes_pair_high(lanes a, lanes b) { return _mm_unpackhi_epi32(a, b); }
#endif
#endif
