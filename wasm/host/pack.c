/* Packs what the replay gives back, in blocks of 256 values, each as its distance from the block's least in as many
 * bits as the largest needs, without the low bits in which none differ (frame of reference: Goldstein, Ramakrishnan and
 * Shaft, "Compressing relations and indexes", 1998). src/engine/packed.ts keeps the blocks and finds values in them.
 *
 *   block  | value 0 | value 1 | value 2 | ...    `width` bits each, from the low end of the first word on
 *   row    | sum | least | greatest | width | shift |
 */
#include <string.h>

#include "host.h"

#define BLOCK 256u
#define MOST (CHUNK / BLOCK + 1)

typedef struct {
  double sum; /* exact: below 2^40 */
  uint32_t least, greatest, width, shift;
} row;

static row rows[MOST];
static uint32_t words[MOST * BLOCK];
/* By column: values that do not fill a block yet. */
static struct { uint32_t count, values[BLOCK]; } rest[COLUMNS];

EXPORT(pack_rows) row *pack_rows(void) { return rows; }
EXPORT(pack_words) uint32_t *pack_words(void) { return words; }
EXPORT(pack_rest) uint32_t *pack_rest(uint32_t column) { return rest[column].values; }
EXPORT(pack_rest_count) uint32_t pack_rest_count(uint32_t column) { return rest[column].count; }

void pack_reset(void) {
  for (uint32_t column = 0; column < COLUMNS; column++) rest[column].count = 0;
}

/* SIMD for this alone: the rest of the host is slower with it. */
__attribute__((target("simd128"))) static uint32_t *pack_block(const uint32_t *values, row *to, uint32_t *word) {
  uint32_t least = values[0], greatest = values[0], differing = 0;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < BLOCK; i++) {
    least = values[i] < least ? values[i] : least;
    greatest = values[i] > greatest ? values[i] : greatest;
    sum += values[i];
  }
  for (uint32_t i = 0; i < BLOCK; i++) differing |= values[i] - least;
  uint32_t shift = differing ? (uint32_t)__builtin_ctz(differing) : 0;
  uint32_t width = differing ? 32 - (uint32_t)__builtin_clz(differing >> shift) : 0;
  *to = (row){(double)sum, least, greatest, width, shift};
  if (!width) return word;
  uint64_t gathered = 0;
  uint32_t bits = 0;
  for (uint32_t i = 0; i < BLOCK; i++) {
    gathered |= (uint64_t)((values[i] - least) >> shift) << bits;
    bits += width;
    if (bits < 32) continue;
    *word++ = (uint32_t)gathered;
    gathered >>= 32;
    bits -= 32;
  }
  return word;
}

/* Takes the first `count` values of an output column, which follow those taken before. Returns how many blocks came of
 * it: their rows and words stand there until the next call. */
EXPORT(pack) uint32_t pack(uint32_t column, uint32_t count) {
  const uint32_t *values = output(column);
  uint32_t *word = words, *left = rest[column].values, have = rest[column].count, blocks = 0;
  if (have > 0 && have + count >= BLOCK) {
    memcpy(left + have, values, (BLOCK - have) * sizeof *values);
    word = pack_block(left, &rows[blocks++], word);
    values += BLOCK - have;
    count -= BLOCK - have;
    have = 0;
  }
  for (; have == 0 && count >= BLOCK; count -= BLOCK, values += BLOCK) word = pack_block(values, &rows[blocks++], word);
  memcpy(left + have, values, count * sizeof *values);
  rest[column].count = have + count;
  return blocks;
}
