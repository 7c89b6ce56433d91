/* timewarp_state.c: the state queue: saving, restoring, and how often to save.
 *
 * A log copies each of the application's buffers into one of its own, so that the allocator serves the copies whatever
 * the size of the whole state. (ROOT-Sim's DyMeLoR packs a log into one buffer, which for the paper's tests B and C no
 * block of the cache-aware manager could hold.) */
#include <math.h>

#include "timewarp.h"

#define LONGEST_INTERVAL 64u

/* Copies all buffers. NULL, and nothing kept, when memory is out. */
static __attribute__((noinline)) void **copy_state(const tw_lp *lp) {
  uint32_t n = lp->buffers;
  void **copies = tw_take(n * sizeof *copies, MILD);
  for (uint32_t i = 0; copies && i < n; i++) {
    copies[i] = tw_take(lp->state[i].bytes, MILD);
    if (!copies[i]) {
      while (i-- > 0) tw_give(copies[i], lp->state[i].bytes, MILD);
      tw_give(copies, n * sizeof *copies, MILD);
      return NULL;
    }
    tw_copy(copies[i], lp->state[i].contents, lp->state[i].bytes);
  }
  return copies;
}

/* Appends a log of the state as it is. */
void tw_save(tw_lp *lp) {
  double begin = tw_turn_to(SAVING);
  void **copies = copy_state(lp);
  tw_log *log = copies ? tw_take(sizeof *log, MILD) : NULL, *last = lp->last_log;
  if (!log) return;
  *log = (tw_log){NULL, last, copies, lp->now, lp->buffers, lp->seq};
  if (last) last->next = log;
  else lp->first_log = log;
  lp->last_log = log;
  lp->since_log = 0;
  lp->saved++;
  lp->logs++;
  lp->log_cycles += tw_turn_to(FORWARD) - begin;
}

/* Unlinks and frees a log. Buffers of a state only come: those that it knows are the state's first. */
void tw_drop_log(tw_lp *lp, tw_log *log) {
  if (log->next) log->next->prev = log->prev;
  else lp->last_log = log->prev;
  if (log->prev) log->prev->next = log->next;
  else lp->first_log = log->next;
  for (uint32_t i = 0; i < log->buffers; i++) tw_give(log->copies[i], lp->state[i].bytes, MILD);
  tw_give(log->copies, log->buffers * sizeof *log->copies, MILD);
  tw_give(log, sizeof *log, MILD);
  lp->saved--;
}

void tw_drop_buffer(tw_lp *lp) {
  const tw_buffer *buffer = &lp->state[--lp->buffers];
  tw_give(buffer->contents, buffer->bytes, INTENSIVE);
}

/* Brings back the last log's state: contents of the buffers that it knows, and no buffers that came later. */
void tw_restore(tw_lp *lp) {
  const tw_log *log = lp->last_log;
  for (uint32_t i = 0; i < log->buffers; i++) tw_copy(lp->state[i].contents, log->copies[i], lp->state[i].bytes);
  while (lp->buffers > log->buffers) tw_drop_buffer(lp);
  lp->seq = log->seq;
  lp->now = log->key;
  lp->since_log = 0;
}

/* Events from one log to the next, chosen anew with every GVT. With the costs s of a log and e of an event, and f
 * rollbacks an event, an interval of x costs s/x + f e (x - 1)/2 an event, least for x = sqrt(2 s / (f e)): the
 * estimate of Rönngren and Ayani (PADS 1994, the paper's reference [19]), from costs that are measured as it runs. The
 * paper's own [25] builds on it; what it adds (incremental logs) this kernel does not have. */
void tw_choose_interval(tw_lp *lp) {
  if (!lp->executed || !lp->logs) return;
  double best = LONGEST_INTERVAL;
  if (lp->rollbacks && lp->event_cycles > 0) {
    double event = lp->event_cycles / lp->executed, log = lp->log_cycles / lp->logs;
    double frequency = (double)lp->rollbacks / lp->executed;
    best = ceil(sqrt(2 * log / (frequency * event)));
  }
  lp->interval = best > LONGEST_INTERVAL ? LONGEST_INTERVAL : best < 1 ? 1 : (uint32_t)best;
}
