/* timewarp.c: one kernel of the optimistic simulator; see timewarp.h. The driver (src/simulations/timewarp.ts) calls, in
 * virtual time: timewarp_receive for what has arrived, timewarp_step for one event, timewarp_pack after each of them for
 * what is to be sent; and now and then timewarp_bound of all kernels for the global virtual time, timewarp_collect. */
#include "timewarp.h"

#include <math.h>
#include <string.h>

#include "history.h"
#include "lab.h"

#define PACKETS 512u /* of a buffer between kernels */

/* A message on its way, before it leaves this kernel. */
typedef struct outgoing {
  struct outgoing *next;
  tw_packet packet;
} WORD_ALIGNED outgoing;
typedef struct {
  outgoing *first, *last;
} outgoing_list;

static const tw_model *model;
static uint32_t lps, me, kernels, hosted;
static double end_time;
static bool chooses_interval, coasting;
static tw_lp *lp_of[MOST_LPS]; /* the hosted ones: lp_of[i] is LP me + i * kernels */
static outgoing_list remote, local;
void (*tw_outlet)(const tw_message *message);
static tw_packet packets[PACKETS] __attribute__((aligned(8)));

/* ---- sending ---- */

static void post(const tw_message *message, uint32_t anti) {
  outgoing *o = tw_take(sizeof *o, MILD);
  if (!o) return;
  *o = (outgoing){NULL, {*message, anti, 0}};
  outgoing_list *list = message->to % kernels == me ? &local : &remote;
  if (list->first) list->last->next = o;
  else list->first = o;
  list->last = o;
}

static tw_packet next_of(outgoing_list *list) {
  outgoing *o = list->first;
  tw_packet packet = o->packet;
  list->first = o->next;
  tw_give(o, sizeof *o, MILD);
  return packet;
}

/* An event that is executed again has sent this already: only the count of messages goes on. */
void tw_send(tw_lp *lp, uint32_t to, double time, uint32_t value) {
  tw_message message = {{time, lp->id, lp->seq++}, to, value};
  if (coasting) return;
  if (tw_outlet) {
    tw_outlet(&message);
    return;
  }
  tw_sent *sent = tw_take(sizeof *sent, MILD), *last = lp->last_sent;
  if (!sent) return;
  *sent = (tw_sent){NULL, last, lp->now, message};
  if (last) last->next = sent;
  else lp->first_sent = sent;
  lp->last_sent = sent;
  lp->sents++;
  post(&message, 0);
}

static void unlink_sent(tw_lp *lp, tw_sent *sent) {
  if (sent->next) sent->next->prev = sent->prev;
  else lp->last_sent = sent->prev;
  if (sent->prev) sent->prev->next = sent->next;
  else lp->first_sent = sent->next;
  tw_give(sent, sizeof *sent, MILD);
  lp->sents--;
}

/* ---- the input queue ---- */

static bool is_executed(const tw_lp *lp, const tw_key *key) { return !key_before(&lp->now, key); }

/* From the end backwards: messages about the far future are the usual ones. */
static __attribute__((noinline)) void enter(tw_lp *lp, const tw_message *message) {
  tw_event *e = tw_take(sizeof *e, INTENSIVE), *before = lp->last;
  if (!e) return;
  while (before && key_before(&message->key, &before->message.key)) before = before->prev;
  tw_event *after = before ? before->next : lp->first;
  *e = (tw_event){after, before, *message, 0};
  if (after) after->prev = e;
  else lp->last = e;
  if (before) before->next = e;
  else lp->first = e;
  if (after == lp->pending) lp->pending = e;
  lp->events++;
}

static void unlink_event(tw_lp *lp, tw_event *e) {
  if (e->next) e->next->prev = e->prev;
  else lp->last = e->prev;
  if (e->prev) e->prev->next = e->next;
  else lp->first = e->next;
  if (lp->pending == e) lp->pending = e->next;
  tw_give(e, sizeof *e, INTENSIVE);
  lp->events--;
}

static tw_event *find(const tw_lp *lp, const tw_key *key) {
  tw_event *e = lp->last;
  while (e && key_before(key, &e->message.key)) e = e->prev;
  bool same = e && e->message.key.time == key->time && e->message.key.from == key->from && e->message.key.seq == key->seq;
  return same ? e : NULL;
}

/* ---- executing and going back ---- */

static void execute(tw_lp *lp, tw_event *e) {
  lp->now = e->message.key;
  lp->pending = e->next;
  model->happen(lp, &e->message);
}

static __attribute__((noinline)) void forward(tw_lp *lp) {
  double begin = tw_turn_to(FORWARD);
  execute(lp, lp->pending);
  lp->executed++;
  lp->event_cycles += tw_turn_to(FORWARD) - begin;
  if (++lp->since_log >= lp->interval) tw_save(lp);
}

/* Executes again what lies between the restored state and the first pending event. */
static __attribute__((noinline)) void coast(tw_lp *lp, tw_event *until) {
  tw_turn_to(COASTING);
  tw_event *e = until ? until->prev : lp->last;
  while (e && key_before(&lp->now, &e->message.key)) e = e->prev;
  coasting = true;
  for (e = e ? e->next : lp->first; e != until; e = e->next) {
    execute(lp, e);
    lp->coasted++;
    lp->since_log++;
  }
  coasting = false;
}

/* Undoes all events of the key and later. */
static __attribute__((noinline)) void roll_back(tw_lp *lp, const tw_key *key) {
  tw_turn_to(ROLLBACK);
  lp->rollbacks++;
  tw_event *pending = lp->pending, *e = pending ? pending->prev : lp->last;
  for (; e && !key_before(&e->message.key, key); e = e->prev) {
    lp->undone++;
    pending = e;
  }
  while (lp->last_sent && !key_before(&lp->last_sent->cause, key)) {
    post(&lp->last_sent->message, 1);
    unlink_sent(lp, lp->last_sent);
  }
  while (!key_before(&lp->last_log->key, key)) tw_drop_log(lp, lp->last_log);
  tw_restore(lp);
  lp->pending = pending;
  coast(lp, pending);
  tw_turn_to(RECEIVING);
}

/* Takes back a message. What arrives between two kernels does so in the order in which it was sent: it is here. */
static void annihilate(tw_lp *lp, const tw_key *key) {
  if (is_executed(lp, key)) roll_back(lp, key);
  tw_event *e = find(lp, key);
  if (!e) __builtin_trap();
  unlink_event(lp, e);
}

static void deliver(const tw_packet *packet) {
  const tw_message message = packet->message;
  tw_lp *lp = lp_of[message.to / kernels];
  if (packet->anti) {
    annihilate(lp, &message.key);
    return;
  }
  if (is_executed(lp, &message.key)) roll_back(lp, &message.key); /* a straggler */
  enter(lp, &message);
}

static void deliver_local(void) {
  tw_turn_to(RECEIVING);
  while (local.first && !tw_out_of_memory) {
    tw_packet packet = next_of(&local);
    deliver(&packet);
  }
}

/* ---- what the driver calls ---- */

tw_lp *tw_host(uint32_t id) {
  if (hosted == MOST_LPS) __builtin_trap();
  tw_lp *lp = tw_take(sizeof *lp, MILD);
  if (!lp) return NULL;
  memset(lp, 0, sizeof *lp);
  lp_of[hosted++] = lp;
  lp->id = id;
  lp->now = (tw_key){-1, 0, 0};
  return lp;
}

void tw_open(const tw_model *opened, uint32_t count, uint32_t kernel, uint32_t of, uint32_t interval, double end) {
  if (count > MOST_LPS || of > count) __builtin_trap();
  model = opened;
  lps = count;
  me = kernel;
  kernels = of;
  end_time = end;
  chooses_interval = interval == 0;
  for (uint32_t id = me; id < lps; id += kernels) {
    tw_lp *lp = tw_host(id);
    if (!lp) return;
    lp->interval = interval ? interval : 1;
    model->begin(lp);
    tw_save(lp);
  }
  deliver_local();
}

#define FEWEST_BUFFERS 16u

/* Room for one more: twice as much as before. */
static bool make_room(tw_lp *lp) {
  if (lp->buffers < lp->room) return true;
  uint32_t room = lp->room ? 2 * lp->room : FEWEST_BUFFERS;
  tw_buffer *wider = tw_take(room * sizeof *wider, MILD);
  if (!wider) return false;
  if (lp->room) {
    tw_copy(wider, lp->state, lp->room * sizeof *wider);
    tw_give(lp->state, lp->room * sizeof *wider, MILD);
  }
  lp->state = wider;
  lp->room = room;
  return true;
}

void *tw_state_take(tw_lp *lp, uint32_t bytes) {
  void *contents = make_room(lp) ? tw_take(bytes, INTENSIVE) : NULL;
  if (!contents) return NULL;
  lp->state[lp->buffers++] = (tw_buffer){contents, bytes};
  lp->state_bytes += bytes;
  return contents;
}

tw_lp *tw_hosted(uint32_t i) { return i < hosted ? lp_of[i] : NULL; }

LAB_EXPORT(timewarp_buffer) void *timewarp_buffer(void) { return packets; }

/* Takes so many packets out of the buffer, in the order of their arrival. */
LAB_EXPORT(timewarp_receive) void timewarp_receive(uint32_t count) {
  for (uint32_t i = 0; i < count && !tw_out_of_memory; i++) {
    tw_turn_to(RECEIVING);
    deliver(&packets[i]);
    deliver_local();
  }
}

/* Executes the earliest event of all hosted LPs (lowest timestamp first). 0: there is none before the end. */
LAB_EXPORT(timewarp_step) uint32_t timewarp_step(void) {
  tw_turn_to(FORWARD);
  tw_lp *earliest = NULL;
  double least = end_time;
  for (uint32_t i = 0; i < hosted; i++) {
    tw_lp *lp = lp_of[i];
    const tw_event *e = lp->pending;
    if (!e || e->message.key.time > least) continue;
    if (e->message.key.time == least && (!earliest || !key_before(&e->message.key, &earliest->pending->message.key))) continue;
    least = e->message.key.time;
    earliest = lp;
  }
  if (!earliest || tw_out_of_memory) return 0;
  forward(earliest);
  deliver_local();
  return 1;
}

/* Moves packets for other kernels into the buffer, in the order in which they were sent. Returns how many. */
LAB_EXPORT(timewarp_pack) uint32_t timewarp_pack(void) {
  uint32_t count = 0;
  while (remote.first && count < PACKETS) packets[count++] = next_of(&remote);
  return count;
}

/* The least timestamp of the hosted LPs' pending events. */
LAB_EXPORT(timewarp_bound) double timewarp_bound(void) {
  tw_turn_to(REDUCTION);
  double bound = INFINITY;
  for (uint32_t i = 0; i < hosted; i++)
    if (lp_of[i]->pending && lp_of[i]->pending->message.key.time < bound) bound = lp_of[i]->pending->message.key.time;
  return bound;
}

void tw_note_history(tw_lp *lp, const tw_message *m) {
  lp->history = history_mix(lp->history ^ history_event(m->key.time, m->to, m->key.seq, m->value ^ m->key.from << 20));
  lp->committed++;
}

static void commit(tw_lp *lp, tw_event *e) {
  tw_note_history(lp, &e->message);
  e->committed = 1;
}

/* Fossil collection: commits what lies before the global virtual time and frees what no rollback can need. A state
 * before it must stay, with the events from there on. */
LAB_EXPORT(timewarp_collect) void timewarp_collect(double gvt) {
  tw_turn_to(REDUCTION);
  for (uint32_t i = 0; i < hosted; i++) {
    tw_lp *lp = lp_of[i];
    for (tw_event *e = lp->first; e && e->message.key.time < gvt; e = e->next)
      if (!e->committed) commit(lp, e);
    tw_log *kept = lp->last_log;
    while (kept->prev && kept->key.time >= gvt) kept = kept->prev;
    while (lp->first_log != kept) tw_drop_log(lp, lp->first_log);
    while (lp->first && !key_before(&kept->key, &lp->first->message.key)) unlink_event(lp, lp->first);
    while (lp->first_sent && lp->first_sent->cause.time < gvt) unlink_sent(lp, lp->first_sent);
    if (chooses_interval) tw_choose_interval(lp);
  }
}

/* Gives everything back. */
LAB_EXPORT(timewarp_end) void timewarp_end(void) {
  while (remote.first) next_of(&remote);
  while (local.first) next_of(&local);
  for (uint32_t i = 0; i < hosted; i++) {
    tw_lp *lp = lp_of[i];
    while (lp->first) unlink_event(lp, lp->first);
    while (lp->first_sent) unlink_sent(lp, lp->first_sent);
    while (lp->first_log) tw_drop_log(lp, lp->first_log);
    while (lp->buffers) tw_drop_buffer(lp);
    if (lp->room) tw_give(lp->state, lp->room * sizeof *lp->state, MILD);
    tw_give(lp, sizeof *lp, MILD);
  }
  hosted = 0;
}
