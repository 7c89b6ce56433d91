/* timewarp_memory.c: a kernel's way to the allocator, buffers of two classes; and the two ways to move many bytes. */
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "timewarp.h"
#include "told.h"

/* The running process tells the lab what class a buffer is of (0: it is free), and what it does from here on; the
 * second returns the kernel's clock in cycles. */
#ifdef LAB_NO_STEPS /* where nothing is observed no cache's lines are told apart */
#define lab_mark(buffer, bytes, class) ((void)0)
#else
LAB_IMPORT(mark) void lab_mark(const void *buffer, uint32_t bytes, uint32_t class);
#endif
LAB_IMPORT(phase) double lab_phase(uint32_t phase);

uint32_t tw_blocks[CLASSES], tw_bytes[CLASSES], tw_most_bytes[CLASSES];
bool tw_out_of_memory;
/* A clock for runs that no machine watches: words moved, and a fixed cost for each buffer taken. */
double tw_nominal;

/* The paper's hint (§4). Allocators that know of no classes have none. */
__attribute__((weak)) void intensive_buffer(uint32_t flag) { (void)flag; }

void *tw_take(size_t bytes, tw_class class) {
  if (class == INTENSIVE) intensive_buffer(1);
  void *buffer = malloc(bytes);
  if (class == INTENSIVE) intensive_buffer(0);
  if (!buffer) {
    tw_out_of_memory = true;
    return NULL;
  }
  TELL(TOLD_TAKE, buffer, bytes);
  lab_mark(buffer, (uint32_t)bytes, class);
  tw_blocks[class]++;
  tw_bytes[class] += (uint32_t)bytes;
  if (tw_bytes[class] > tw_most_bytes[class]) tw_most_bytes[class] = tw_bytes[class];
  tw_nominal += 20;
  return buffer;
}

/* bytes, class: as it was taken. */
void tw_give(void *buffer, size_t bytes, tw_class class) {
  lab_mark(buffer, (uint32_t)bytes, OTHER);
  tw_blocks[class]--;
  tw_bytes[class] -= (uint32_t)bytes;
  free(buffer);
  TELL(TOLD_GIVE, buffer, bytes);
}

/* One instruction of WebAssembly each, so that an observed module reports one access for all bytes. */
#ifdef __wasm__
#define BULK __attribute__((target("bulk-memory"), noinline))
#else
#define BULK __attribute__((noinline))
#endif
BULK void tw_copy(void *to, const void *from, size_t bytes) {
  memcpy(to, from, bytes);
  tw_nominal += (double)(bytes / 4);
}
BULK void tw_fill(void *at, uint32_t byte, size_t bytes) {
  memset(at, (int)byte, bytes);
  tw_nominal += (double)(bytes / 8);
}

double tw_turn_to(tw_phase phase) { return lab_phase(phase); }
