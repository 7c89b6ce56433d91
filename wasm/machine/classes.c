/* classes.c: programs that are processes of their own, one a processor, and whose buffers are of two classes.
 *
 * The processes' modules each have a memory that begins at 0. In the machine's memory they lie one behind the other,
 * `stride` bytes apart, so that equal addresses of two processes are different places:
 *
 *   | process 0          | process 1          | process 2 …
 *   0                    stride               2 * stride
 *
 * A process says of what class each buffer is; accesses are then counted by the class of what they touch and by the
 * level where it was found. What was never marked is the program's and the allocator's own data. */
#include <string.h>

#include "machine.h"

#define GRAIN_BITS 3u /* all allocators' blocks begin and end at words; two classes in 8 bytes is a rounding error */
#define CHUNK_BITS 16u
#define CHUNKS (1u << (32 - CHUNK_BITS))
#define CLASSES 3u
#define PHASES 8u
#define BULK_BYTES 16u /* what one instruction moves at most */

static uint32_t stride;
static uint8_t *map[CHUNKS]; /* a byte for every 8 bytes of the machine's memory: its class */
static uint64_t lines[CLASSES], found[CLASSES][MOST_LEVELS + 1];
static uint64_t phase_cycles[MOST_PROCESSORS][PHASES], phase_from[MOST_PROCESSORS];
static uint32_t phase_now[MOST_PROCESSORS];

/* Begins anew, after configure_processors. */
EXPORT(class_reset) void class_reset(uint32_t bytes_apart) {
  stride = bytes_apart;
  memset(map, 0, sizeof map);
  memset(lines, 0, sizeof lines);
  memset(found, 0, sizeof found);
  memset(phase_cycles, 0, sizeof phase_cycles);
  memset(phase_from, 0, sizeof phase_from);
  memset(phase_now, 0, sizeof phase_now);
}

static uint32_t class_of(uint32_t address) {
  const uint8_t *chunk = map[address >> CHUNK_BITS];
  return chunk ? chunk[(address & ((1u << CHUNK_BITS) - 1)) >> GRAIN_BITS] : 0;
}

/* The running process's bytes are of this class from now on; 0 when they are freed. */
EXPORT(class_mark) void class_mark(uint32_t address, uint32_t bytes, uint32_t class) {
  uint64_t at = (uint64_t)address + (uint64_t)stride * current, end = at + bytes;
  while (at < end) {
    uint64_t next = ((at >> CHUNK_BITS) + 1) << CHUNK_BITS, to = next < end ? next : end;
    uint8_t **chunk = &map[at >> CHUNK_BITS];
    if (!*chunk) *chunk = arena_take(1u << (CHUNK_BITS - GRAIN_BITS));
    uint32_t from = (uint32_t)(at & ((1u << CHUNK_BITS) - 1)) >> GRAIN_BITS;
    memset(*chunk + from, (int)class, ((to - at) + (1u << GRAIN_BITS) - 1) >> GRAIN_BITS);
    at = to;
  }
}

/* Classes of the buffers in some bytes of the machine's memory: bit 1 << class for each. */
EXPORT(class_line) uint32_t class_line(uint32_t address, uint32_t bytes) {
  uint32_t classes = 0;
  for (uint32_t at = 0; at < bytes; at += 1u << GRAIN_BITS) classes |= 1u << class_of(address + at);
  return classes;
}

/* The running processor's misses so far, and their sum: what a class's counts are told from. */
static uint64_t seen[MOST_LEVELS + 1], seen_sum;
/* Between class_enter and class_leave. What else a module is asked costs its process nothing: the driver reads it. */
static bool running;

static uint64_t misses(const uint64_t *by_level) {
  uint64_t sum = 0;
  for (uint32_t level = 1; level <= caches.levels; level++) sum += by_level[level];
  return sum;
}

static __attribute__((noinline)) void note_misses(uint32_t class, const uint64_t *now) {
  for (uint32_t level = 1; level <= caches.levels; level++) {
    found[class][level] += now[level] - seen[level];
    seen[level] = now[level];
  }
}

static void class_access(uint32_t own, uint32_t bytes, bool write) {
  if (!bytes || !running) return;
  uint32_t address = own + stride * current, class = class_of(address), bits = caches.path[current][0]->line_bits;
  const uint64_t *now = processors[current].found[PROGRAM];
  machine_access(address, bytes, write);
  lines[class] += ((address + bytes - 1) >> bits) - (address >> bits) + 1;
  uint64_t sum = misses(now);
  if (sum == seen_sum) return;
  seen_sum = sum;
  note_misses(class, now);
}

EXPORT(class_load) void class_load(uint32_t address, uint32_t bytes) { class_access(address, bytes, false); }

/* A store of many bytes is memory.fill, or the second half of memory.copy: a loop over 16 bytes at a time. */
EXPORT(class_store) void class_store(uint32_t address, uint32_t bytes) {
  class_access(address, bytes, true);
  if (bytes > BULK_BYTES && running) charge_program(current, (uint64_t)((bytes + BULK_BYTES - 1) / BULK_BYTES) * machine.touch);
}

/* What processor p did since the last call was `phase_now`; from now on it is something else. Returns its clock. */
static double turn(uint32_t p, uint32_t phase) {
  uint64_t clock = processors[p].clock;
  phase_cycles[p][phase_now[p]] += clock - phase_from[p];
  phase_from[p] = clock;
  phase_now[p] = phase;
  return (double)clock;
}

/* The import of a process: what it does from here on. Returns its clock in cycles. */
EXPORT(class_phase) double class_phase(uint32_t phase) {
  settle();
  return turn(current, phase % PHASES);
}

/* A processor's turn: between these two its process runs. The second returns its clock. `count` is the instruction
 * counter of its module. */
EXPORT(class_enter) void class_enter(uint32_t p, uint64_t (*count)(void)) {
  extern void set_instructions(uint64_t (*)(void));
  running = true;
  current = p;
  current_origin = PROGRAM;
  memcpy(seen, processors[p].found[PROGRAM], sizeof seen);
  seen_sum = misses(seen);
  set_instructions(count);
}
EXPORT(class_leave) double class_leave(void) {
  settle();
  running = false;
  return turn(current, phase_now[current]);
}
/* A processor waits, or pays for something that no instruction does. kind: a cycle_kind. Returns its clock. */
EXPORT(class_pass) double class_pass(uint32_t p, cycle_kind kind, uint32_t phase, double cycles) {
  turn(p, phase % PHASES);
  advance(p, kind, (uint64_t)cycles);
  return turn(p, phase % PHASES);
}

EXPORT(class_lines) uint64_t *class_lines(void) { return lines; }
/* CLASSES rows of MOST_LEVELS + 1 numbers; what is not found here was in the nearest level. */
EXPORT(class_found) uint64_t *class_found(void) { return found[0]; }
EXPORT(class_phases) uint64_t *class_phases(void) { return phase_cycles[0]; }

/* Imports for a process that nobody watches: as cheap as a call can be. */
EXPORT(quiet_mark) void quiet_mark(uint32_t address, uint32_t bytes, uint32_t class) { (void)address, (void)bytes, (void)class; }
EXPORT(quiet_phase) double quiet_phase(uint32_t phase) {
  (void)phase;
  return 0;
}
