/* lanes.h: four 32-bit numbers at a time, with the SIMD of WebAssembly, or with SSE2 in the native build that the
 * bench compares with. A set is looked through without a branch that depends on where the line stands. */
#ifndef LANES_H
#define LANES_H

#include <stdint.h>

/* 0, 1, 2 … and all ones but for a state's bits (cache.h), as V8 loads a vector faster than it makes a constant one:
 * for that reason they are variables. */
extern uint32_t lane_numbers[16], lane_line_bits[4];

#ifdef __wasm__
#include <wasm_simd128.h>
typedef v128_t lanes;
static inline lanes lanes_load(const uint32_t *p) { return wasm_v128_load(p); }
static inline void lanes_store(uint32_t *p, lanes a) { wasm_v128_store(p, a); }
static inline lanes lanes_all(uint32_t value) { return wasm_i32x4_splat((int32_t)value); }
static inline lanes lanes_and(lanes a, lanes b) { return wasm_v128_and(a, b); }
static inline lanes lanes_equal(lanes a, lanes b) { return wasm_i32x4_eq(a, b); }
static inline lanes lanes_greater(lanes a, lanes b) { return wasm_i32x4_gt(a, b); }
static inline lanes lanes_choose(lanes which, lanes yes, lanes no) { return wasm_v128_bitselect(yes, no, which); }
/* The last lane of `before`, then the first three of `a`. */
static inline lanes lanes_shift_in(lanes before, lanes a) { return wasm_i32x4_shuffle(before, a, 3, 4, 5, 6); }
/* One bit a lane, from lanes that are all ones or zero. */
static inline uint32_t lanes_bits(lanes a) { return wasm_i32x4_bitmask(a); }
static inline uint32_t lanes_bits4(lanes a, lanes b, lanes c, lanes d) {
  return wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(a, b), wasm_i16x8_narrow_i32x4(c, d)));
}
#else
#include <emmintrin.h>
typedef __m128i lanes;
static inline lanes lanes_load(const uint32_t *p) { return _mm_loadu_si128((const lanes *)p); }
static inline void lanes_store(uint32_t *p, lanes a) { _mm_storeu_si128((lanes *)p, a); }
static inline lanes lanes_all(uint32_t value) { return _mm_set1_epi32((int32_t)value); }
static inline lanes lanes_and(lanes a, lanes b) { return _mm_and_si128(a, b); }
static inline lanes lanes_equal(lanes a, lanes b) { return _mm_cmpeq_epi32(a, b); }
static inline lanes lanes_greater(lanes a, lanes b) { return _mm_cmpgt_epi32(a, b); }
static inline lanes lanes_choose(lanes which, lanes yes, lanes no) {
  return _mm_or_si128(_mm_and_si128(which, yes), _mm_andnot_si128(which, no));
}
static inline lanes lanes_shift_in(lanes before, lanes a) {
  return _mm_or_si128(_mm_srli_si128(before, 12), _mm_slli_si128(a, 4));
}
static inline uint32_t lanes_bits(lanes a) { return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(a)); }
static inline uint32_t lanes_bits4(lanes a, lanes b, lanes c, lanes d) {
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
}
#endif
#endif
