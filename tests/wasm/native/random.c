/* random.c: random sequences from a seed.
 *
 *   random [--align N] [--cpus N] [--bounded 0|1] [--coalesces 0|1] [--largest BYTES] [--set index=value]… SEED OPS
 *
 * The run goes through phases of 2,000 operations that differ in the kinds of sizes and in how much is alive, so that
 * heaps grow, empty and fragment; some phases run with the OS about to refuse. */
#include <stdio.h>
#include <stdlib.h>

#include "checker.h"

static uint64_t state;

/* splitmix64 (Steele, Lea and Flood 2014): every seed gives a full-period sequence. */
static uint64_t draw(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static uint32_t below(uint32_t n) { return (uint32_t)(draw() % n); }

static size_t any_size(uint32_t kind) {
  static const size_t few[] = {8, 16, 24, 28, 32, 64, 128, 256};
  switch (kind) {
    case 0: return few[below(8)];
    case 1: return below(64);
    case 2: return below(512);
    case 3: return (size_t)1 << below(13) | (below(2) ? below(8) : 0);
    case 4: return below(100) ? below(200) : below((uint32_t)checker.largest);
    default: return below(5000);
  }
}

/* Sizes near the ends of size_t and of 32 bits, where careless arithmetic wraps round. */
static size_t absurd_size(void) {
  static const size_t bases[] = {SIZE_MAX, SIZE_MAX / 2, (size_t)1 << 31, (size_t)1 << 32, (size_t)3 << 30, SIZE_MAX - 4096};
  size_t base = bases[below(6)], less = below(2) ? below(40) : below(5000);
  return base - less;
}

static void phase(uint32_t operations) {
  uint32_t kind = below(6), slots = 1u << (3 + below(8)), base = below(CHECKER_SLOTS), frees = 20 + below(60);
  int squeeze = below(4) == 0;
  if (squeeze) checker_apply(OP_SQUEEZE, 0, below(3) * 4096u * (1 + below(8)), 0);
  for (uint32_t i = 0; i < operations; i++) {
    uint32_t slot = base + below(slots), what = below(1000), cpu = below(64);
    if (what < 2) checker_apply(OP_MALLOC, slot, absurd_size(), cpu);
    else if (what < 4) checker_apply(OP_REALLOC, slot, absurd_size(), cpu);
    else if (what < 100) checker_apply(OP_REALLOC, slot, any_size(kind), cpu);
    else checker_apply(what < 100 + 9 * frees ? OP_FREE : OP_MALLOC, slot, any_size(kind), cpu);
    if (i % 100 == 99) checker_apply(OP_VERIFY, 0, 0, 0);
  }
  if (squeeze) checker_apply(OP_RELAX, 0, 0, 0);
}

int main(int argc, char **argv) {
  checker_open();
  int at = checker_parse(argc, argv);
  if (at < 0 || argc - at != 2) {
    fprintf(stderr, "usage: random [options] SEED OPERATIONS\n");
    return 2;
  }
  state = strtoull(argv[at], NULL, 10);
  uint64_t wanted = strtoull(argv[at + 1], NULL, 10);
  while (checker_operations() < wanted) phase(2000);
  checker_close();
  printf("{\"operations\":%llu,\"served\":%llu,\"failures\":%llu}\n", (unsigned long long)checker_operations(),
         (unsigned long long)checker_served(), (unsigned long long)checker_failures());
  /* A checker that an allocator can please by refusing everything would prove nothing. */
  if (checker_served() * 4 < checker_operations()) {
    fprintf(stderr, "checker: only %llu of %llu operations were served with a block\n",
            (unsigned long long)checker_served(), (unsigned long long)checker_operations());
    return 1;
  }
  return 0;
}
