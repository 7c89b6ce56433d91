/* yawns.h: a conservative parallel simulator after YAWNS, Yet Another Windowing Network Simulator (Nicol 1990, §4.2
 * and his references [6, 7]), as its models see it.
 *
 * A module is one processor of a machine with distributed memory. It owns some of the model's nodes, an event list, and
 * the messages on their way to its nodes. All processors go through the same windows of simulated time:
 *
 *     events pending            floor       ceiling = floor + lookahead
 *   processor 0    ─────────────┼──x──x───────┼───x────x──────>   floor: the earliest event of all (a global minimum)
 *   processor 1    ─────────────┼──────x──x───┼──x────────x───>   lookahead: what the model promises: whatever is
 *                               |<─ window ──>|                   caused at t happens at t + lookahead or later
 *
 * so nothing that another processor does inside the window can matter inside it: each works off its events alone, then
 * messages change hands. A message about something at t + d is sent at t, when d is drawn ("pre-sent").
 *
 * Dynamic memory, all of it from the allocator, is that which Nicol lists: messages, events, and the event list's nodes.
 *
 *   event list node    event                                  message (7 words)
 *   +---+---+---+---+  +-------+------+------+---------+      +------+-------+------+----+------+-------+
 *   | l | r | # | o─┼─>| time  | kind | node | message ┼─────>| next | time  | from | to | kind | value |
 *   +---+---+---+---+  +-------+------+------+---------+      +------+-------+------+----+------+-------+
 *    4   4   4   4       8       4      4      4 or NULL        4      8       4      4    4      4          bytes  */
#ifndef YAWNS_H
#define YAWNS_H

#include "blocks.h"

/* On the 80386 a double stands at any word: no padding here either. */
#define WORD_ALIGNED __attribute__((packed, aligned(4)))

typedef struct message {
  struct message *next; /* in the outbox or the inbox */
  double time;          /* when it is received, in simulated time */
  uint32_t from, to;    /* nodes */
  uint32_t kind, value; /* what they are is the model's business */
} WORD_ALIGNED message;   /* models may add fields behind these */

/* What a model is to the simulator. All functions are called with a processor's own nodes only, but for `home`. */
typedef struct {
  double lookahead;
  size_t message_bytes;
  /* An event happens: a message arrives (m, freed afterwards), or what the node scheduled for itself (m NULL).
   * Of events of one time, those of lower kinds come first; of one kind, in any order. */
  void (*happen)(double time, uint32_t kind, uint32_t node, const message *m);
  uint32_t (*home)(uint32_t node);  /* the processor that owns it */
  uint32_t (*state)(uint32_t node); /* for tests and views */
  void (*end)(void);                /* gives back the nodes */
} yawns_model;

/* Called once by a model's own beginning, before any event. */
void yawns_open(const yawns_model *model, uint32_t processor, uint32_t processors);
/* A new message of the model's size, or NULL; goes to yawns_send. */
void *yawns_message(uint32_t kind, uint32_t from, uint32_t to, double time);
void yawns_send(message *m);
/* An event of the node itself. */
void yawns_schedule(double time, uint32_t kind, uint32_t node);

#endif
