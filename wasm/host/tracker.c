/* Free blocks as the steps LINK and UNLINK report them: how many, how many bytes, and the largest.
 * Sizes below 64 KiB are counted by the word with a summary tree of bits over the counts, so that the largest is two
 * look-ups away; the few larger ones stand in a sorted array. */
#include <string.h>

#include "host.h"
#include "lab.h"

#define SMALL 65536u
#define WORDS (SMALL / 4)

uint32_t free_blocks;
uint64_t free_bytes;
static uint32_t count[WORDS]; /* free blocks of 4i … 4i+3 bytes */
static uint32_t used[WORDS / 32], used_words[WORDS / 1024];
static array large; /* sizes of 64 KiB and more, ascending */

static void small_add(uint32_t index) {
  if (count[index]++) return;
  used[index / 32] |= 1u << (index % 32);
  used_words[index / 1024] |= 1u << (index / 32 % 32);
}

static void small_remove(uint32_t index) {
  if (!count[index] || --count[index]) return;
  used[index / 32] &= ~(1u << (index % 32));
  if (!used[index / 32]) used_words[index / 1024] &= ~(1u << (index / 32 % 32));
}

/* First position in `large` whose size is not below `bytes`. */
static uint32_t large_find(uint32_t bytes) {
  uint32_t low = 0, high = large.used, *sizes = (uint32_t *)large.data;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (sizes[middle] < bytes) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void large_add(uint32_t bytes) {
  uint32_t at = large_find(bytes), behind = large.used - at;
  array_push(&large, sizeof(uint32_t));
  uint32_t *sizes = (uint32_t *)large.data;
  memmove(sizes + at + 1, sizes + at, behind * sizeof *sizes);
  sizes[at] = bytes;
}

static void large_remove(uint32_t bytes) {
  uint32_t at = large_find(bytes), *sizes = (uint32_t *)large.data;
  if (at == large.used || sizes[at] != bytes) return;
  large.used--;
  memmove(sizes + at, sizes + at + 1, (large.used - at) * sizeof *sizes);
}

uint32_t largest_free(void) {
  if (large.used) return ((uint32_t *)large.data)[large.used - 1];
  for (int group = WORDS / 1024 - 1; group >= 0; group--) {
    if (!used_words[group]) continue;
    uint32_t word = (uint32_t)group * 32 + 31 - (uint32_t)__builtin_clz(used_words[group]);
    return (word * 32 + 31 - (uint32_t)__builtin_clz(used[word])) * 4;
  }
  return 0;
}

void tracker_reset(void) {
  free_blocks = 0;
  free_bytes = 0;
  large.used = 0;
  memset(count, 0, sizeof count);
  memset(used, 0, sizeof used);
  memset(used_words, 0, sizeof used_words);
}

EXPORT(step) void step(uint32_t line, uint32_t kind, uint32_t a, uint32_t bytes) {
  (void)line;
  (void)a;
  if (kind == LINK) {
    free_blocks++;
    free_bytes += bytes;
    if (bytes < SMALL) small_add(bytes / 4);
    else large_add(bytes);
  } else if (kind == UNLINK) {
    free_blocks--;
    free_bytes -= bytes;
    if (bytes < SMALL) small_remove(bytes / 4);
    else large_remove(bytes);
  }
}
