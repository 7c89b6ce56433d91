/* device.c: an allocator under real threads: one module and one shared memory, an instance of it in each Web Worker.
 *
 *   | stack 0 | stack 1 | … | room: rows of the program, then its objects | heap …        (one linear memory)
 *
 * The allocator's file is the one that the simulations use. What lab.h lets it import from the lab is here the real
 * thing: locks are words in the shared memory that threads sleep on, the processor is the worker's number, and the
 * simulated OS is behind a lock of its own, as a kernel's calls are. Nothing is counted; time is the device's. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

#define THREADS 64u
#define STACK_BYTES 32768u
#define LOCKS 4096u
#define ROOM_BYTES (24u << 20)

_Alignas(64) static uint8_t stacks[THREADS][STACK_BYTES];
_Alignas(64) static uint8_t room[ROOM_BYTES];
static int32_t locks[LOCKS], os_lock;
static uint32_t arrived, at_barrier, barrier_round;
static uint32_t failures, damaged;

EXPORT(device_stack) void *device_stack(uint32_t thread) { return stacks[thread + 1]; }
EXPORT(device_room) void *device_room(void) { return room; }
EXPORT(device_room_bytes) uint32_t device_room_bytes(void) { return ROOM_BYTES; }
EXPORT(device_failures) uint32_t device_failures(void) { return failures; }
EXPORT(device_damaged) uint32_t device_damaged(void) { return damaged; }

/* Drepper's second mutex (Futexes Are Tricky, 2011): 0 free, 1 taken, 2 taken and others sleep. */
static void take(int32_t *word) {
  int32_t seen = 0;
  if (__atomic_compare_exchange_n(word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
  if (seen != 2) seen = __atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE);
  while (seen) {
    __builtin_wasm_memory_atomic_wait32(word, 2, -1);
    seen = __atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE);
  }
}
static void give(int32_t *word) {
  if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2) __builtin_wasm_memory_atomic_notify(word, 1);
}

/* Each worker's stack lies in its own part of `stacks`: where a local variable stands names the worker. */
uint32_t lab_cpu(void) {
  volatile uint8_t here;
  return (uint32_t)(((uintptr_t)&here - (uintptr_t)stacks) / STACK_BYTES);
}
/* The allocators that are linked with this number their locks by heap, far below LOCKS: each has its own word. */
void lab_lock(uint32_t id) {
  if (id >= LOCKS) __builtin_trap();
  take(&locks[id]);
}
void lab_unlock(uint32_t id) { give(&locks[id]); }

/* The linker gives calls of os_sbrk to __wrap_os_sbrk (--wrap). */
void *__real_os_sbrk(intptr_t increment);
void *__real_os_map(size_t bytes);
int __real_os_unmap(void *address, size_t bytes);
void *__wrap_os_sbrk(intptr_t increment) {
  take(&os_lock);
  void *answer = __real_os_sbrk(increment);
  give(&os_lock);
  return answer;
}
void *__wrap_os_map(size_t bytes) {
  take(&os_lock);
  void *answer = __real_os_map(bytes);
  give(&os_lock);
  return answer;
}
int __wrap_os_unmap(void *address, size_t bytes) {
  take(&os_lock);
  int answer = __real_os_unmap(address, bytes);
  give(&os_lock);
  return answer;
}

void *malloc(size_t size);
void free(void *ptr);

/* An allocator without locks of its own serves one thread at a time. */
#ifdef DEVICE_MUTEX
static int32_t heap_lock;
static void enter(void) { take(&heap_lock); }
static void leave(void) { give(&heap_lock); }
#else
static void enter(void) {}
static void leave(void) {}
#endif

/* Numbers of src/trace/trace.ts. */
enum { OP_MALLOC = 0, OP_FREE = 1, OP_READ = 5, OP_WRITE = 6, OP_COMPUTE = 7, OP_BARRIER = 8 };
typedef struct {
  uint32_t op, id, size, offset, repeat;
} row;
/* placed: 1 once it was allocated, which threads that use it before wait for. */
typedef struct {
  uint32_t *block;
  uint32_t size, placed;
} object;

/* Waits until so many threads have come here. */
EXPORT(device_gate) void device_gate(uint32_t threads) {
  __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < threads) {}
}

static void barrier(uint32_t threads) {
  uint32_t round = __atomic_load_n(&barrier_round, __ATOMIC_SEQ_CST);
  if (__atomic_add_fetch(&at_barrier, 1, __ATOMIC_SEQ_CST) == threads) {
    __atomic_store_n(&at_barrier, 0, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&barrier_round, 1, __ATOMIC_SEQ_CST);
    return;
  }
  while (__atomic_load_n(&barrier_round, __ATOMIC_SEQ_CST) == round) {}
}

static object *placed(object *o) {
  while (!__atomic_load_n(&o->placed, __ATOMIC_ACQUIRE)) {}
  return o;
}

static void allocate(object *o, uint32_t id, uint32_t size) {
  enter();
  o->block = malloc(size);
  leave();
  o->size = size;
  if (!o->block) __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
  else if (size >= sizeof(uint32_t)) *o->block = id;
  __atomic_store_n(&o->placed, 1, __ATOMIC_RELEASE);
}

static void release(object *o, uint32_t id) {
  if (o->block && o->size >= sizeof(uint32_t) && *o->block != id) __atomic_add_fetch(&damaged, 1, __ATOMIC_RELAXED);
  enter();
  free(o->block);
  leave();
}

static void touch(const object *o, const row *r, bool write) {
  if (!o->block || r->offset >= o->size) return;
  uint32_t bytes = r->size < o->size - r->offset ? r->size : o->size - r->offset;
  volatile uint32_t *word = (volatile uint32_t *)((uintptr_t)o->block + r->offset);
  for (uint32_t pass = 0; pass < r->repeat; pass++) {
    for (uint32_t i = 0; i < bytes / sizeof(uint32_t); i++) {
      if (write) word[i] = r->id;
      else (void)word[i];
    }
  }
}

/* One thread's part of the program: `count` rows. `threads`: how many meet at barriers. */
EXPORT(device_run) void device_run(const row *rows, uint32_t count, object *objects, uint32_t threads) {
  for (const row *r = rows; r < rows + count; r++) {
    object *o = &objects[r->id];
    switch (r->op) {
      case OP_MALLOC: allocate(o, r->id, r->size); break;
      case OP_FREE: release(placed(o), r->id); break;
      case OP_READ: touch(placed(o), r, false); break;
      case OP_WRITE: touch(placed(o), r, true); break;
      case OP_COMPUTE:
        for (uint32_t i = 0; i < r->size; i++) __asm__ volatile("");
        break;
      case OP_BARRIER: barrier(threads); break;
    }
  }
}
