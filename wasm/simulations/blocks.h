/* blocks.h: the simulations' only way to the allocator that they are linked with. A request that the allocator refuses
 * sets out_of_memory; the simulation then comes to its end. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "told.h"

typedef struct {
  uint32_t live;       /* blocks */
  uint32_t live_bytes; /* as asked for */
  bool out_of_memory;
} block_account;

/* Every simulation defines it once. */
extern block_account blocks;

static inline void *block_take(size_t bytes) {
  void *block = malloc(bytes);
  if (!block) {
    blocks.out_of_memory = true;
    return NULL;
  }
  TELL(TOLD_TAKE, block, bytes);
  blocks.live++;
  blocks.live_bytes += (uint32_t)bytes;
  return block;
}

/* bytes: as asked for. */
static inline void block_give(void *block, size_t bytes) {
  blocks.live--;
  blocks.live_bytes -= (uint32_t)bytes;
  free(block);
  TELL(TOLD_GIVE, block, bytes);
}

#endif
