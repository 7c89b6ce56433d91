/* timed.c: a recorded program linked with its allocator, as any C program is with its malloc, to be timed by the clock
 * of the device. Nothing is observed and nothing checked: the two calls and the table of what is live.
 *
 *   | module's data | op, cpu, id, size of the events; a pointer an object | heap …        (one linear memory)
 *
 * The bench compiles this file natively too: what it compares is the same C. */
#include "timed.h"

#include "lab.h"
#include "os.h"

enum { OP_FREE = 1, OP_REALLOC = 2, OP_MEMALIGN = 4 }; /* src/trace/trace.ts: malloc, calloc and memalign are 0, 3, 4 */

void *malloc(size_t size);
void free(void *ptr);
void *realloc(void *ptr, size_t size);

static uint32_t running;

uint32_t lab_cpu(void) { return running; }
void lab_lock(uint32_t id) { (void)id; }
void lab_unlock(uint32_t id) { (void)id; }

/* Room for the program's arrays, below all that the allocator will take: to be called before its first call. A multiple
 * of 64 KiB, filled with zeros; (void *)-1 when it cannot be had. */
LAB_EXPORT(timed_room) void *timed_room(uint32_t bytes) { return os_sbrk((intptr_t)((bytes + 65535u) & ~65535u)); }

LAB_EXPORT(timed_run)
void timed_run(const uint8_t *op, const uint8_t *cpu, const uint32_t *id, const uint32_t *size, void **object,
               uint32_t from, uint32_t to) {
  uint32_t now = running;
  for (uint32_t i = from; i < to; i++) {
    if (cpu[i] != now) running = now = cpu[i]; /* no store, and so none for lab_cpu to wait for, while a thread runs on */
    if (op[i] == OP_FREE) {
      free(object[id[i]]);
      object[id[i]] = NULL;
    } else if (op[i] == OP_REALLOC) {
      object[id[i]] = realloc(object[id[i]], size[i]);
    } else if (op[i] <= OP_MEMALIGN) {
      object[id[i]] = malloc(size[i]);
    }
  }
}
