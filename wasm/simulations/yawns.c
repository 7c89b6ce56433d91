/* yawns.c: one processor of the windowed simulator; see yawns.h. The coordinator (src/simulations/yawns.ts) calls, for
 * every window and processor: yawns_window, yawns_pack for each other processor, yawns_bound for the global minimum,
 * yawns_receive for what came. */
#include "yawns.h"

#include <math.h>
#include <string.h>

#include "history.h"
#include "lab.h"
#include "leftist.h"

#define MOST_PROCESSORS 64u
#define BUFFER_BYTES 16384u /* one physical message */

typedef struct {
  double time;
  uint32_t kind, node;
  message *message; /* NULL: the node's own event */
} WORD_ALIGNED event;

typedef struct {
  message *first, *last; /* last: meaningless while first is NULL */
} message_list;

block_account blocks;

static const yawns_model *model;
static uint32_t me, count;                   /* this processor; how many there are */
static leftist *events;                      /* the event list */
static message_list inbox, outbox[MOST_PROCESSORS];
static double earliest_sent;                 /* of the messages that left in this window */
static uint64_t history;
static uint32_t happened;
static uint8_t buffer[BUFFER_BYTES] __attribute__((aligned(8)));

static bool event_before(const void *a, const void *b) {
  const event *x = a, *y = b;
  return x->time < y->time || (x->time == y->time && x->kind < y->kind);
}

static void list_append(message_list *list, message *m) {
  m->next = NULL;
  if (list->first) list->last->next = m;
  else list->first = m;
  list->last = m;
}

static message *list_take(message_list *list) {
  message *m = list->first;
  list->first = m->next;
  return m;
}

static void message_free(message *m) { block_give(m, model->message_bytes); }

void yawns_open(const yawns_model *opened, uint32_t processor, uint32_t processors) {
  model = opened;
  me = processor;
  count = processors;
  earliest_sent = INFINITY;
}

/* Puts an event on the list; the message comes along. False, and nothing kept, where memory is out. */
static bool enter(double time, uint32_t kind, uint32_t node, message *m) {
  event *e = block_take(sizeof *e);
  if (!e) return false;
  *e = (event){time, kind, node, m};
  if (!leftist_push(&events, e, event_before)) {
    block_give(e, sizeof *e);
    return false;
  }
  return true;
}

void yawns_schedule(double time, uint32_t kind, uint32_t node) { enter(time, kind, node, NULL); }

void *yawns_message(uint32_t kind, uint32_t from, uint32_t to, double time) {
  message *m = block_take(model->message_bytes);
  if (m) *m = (message){NULL, time, from, to, kind, 0};
  return m;
}

void yawns_send(message *m) {
  uint32_t home = model->home(m->to);
  if (home == me) {
    if (!enter(m->time, m->kind, m->to, m)) message_free(m);
    return;
  }
  if (m->time < earliest_sent) earliest_sent = m->time;
  list_append(&outbox[home], m);
}

/* Messages that came since the last window become events. */
static void open_inbox(void) {
  while (inbox.first && !blocks.out_of_memory) {
    message *m = list_take(&inbox);
    if (!enter(m->time, m->kind, m->to, m)) message_free(m);
  }
}

static void next_event(void) {
  event *e = leftist_pop(&events, event_before);
  message *m = e->message;
  happened++;
  history += history_event(e->time, e->node, e->kind, m ? m->from ^ m->value << 16 : 0);
  model->happen(e->time, e->kind, e->node, m);
  if (m) message_free(m);
  block_give(e, sizeof *e);
}

/* Works off events below the ceiling, `most` at most. Returns how many. */
LAB_EXPORT(yawns_window) uint32_t yawns_window(double ceiling, uint32_t most) {
  uint32_t done = 0;
  open_inbox();
  while (events && done < most && !blocks.out_of_memory && ((event *)events->item)->time < ceiling) {
    next_event();
    done++;
  }
  return done;
}

/* The earliest that can happen, as far as this processor knows: its own next event, or what it sent in this window. */
LAB_EXPORT(yawns_bound) double yawns_bound(void) {
  double bound = events ? ((event *)events->item)->time : INFINITY;
  if (earliest_sent < bound) bound = earliest_sent;
  earliest_sent = INFINITY;
  return bound;
}

LAB_EXPORT(yawns_buffer) void *yawns_buffer(void) { return buffer; }

/* Moves messages for a processor into the buffer, without their links: the bytes of one physical message, 0 if none. */
LAB_EXPORT(yawns_pack) uint32_t yawns_pack(uint32_t to) {
  size_t bytes = model->message_bytes - sizeof(message *), used = 0;
  while (outbox[to].first && used + bytes <= BUFFER_BYTES) {
    message *m = list_take(&outbox[to]);
    memcpy(buffer + used, (char *)m + sizeof(message *), bytes);
    used += bytes;
    message_free(m);
  }
  return (uint32_t)used;
}

/* Takes the messages in the buffer: each is allocated here. */
LAB_EXPORT(yawns_receive) void yawns_receive(uint32_t bytes) {
  size_t each = model->message_bytes - sizeof(message *);
  for (uint32_t at = 0; at < bytes; at += (uint32_t)each) {
    message *m = block_take(model->message_bytes);
    if (!m) return;
    memcpy((char *)m + sizeof(message *), buffer + at, each);
    list_append(&inbox, m);
  }
}

/* Gives everything back: what is still on its way, and the nodes. */
LAB_EXPORT(yawns_end) void yawns_end(void) {
  while (events) {
    event *e = leftist_pop(&events, event_before);
    if (e->message) message_free(e->message);
    block_give(e, sizeof *e);
  }
  while (inbox.first) message_free(list_take(&inbox));
  for (uint32_t p = 0; p < count; p++)
    while (outbox[p].first) message_free(list_take(&outbox[p]));
  model->end();
}

LAB_EXPORT(yawns_lookahead) double yawns_lookahead(void) { return model->lookahead; }
LAB_EXPORT(yawns_state) uint32_t yawns_state(uint32_t node) { return model->state(node); }
LAB_EXPORT(yawns_home) uint32_t yawns_home(uint32_t node) { return model->home(node); }
LAB_EXPORT(yawns_history) uint64_t yawns_history(void) { return history; }
LAB_EXPORT(yawns_events) uint32_t yawns_events(void) { return happened; }
LAB_EXPORT(yawns_live_blocks) uint32_t yawns_live_blocks(void) { return blocks.live; }
LAB_EXPORT(yawns_live_bytes) uint32_t yawns_live_bytes(void) { return blocks.live_bytes; }
LAB_EXPORT(yawns_failed) uint32_t yawns_failed(void) { return blocks.out_of_memory; }
