/* run.c: a program on P processors in virtual time.
 *
 * Each processor has its own events, in the order of the trace. The next operation is always that of the processor
 * with the earliest clock, ties by number. An operation is one call of the allocator, one piece of work, the arrival
 * at a barrier, or one pass over at most PIECE bytes of an object. What one processor does to an object waits for
 * what others have to do before it (a free for the malloc and all uses that the trace has in front of it); that
 * waiting is idle time.
 *
 * The events are columns in this module's memory, as in src/trace/trace.ts. */
#include "cache.h"
#include "watch.h"

#define PIECE 64u
#define WORD 4u
#define NONE 0xffffffffu
#define GUARD 0xfffffffeu /* the mutex's number, which no allocator uses */

enum { OP_MALLOC, OP_FREE, OP_REALLOC, OP_CALLOC, OP_MEMALIGN, OP_READ, OP_WRITE, OP_COMPUTE, OP_BARRIER };

typedef uint32_t (*malloc_function)(uint32_t);
typedef void (*free_function)(uint32_t);
typedef uint32_t (*realloc_function)(uint32_t, uint32_t);

static struct {
  malloc_function malloc;
  free_function free;
  realloc_function realloc; /* may be NULL */
  bool guarded;             /* by one mutex around every call, for an allocator that has no locks */
} call;

/* Columns of the trace. `life` and `uses` say when an event may happen: once the object's `life` is that number and,
 * for what ends a life, it has been used so often. */
static struct {
  uint32_t length, objects;
  uint8_t *op, *cpu;
  uint32_t *id, *size, *offset, *repeat; /* offset, repeat: of touches; NULL where the trace has none */
  uint32_t *next;                        /* the same processor's next event */
  uint32_t *life, *uses;
} trace;

/* life: how many mallocs, reallocs and frees it has seen. uses: touches since the last of these. */
typedef struct {
  uint32_t address, size, life, uses;
} object;
static object *objects;

typedef enum { READY, AWAITS_OBJECT, AT_BARRIER, DONE } thread_state;
static struct {
  thread_state state;
  uint32_t event;        /* NONE when there is none left */
  uint32_t pass, offset; /* how far a touch has got */
  uint32_t barriers;     /* how many of its events to come are barriers */
} thread[MOST_PROCESSORS];

typedef enum { RUNNING, FINISHED, STUCK } run_status;
static struct {
  uint64_t events, failures, touches;
  uint32_t stuck_at;
} total;
static uint32_t waiting; /* threads that await an object */

EXPORT(run_guarded) void run_guarded(bool guarded) { call.guarded = guarded; }
EXPORT(run_allocator) void run_allocator(malloc_function m, free_function f, realloc_function r) {
  call.malloc = m;
  call.free = f;
  call.realloc = r;
}

/* Room for a trace; the caller then fills the columns. */
EXPORT(run_trace) void run_trace(uint32_t length, uint32_t object_count, bool touches) {
  watch_reset();
  trace.length = length;
  trace.objects = object_count;
  trace.op = arena_take(length + 1);
  trace.cpu = arena_take(length + 1);
  trace.id = arena_take((length + 1) * sizeof(uint32_t));
  trace.size = arena_take((length + 1) * sizeof(uint32_t));
  trace.next = arena_take((length + 1) * sizeof(uint32_t));
  trace.life = arena_take((length + 1) * sizeof(uint32_t));
  trace.uses = arena_take((length + 1) * sizeof(uint32_t));
  trace.offset = touches ? arena_take((length + 1) * sizeof(uint32_t)) : NULL;
  trace.repeat = touches ? arena_take((length + 1) * sizeof(uint32_t)) : NULL;
  objects = arena_take((object_count + 1) * sizeof *objects);
}

EXPORT(run_column) void *run_column(uint32_t column) {
  void *const columns[] = {trace.op, trace.cpu, trace.id, trace.size, trace.offset, trace.repeat};
  return columns[column];
}

static bool is_touch(uint32_t op) { return op == OP_READ || op == OP_WRITE; }
static bool ends_life(uint32_t op) { return op <= OP_MEMALIGN; }

/* Notes for every event what has to come before it, and strings each processor's events together. */
EXPORT(run_prepare) void run_prepare(void) {
  uint32_t last[MOST_PROCESSORS];
  for (uint32_t p = 0; p < MOST_PROCESSORS; p++) {
    last[p] = NONE;
    thread[p].state = DONE;
    thread[p].event = NONE;
    thread[p].pass = thread[p].offset = thread[p].barriers = 0;
  }
  for (uint32_t e = 0; e < trace.length; e++) {
    uint32_t p = trace.cpu[e];
    trace.next[e] = NONE;
    if (last[p] == NONE) {
      thread[p].state = READY;
      thread[p].event = e;
    } else {
      trace.next[last[p]] = e;
    }
    last[p] = e;
    if (trace.op[e] == OP_BARRIER) thread[p].barriers++;
    object *o = &objects[trace.id[e]];
    trace.life[e] = o->life;
    trace.uses[e] = o->uses;
    if (is_touch(trace.op[e])) {
      o->uses++;
    } else if (ends_life(trace.op[e])) {
      o->life++;
      o->uses = 0;
    }
  }
  for (uint32_t i = 0; i < trace.objects; i++) objects[i] = (object){0, 0, 0, 0};
  total.events = total.failures = total.touches = 0;
  total.stuck_at = NONE;
  waiting = 0;
}

static bool may_happen(uint32_t e) {
  uint32_t op = trace.op[e];
  const object *o = &objects[trace.id[e]];
  if (is_touch(op)) return o->life == trace.life[e];
  return !ends_life(op) || (o->life == trace.life[e] && o->uses == trace.uses[e]);
}

/* Those who waited for what processor p has just done go on from its clock. */
static void wake(uint32_t p) {
  for (uint32_t q = 0; waiting && q < machine.processors; q++) {
    if (thread[q].state != AWAITS_OBJECT || !may_happen(thread[q].event)) continue;
    thread[q].state = READY;
    waiting--;
    if (processors[q].clock < processors[p].clock) advance(q, IDLE, processors[p].clock - processors[q].clock);
  }
}

/* Opens the barrier if everybody is there who has a barrier still to come. */
static void try_barrier(void) {
  uint64_t latest = 0;
  for (uint32_t p = 0; p < machine.processors; p++) {
    bool runs = thread[p].state == READY || thread[p].state == AWAITS_OBJECT;
    if (runs && thread[p].barriers) return;
    if (thread[p].state == AT_BARRIER && processors[p].clock > latest) latest = processors[p].clock;
  }
  for (uint32_t p = 0; p < machine.processors; p++) {
    if (thread[p].state != AT_BARRIER) continue;
    advance(p, BARRIER_WAIT, latest - processors[p].clock + machine.barrier);
    processors[p].barriers++;
    thread[p].state = thread[p].event == NONE ? DONE : READY;
  }
}

/* The processor's event has happened. */
static void finish_event(uint32_t p) {
  uint32_t e = thread[p].event, op = trace.op[e];
  object *o = &objects[trace.id[e]];
  if (is_touch(op)) {
    o->uses++;
  } else if (ends_life(op)) {
    o->life++;
    o->uses = 0;
  }
  note_event(total.events++, e, p);
  thread[p].event = trace.next[e];
  thread[p].pass = thread[p].offset = 0;
  if (waiting) wake(p);
}

/* The program touches bytes word by word. */
static void touch_words(uint32_t p, uint32_t address, uint32_t bytes, bool write) {
  uint32_t words = 0;
  for (uint32_t at = 0; at < bytes; words++) {
    uint32_t length = WORD - ((address + at) & (WORD - 1));
    if (length > bytes - at) length = bytes - at;
    watched_access(address + at, length, write);
    at += length;
  }
  total.touches += words;
  charge_program(p, (uint64_t)words * machine.touch);
}

static void enter(void) {
  rebase();
  current_origin = ALLOCATOR;
  if (call.guarded) lock(GUARD);
}
static void leave(void) {
  settle();
  if (call.guarded) unlock(GUARD);
}

static void call_allocator(uint32_t p, uint32_t op, object *o, uint32_t size) {
  enter();
  if (op == OP_FREE) {
    if (o->address) call.free(o->address);
    leave();
    o->address = o->size = 0;
    return;
  }
  uint32_t old = o->address, address;
  if (op == OP_REALLOC && call.realloc) {
    address = call.realloc(old, size);
  } else {
    address = op == OP_REALLOC && !size ? 0 : call.malloc(size);
    if (op == OP_REALLOC && old && (address || !size)) call.free(old);
  }
  leave();
  if (!address && size) total.failures++;
  if (address || op != OP_REALLOC || !size) *o = (object){address, address ? size : 0, o->life, o->uses};
  if (op == OP_CALLOC && address) {
    current_origin = PROGRAM;
    touch_words(p, address, size, true);
  }
}

/* One pass over at most PIECE bytes. True when the event is over. */
static bool touch_piece(uint32_t p, uint32_t e, const object *o) {
  uint32_t first = trace.offset ? trace.offset[e] : 0, passes = trace.repeat ? trace.repeat[e] : 1;
  uint32_t bytes = trace.size[e], room = first < o->size ? o->size - first : 0;
  if (bytes > room) bytes = room; /* never beyond the object */
  if (!o->address || !bytes || !passes) return true;
  uint32_t from = thread[p].offset, length = bytes - from < PIECE ? bytes - from : PIECE;
  current_origin = PROGRAM;
  touch_words(p, o->address + first + from, length, trace.op[e] == OP_WRITE);
  thread[p].offset = from + length;
  if (thread[p].offset < bytes) return false;
  thread[p].offset = 0;
  return ++thread[p].pass >= passes;
}

/* One operation of a processor whose event may happen. True if another processor's state may have changed. */
static bool operate(uint32_t p) {
  uint32_t e = thread[p].event, op = trace.op[e];
  object *o = &objects[trace.id[e]];
  bool others = waiting > 0;
  current = p;
  if (is_touch(op)) {
    if (!touch_piece(p, e, o)) return false;
    finish_event(p);
  } else if (op == OP_COMPUTE) {
    advance(p, WORK, trace.size[e]);
    finish_event(p);
  } else if (op == OP_BARRIER) {
    finish_event(p);
    thread[p].barriers--;
    thread[p].state = AT_BARRIER;
    try_barrier();
    return true;
  } else {
    call_allocator(p, op, o, trace.size[e]);
    finish_event(p);
  }
  if (thread[p].event != NONE) return others;
  thread[p].state = DONE;
  try_barrier();
  return true;
}

/* The two earliest that are ready: who, and until when he may go on. */
static uint32_t earliest(uint64_t *until, uint32_t *second) {
  uint32_t best = NONE;
  *second = NONE;
  *until = ~0ull;
  for (uint32_t p = 0; p < machine.processors; p++) {
    if (thread[p].state != READY) continue;
    if (best == NONE || processors[p].clock < processors[best].clock) {
      *second = best;
      best = p;
    } else if (*second == NONE || processors[p].clock < processors[*second].clock) {
      *second = p;
    }
  }
  if (*second != NONE) *until = processors[*second].clock;
  return best;
}

/* What is left of everybody's time at the end. */
static run_status close_run(void) {
  uint64_t latest = 0;
  for (uint32_t p = 0; p < machine.processors; p++) {
    if (thread[p].state == AWAITS_OBJECT) total.stuck_at = thread[p].event;
    if (processors[p].clock > latest) latest = processors[p].clock;
  }
  if (total.events < trace.length) return STUCK;
  for (uint32_t p = 0; p < machine.processors; p++) advance(p, IDLE, latest - processors[p].clock);
  return FINISHED;
}

/* Goes on for so many operations, or until `events` events of all have happened. */
EXPORT(run) run_status run(uint32_t operations, uint32_t events) {
  while (operations && total.events < events) {
    uint64_t until;
    uint32_t second, p = earliest(&until, &second);
    if (p == NONE) return close_run();
    do {
      if (!may_happen(thread[p].event)) {
        thread[p].state = AWAITS_OBJECT;
        waiting++;
        break;
      }
      operations--;
      if (operate(p)) break;
    } while (operations && total.events < events &&
             (processors[p].clock < until || (processors[p].clock == until && p < second)));
  }
  return total.events == trace.length ? close_run() : RUNNING;
}

EXPORT(run_totals) void *run_totals(void) { return &total; }
EXPORT(run_objects) object *run_objects(void) { return objects; }
/* The event that a processor is at; NONE after its last. */
EXPORT(run_event) uint32_t run_event(uint32_t p) { return thread[p].event; }
