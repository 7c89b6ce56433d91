/* timewarp.h: an optimistic parallel simulator, Time Warp (Jefferson 1985), as Vitali, Pellegrini and Cerasuolo (2012,
 * §3.1) describe its kernel.
 *
 * A module is one simulation kernel: a process of its own that hosts some of the model's logical processes (LPs). An LP
 * takes the earliest event that it knows of, without knowing whether an earlier one is still to come. If one comes (a
 * straggler), the LP goes back: restores a saved state, re-executes up to the straggler what lies in between, without
 * sending (coasting forward), and takes back what it had sent, by anti-messages, which may send their receivers back.
 *
 *                      executed                not yet              intensive   mild
 *   input queue    [e]<->[e]<->[e]<->[e] | [e]<->[e]<->[e]              x            by timestamp
 *   output queue   [s]<->[s]<->[s]                                              x    by the event that sent it
 *   state queue    [log]<----->[log]                                            x    each: the state's contents, packed
 *                    ^                                                                v
 *                    | nothing before GVT                       state  [b]->[b]->[b]->[b]
 *                    | can be undone                                    x    the application's buffers
 *
 * GVT, the global virtual time, is the least timestamp of all events not yet executed and of all messages on their way.
 *
 * Every buffer comes from the allocator. As the paper's §3.2 has it, the application's state and the input queue are
 * access-intensive, all else of the kernel is access-mild; intensive_buffer tells the allocator, if it wants to know. */
#ifndef TIMEWARP_H
#define TIMEWARP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_LPS 1024u
/* At word boundaries, as some allocators place blocks. */
#define WORD_ALIGNED __attribute__((packed, aligned(4)))

typedef enum { OTHER = 0, MILD = 1, INTENSIVE = 2, CLASSES = 3 } tw_class;
/* What a kernel's time goes for, in the order of src/simulations/timewarp-setup.ts. */
typedef enum { FORWARD, SAVING, ROLLBACK, COASTING, RECEIVING, REDUCTION, WAITING } tw_phase;

/* The order of events: by time, and by who sent them and his count where times are equal. It is total, and the same for
 * a message that is sent again after a rollback. */
typedef struct {
  double time;
  uint32_t from, seq;
} WORD_ALIGNED tw_key;

typedef struct {
  tw_key key;
  uint32_t to, value; /* value: the model's */
} WORD_ALIGNED tw_message;

/* Between kernels: as above. */
typedef struct {
  tw_message message;
  uint32_t anti, unused;
} WORD_ALIGNED tw_packet;

/* An event, in the input queue. */
typedef struct tw_event {
  struct tw_event *next, *prev;
  tw_message message;
  uint32_t committed;
} WORD_ALIGNED tw_event;

/* A message that was sent, in the output queue. */
typedef struct tw_sent {
  struct tw_sent *next, *prev;
  tw_key cause; /* the event that sent it */
  tw_message message;
} WORD_ALIGNED tw_sent;

/* One of the application's buffers: the kernel's note of it, apart from it, so that the buffer is of the size that the
 * application asked for. */
typedef struct {
  void *contents;
  uint32_t bytes;
} WORD_ALIGNED tw_buffer;

/* A part of a saved state. Its contents follow. */
typedef struct tw_segment {
  struct tw_segment *next;
  uint32_t bytes; /* of the contents */
} WORD_ALIGNED tw_segment;

/* A saved state: the contents of the first `buffers` buffers, one behind the other. */
typedef struct tw_log {
  struct tw_log *next, *prev;
  tw_segment *segments;
  tw_key key; /* the last event that was executed before; time < 0 for none */
  uint32_t buffers, seq;
} WORD_ALIGNED tw_log;

/* A logical process. Pointers stand first, so that they lie at their own size's multiples. */
typedef struct {
  tw_buffer *state; /* in order of allocation; room for `room` */
  tw_event *first, *last, *pending; /* the input queue; pending: the first that is not executed */
  tw_sent *first_sent, *last_sent;
  tw_log *first_log, *last_log;
  uint32_t id;
  uint32_t seq;          /* messages that it has sent */
  tw_key now;            /* the last event that was executed */
  uint32_t buffers, room; /* of its state */
  uint32_t state_bytes;
  uint32_t interval, since_log;
  uint64_t history;      /* chained over its committed events */
  uint32_t committed, executed, coasted, rollbacks, logs, undone;
  uint32_t events, sents, saved;   /* lengths of its queues */
  double event_cycles, log_cycles; /* sums over `executed` and `logs` */
} WORD_ALIGNED tw_lp;

/* What a model is to the kernel. */
typedef struct {
  void (*begin)(tw_lp *lp); /* allocates the state and sends the first events */
  void (*happen)(tw_lp *lp, const tw_message *event);
} tw_model;

/* Called by a model's own beginning: LPs kernel, kernel + kernels … are this one's. interval: events from one log to
 * the next; 0 for the autonomic choice. end: simulated time at which the simulation halts. */
void tw_open(const tw_model *model, uint32_t lps, uint32_t kernel, uint32_t kernels, uint32_t interval, double end);
/* What a model may call: */
void *tw_state_take(tw_lp *lp, uint32_t bytes); /* a buffer of the LP's state; NULL when memory is out */
void tw_send(tw_lp *lp, uint32_t to, double time, uint32_t value);

/* For the other files: hosts an LP; the i-th hosted one, NULL behind the last; its state's hash, wherever its buffers lie; adds a committed event
 * to its history; where messages go instead of to other LPs' queues, NULL in a kernel. */
tw_lp *tw_host(uint32_t id);
tw_lp *tw_hosted(uint32_t i);
uint64_t tw_digest(const tw_lp *lp);
void tw_note_history(tw_lp *lp, const tw_message *message);
extern void (*tw_outlet)(const tw_message *message);

/* timewarp_sequential.c: as tw_open, for the sequential simulator. */
void tw_open_sequential(const tw_model *model, uint32_t lps);

/* timewarp_memory.c: the way to the allocator. */
void *tw_take(size_t bytes, tw_class class);
void tw_give(void *buffer, size_t bytes, tw_class class);
void tw_copy(void *to, const void *from, size_t bytes);
void tw_fill(void *at, uint32_t byte, size_t bytes);
double tw_turn_to(tw_phase phase); /* returns the kernel's clock in cycles */
extern uint32_t tw_blocks[CLASSES], tw_bytes[CLASSES]; /* live ones, as asked for */
extern uint32_t tw_most_bytes[CLASSES];
extern bool tw_out_of_memory;
extern double tw_nominal; /* see timewarp_memory.c */

/* timewarp_state.c: the state queue. */
void tw_save(tw_lp *lp);
void tw_restore(tw_lp *lp); /* the last log's state */
void tw_drop_log(tw_lp *lp, tw_log *log);
void tw_drop_buffer(tw_lp *lp); /* the last one */
void tw_choose_interval(tw_lp *lp);

static inline bool key_before(const tw_key *a, const tw_key *b) {
  if (a->time != b->time) return a->time < b->time;
  return a->from != b->from ? a->from < b->from : a->seq < b->seq;
}

#endif
