/* full.c: a fully associative LRU cache without contents, to tell conflict misses from capacity misses.
 *
 * A hash table (linear probing, at most half full) finds a line's node; the nodes are a doubly linked ring in order
 * of use. A touch costs the same whatever the size. */
#include "machine.h"

#define NONE 0xffffffffu

typedef struct { uint32_t line, newer, older; } node;

struct full_cache {
  uint32_t lines, taken, newest, oldest, mask;
  uint32_t spare; /* nodes given back by full_remove, linked through `older` */
  node *nodes;
  uint32_t *slots; /* node + 1, 0 when empty */
};

full_cache *full_create(uint32_t lines) {
  full_cache *full = arena_take(sizeof *full);
  uint32_t slots = 2;
  while (slots < 2 * lines) slots *= 2;
  full->lines = lines;
  full->mask = slots - 1;
  full->newest = full->oldest = full->spare = NONE;
  full->nodes = arena_take((size_t)lines * sizeof(node));
  full->slots = arena_take((size_t)slots * sizeof(uint32_t));
  return full;
}

/* Fibonacci hashing (Knuth, vol. 3, 6.4). */
static uint32_t home_of(const full_cache *full, uint32_t line) { return line * 2654435769u >> 7 & full->mask; }

/* The slot that holds the line, or the empty one where it belongs. */
static uint32_t find_slot(const full_cache *full, uint32_t line) {
  uint32_t slot = home_of(full, line);
  while (full->slots[slot] && full->nodes[full->slots[slot] - 1].line != line) slot = (slot + 1) & full->mask;
  return slot;
}

/* Knuth's algorithm R (vol. 3, 6.4): closes the gap, so that every probe sequence stays whole. */
static void remove_slot(full_cache *full, uint32_t gap) {
  for (uint32_t slot = gap;;) {
    full->slots[gap] = 0;
    uint32_t home;
    do {
      slot = (slot + 1) & full->mask;
      if (!full->slots[slot]) return;
      home = home_of(full, full->nodes[full->slots[slot] - 1].line);
    } while (((slot - home) & full->mask) < ((slot - gap) & full->mask));
    full->slots[gap] = full->slots[slot];
    gap = slot;
  }
}

static void unlink_node(full_cache *full, uint32_t n) {
  node *x = &full->nodes[n];
  if (x->newer == NONE) full->newest = x->older;
  else full->nodes[x->newer].older = x->older;
  if (x->older == NONE) full->oldest = x->newer;
  else full->nodes[x->older].newer = x->newer;
}

static void link_newest(full_cache *full, uint32_t n) {
  node *x = &full->nodes[n];
  x->newer = NONE;
  x->older = full->newest;
  if (full->newest != NONE) full->nodes[full->newest].newer = n;
  else full->oldest = n;
  full->newest = n;
}

static uint32_t free_node(full_cache *full) {
  if (full->spare != NONE) {
    uint32_t n = full->spare;
    full->spare = full->nodes[n].older;
    return n;
  }
  if (full->taken < full->lines) return full->taken++;
  uint32_t n = full->oldest;
  remove_slot(full, find_slot(full, full->nodes[n].line));
  unlink_node(full, n);
  return n;
}

bool full_touch(full_cache *full, uint32_t line) {
  if (full->newest != NONE && full->nodes[full->newest].line == line) return true;
  uint32_t slot = find_slot(full, line), n = full->slots[slot] - 1;
  bool hit = full->slots[slot] != 0;
  if (hit) {
    unlink_node(full, n);
  } else {
    n = free_node(full);
    full->nodes[n].line = line;
    full->slots[find_slot(full, line)] = n + 1; /* the removal may have moved the empty slot */
  }
  link_newest(full, n);
  return hit;
}

void full_remove(full_cache *full, uint32_t line) {
  uint32_t slot = find_slot(full, line);
  if (!full->slots[slot]) return;
  uint32_t n = full->slots[slot] - 1;
  remove_slot(full, slot);
  unlink_node(full, n);
  full->nodes[n].older = full->spare;
  full->spare = n;
}
