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
/* The sets' blocks: `view_stride` entries, as many stamps, a set_tally. */
EXPORT(view_blocks) uint32_t *view_blocks(uint32_t which, uint32_t level, uint32_t number) {
  return instance_of(which, level, number)->blocks;
}
EXPORT(view_stride) uint32_t view_stride(uint32_t which, uint32_t level) {
  return instance_of(which, level, 0)->stride;
}
/* The way that would be replaced next; -1 where chance decides, among full ways. */
EXPORT(view_next_victim) int32_t view_next_victim(uint32_t level, uint32_t number, uint32_t set) {
  const cache *c = instance_of(0, level, number);
  if (is_stamped(c)) return (int32_t)set_oldest(c, set);
  for (uint32_t way = 0; way < c->ways; way++)
    if (!cache_set(c, set)[way]) return (int32_t)way;
  return c->policy == PLRU ? (int32_t)plru_victim(c, set) : -1;
}

/* As if `stamp` stamps had been given: lets a test reach the end of their range. */
EXPORT(wind_stamps) void wind_stamps(uint32_t level, uint32_t number, uint32_t stamp) {
  instance_of(0, level, number)->stamp = stamp;
}
