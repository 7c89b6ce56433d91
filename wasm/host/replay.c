/* The replay: a chunk of events goes in as columns, what became of each comes out as columns.
 *
 * The allocator's functions are entries of this module's table (set by the engine), so that any module can be
 * replayed. Chunks, and not one long call, so that the engine can tier up, report and cancel. */
#include <string.h>

#include "host.h"

enum { OP_MALLOC, OP_FREE, OP_REALLOC, OP_CALLOC, OP_MEMALIGN };

typedef uint32_t (*malloc_function)(uint32_t);
typedef void (*free_function)(uint32_t);
typedef uint32_t (*realloc_function)(uint32_t, uint32_t);
typedef uint64_t (*counter_function)(void);
typedef uint32_t (*bytes_function)(void);

/* Table entries; 0 where the module has none (a plain module counts nothing). */
static struct {
  malloc_function malloc;
  free_function free;
  realloc_function realloc;
  counter_function instructions, accesses;
  bytes_function footprint;
  bytes_function top;   /* one past the heap's highest byte */
  bytes_function pages; /* the memory's length in pages of 64 KiB, where the module does not know its top */
} call;

static struct {
  uint8_t op[CHUNK], cpu[CHUNK];
  uint32_t id[CHUNK], size[CHUNK];
} in;

/* One row an event. address: of the block it got, of the block it freed, 0 where it was refused. */
static struct {
  uint32_t address[CHUNK], footprint[CHUNK], live[CHUNK], free_bytes[CHUNK], free_blocks[CHUNK], largest[CHUNK],
      instructions[CHUNK], loads[CHUNK], stores[CHUNK];
} out;

typedef enum { OVERLAP = 1, MISALIGNED = 2, OUTSIDE = 3, BAD_FREE = 4 } fault_kind;
typedef struct { uint32_t event, kind, address, other; } fault_row;
#define MOST_FAULTS 1000u

static struct {
  uint64_t fingerprint, live, sum_live, sum_footprint, instructions, loads, stores;
  uint64_t peak_live, peak_footprint;
  uint32_t mallocs, frees, reallocs, failures, live_objects, fault_count, events;
} total;
static fault_row faults[MOST_FAULTS];
static uint32_t current_cpu, alignment = 4, heap_start, lowest, extent;
static uint64_t heap_end;
static uint64_t seen_instructions, seen_accesses;

EXPORT(cpu) uint32_t cpu(void) { return current_cpu; }
EXPORT(set_cpu) void set_cpu(uint32_t number) { current_cpu = number; }
EXPORT(lock) void lock(uint32_t id) { (void)id; }
EXPORT(unlock) void unlock(uint32_t id) { (void)id; }

EXPORT(chunk_size) uint32_t chunk_size(void) { return CHUNK; }
EXPORT(input) void *input(uint32_t column) {
  void *const columns[] = {in.op, in.cpu, in.id, in.size};
  return columns[column];
}
EXPORT(output) uint32_t *output(uint32_t column) { return out.address + column * CHUNK; }
EXPORT(totals) void *totals(void) { return &total; }
EXPORT(fault_rows) fault_row *fault_rows(void) { return faults; }

EXPORT(set_allocator)
void set_allocator(malloc_function m, free_function f, realloc_function r, counter_function instructions,
                   counter_function accesses, bytes_function footprint, bytes_function top, bytes_function pages) {
  call.malloc = m;
  call.free = f;
  call.realloc = r;
  call.instructions = instructions;
  call.accesses = accesses;
  call.footprint = footprint;
  call.top = top;
  call.pages = pages;
}

/* Blocks must lie at or above `start` at multiples of `align`; where the heap ends is asked when a block passes it. */
EXPORT(set_bounds) void set_bounds(uint32_t start, uint32_t align) {
  heap_start = start;
  heap_end = 0;
  alignment = align;
}

/* What the blocks so far have spanned: for modules that do not tell what they took from the system. */
EXPORT(lowest_block) uint32_t lowest_block(void) { return lowest; }
EXPORT(highest_block) uint32_t highest_block(void) { return extent; }

EXPORT(reset) void reset(void) {
  memset(&total, 0, sizeof total);
  total.fingerprint = 0xcbf29ce484222325u;
  current_cpu = 0;
  extent = 0;
  lowest = 0xffffffffu;
  seen_instructions = call.instructions ? call.instructions() : 0;
  seen_accesses = call.accesses ? call.accesses() : 0;
  shadow_reset();
  objects_reset();
  tracker_reset();
  pack_reset();
}

static void fault(fault_kind kind, uint32_t event, uint32_t address, uint32_t other) {
  if (total.fault_count < MOST_FAULTS) faults[total.fault_count] = (fault_row){event, kind, address, other};
  total.fault_count++;
}

/* A block arrives: checked against everything that is live. */
static void arrive(object *o, uint32_t address, uint32_t size, uint32_t event) {
  o->address = address;
  o->size = size;
  total.live += size;
  total.live_objects++;
  if (address % alignment) fault(MISALIGNED, event, address, alignment);
  uint64_t end = (uint64_t)address + size;
  if (end > extent) extent = end > 0xffffffffu ? 0xffffffffu : (uint32_t)end;
  if (address < lowest) lowest = address;
  if (end > heap_end) heap_end = call.top ? call.top() : call.pages ? (uint64_t)call.pages() << 16 : end;
  if (address < heap_start || end > heap_end) fault(OUTSIDE, event, address, size);
  uint32_t conflict = shadow_claim(address, size);
  if (conflict) fault(OVERLAP, event, address, conflict);
}

static void leave(object *o) {
  shadow_release(o->address, o->size);
  total.live -= o->size;
  total.live_objects--;
}

/* A module without realloc gets a new block and a free; contents are not the replay's business. */
static uint32_t resize(uint32_t old, uint32_t size) {
  if (call.realloc) return call.realloc(old, size);
  uint32_t address = size ? call.malloc(size) : 0;
  if (old && (address || !size)) call.free(old);
  return address;
}

static uint32_t do_malloc(uint32_t id, uint32_t size, uint32_t event) {
  object *o = object_of(id);
  uint32_t address = call.malloc(size);
  total.mallocs++;
  if (address) {
    arrive(o, address, size, event);
  } else {
    o->size = FAILED;
    if (size) total.failures++; /* the C standard lets malloc(0) return NULL */
  }
  return address;
}

static uint32_t do_free(uint32_t id, uint32_t event) {
  object *o = object_of(id);
  uint32_t address = o->address;
  total.frees++;
  if (address) {
    leave(o);
    *o = (object){0, 0};
    call.free(address);
  } else if (o->size == FAILED) {
    *o = (object){0, 0}; /* free(NULL) */
  } else {
    fault(BAD_FREE, event, 0, id);
  }
  return address;
}

static uint32_t do_realloc(uint32_t id, uint32_t size, uint32_t event) {
  object *o = object_of(id);
  uint32_t old = o->address, held = o->size;
  total.reallocs++;
  if (!old && held != FAILED) {
    fault(BAD_FREE, event, 0, id);
    return 0;
  }
  if (old) leave(o);
  uint32_t address = resize(old, size);
  if (address) {
    arrive(o, address, size, event);
  } else if (!size) {
    *o = (object){0, FAILED}; /* freed; what follows is free(NULL) */
  } else {
    total.failures++;
    if (old) { /* the old block lives on */
      total.live += held;
      total.live_objects++;
      shadow_claim(old, held);
    }
  }
  return address;
}

static inline uint32_t dispatch(uint32_t i, uint32_t event) {
  switch (in.op[i]) {
    case OP_MALLOC:
    case OP_CALLOC:
    case OP_MEMALIGN: return do_malloc(in.id[i], in.size[i], event);
    case OP_FREE: return do_free(in.id[i], event);
    case OP_REALLOC: return do_realloc(in.id[i], in.size[i], event);
    default: return 0;
  }
}

static inline uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3u; } /* FNV-1a */

/* Replays `count` events of the chunk on a counted module. `first`: index of its first event in the trace. */
EXPORT(replay_counted) void replay_counted(uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    current_cpu = in.cpu[i];
    uint32_t address = dispatch(i, first + i);
    uint64_t instructions = call.instructions(), accesses = call.accesses();
    uint32_t spent = (uint32_t)(instructions - seen_instructions);
    uint64_t touched = accesses - seen_accesses;
    seen_instructions = instructions;
    seen_accesses = accesses;
    uint32_t footprint = call.footprint ? call.footprint() : extent > lowest ? extent - lowest : 0;
    out.address[i] = address;
    out.instructions[i] = spent;
    out.loads[i] = (uint32_t)touched;
    out.stores[i] = (uint32_t)(touched >> 32);
    out.footprint[i] = footprint;
    out.live[i] = (uint32_t)total.live;
    out.free_bytes[i] = (uint32_t)free_bytes;
    out.free_blocks[i] = free_blocks;
    out.largest[i] = largest_free();
    if (total.live > total.peak_live) total.peak_live = total.live;
    if (footprint > total.peak_footprint) total.peak_footprint = footprint;
    total.sum_live += total.live;
    total.sum_footprint += footprint;
    total.instructions += spent;
    total.loads += (uint32_t)touched;
    total.stores += touched >> 32;
    total.fingerprint = mix(mix(total.fingerprint, (uint64_t)spent << 32 | address), touched);
    total.events++;
  }
}

/* The same without observation: for measurements of speed. */
EXPORT(replay_plain) void replay_plain(uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t id = in.id[i];
    object *o = object_of(id);
    current_cpu = in.cpu[i];
    switch (in.op[i]) {
      case OP_MALLOC:
      case OP_CALLOC:
      case OP_MEMALIGN: o->address = call.malloc(in.size[i]); break;
      case OP_FREE: call.free(o->address); o->address = 0; break;
      case OP_REALLOC: o->address = resize(o->address, in.size[i]); break;
    }
  }
}

/* Replays events whose blocks' addresses are known from an earlier run: how the engine goes on from a snapshot. */
EXPORT(replay_known) void replay_known(uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    current_cpu = in.cpu[i];
    switch (in.op[i]) {
      case OP_MALLOC:
      case OP_CALLOC:
      case OP_MEMALIGN: call.malloc(in.size[i]); break;
      case OP_FREE:
        if (in.id[i]) call.free(in.id[i]); /* the id column holds the address of the block concerned */
        break;
      case OP_REALLOC: resize(in.id[i], in.size[i]); break;
    }
  }
}
