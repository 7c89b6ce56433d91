/* view.c: what the page asks of the machine between two chunks of a run. Nothing here changes it. */
#include "cache.h"

/* which: 0 the caches, 1 the TLBs. */
static cache *instance_of(uint32_t which, uint32_t level, uint32_t number) {
  return (which ? tlbs : caches).instances[level][number];
}

EXPORT(view_instances) uint32_t view_instances(uint32_t which, uint32_t level) {
  return (which ? tlbs : caches).count[level];
}
/* Number of the instance that serves a processor. */
EXPORT(view_instance) uint32_t view_instance(uint32_t which, uint32_t level, uint32_t p) {
  return (which ? tlbs : caches).path[p][level]->number;
}
EXPORT(view_entries) uint32_t *view_entries(uint32_t which, uint32_t level, uint32_t number) {
  return instance_of(which, level, number)->entries;
}
/* Entries from one set's first to the next one's. */
EXPORT(view_stride) uint32_t view_stride(uint32_t which, uint32_t level) {
  return instance_of(which, level, 0)->stride;
}
/* Bytes of each line that were used since it came in; NULL without coherence. */
EXPORT(view_used) uint64_t *view_used(uint32_t which, uint32_t level, uint32_t number) {
  return instance_of(which, level, number)->used;
}
/* The lower and the upper halves of the counts of every set. */
EXPORT(view_tallies) set_tally *view_tallies(uint32_t which, uint32_t level, uint32_t number) {
  return instance_of(which, level, number)->tallies;
}
EXPORT(view_carries) set_tally *view_carries(uint32_t which, uint32_t level, uint32_t number) {
  return instance_of(which, level, number)->carries;
}
/* PLRU: the way that would be replaced next if none were empty; ordered policies: the last one. RANDOM: all alike. */
EXPORT(view_next_victim) int32_t view_next_victim(uint32_t level, uint32_t number, uint32_t set) {
  const cache *c = instance_of(0, level, number);
  if (c->policy == RANDOM) return -1;
  return (int32_t)(c->policy == PLRU ? plru_victim(c, set) : c->ways - 1);
}
