/* timewarp_state.c: the state queue: saving, restoring, and how often to save.
 *
 * A log copies each of the application's buffers into one of its own, so that the allocator serves the copies whatever
 * the size of the whole state. (ROOT-Sim's DyMeLoR packs a log into one buffer, which for the paper's tests B and C no
 * block of the cache-aware manager could hold.) */
#include <math.h>

#include "timewarp.h"

#define LONGEST_INTERVAL 64u

static void free_copies(tw_buffer *copy) {
  while (copy) {
    tw_buffer *next = copy->next;
    tw_give(copy, sizeof *copy + copy->bytes, MILD);
    copy = next;
  }
}

static __attribute__((noinline)) tw_buffer *copy_state(const tw_buffer *from) {
  tw_buffer *first = NULL, *last = NULL;
  for (; from; from = from->next) {
    tw_buffer *copy = tw_take(sizeof *copy + from->bytes, MILD);
    if (!copy) break;
    *copy = (tw_buffer){NULL, from->bytes};
    tw_copy(copy + 1, from + 1, from->bytes);
    if (last) last->next = copy;
    else first = copy;
    last = copy;
  }
  return first;
}

/* Appends a log of the state as it is. */
void tw_save(tw_lp *lp) {
  double begin = tw_turn_to(SAVING);
  tw_log *log = tw_take(sizeof *log, MILD), *last = lp->last_log;
  if (!log) return;
  *log = (tw_log){NULL, last, lp->now, lp->buffers, lp->seq, copy_state(lp->state)};
  if (last) last->next = log;
  else lp->first_log = log;
  lp->last_log = log;
  lp->since_log = 0;
  lp->saved++;
  lp->logs++;
  lp->log_cycles += tw_turn_to(FORWARD) - begin;
}

/* Unlinks and frees a log. */
void tw_drop_log(tw_lp *lp, tw_log *log) {
  if (log->next) log->next->prev = log->prev;
  else lp->last_log = log->prev;
  if (log->prev) log->prev->next = log->next;
  else lp->first_log = log->next;
  free_copies(log->copies);
  tw_give(log, sizeof *log, MILD);
  lp->saved--;
}

/* Brings back the last log's state: contents of the buffers that it knows, and no buffers that came later. */
void tw_restore(tw_lp *lp) {
  const tw_log *log = lp->last_log;
  const tw_buffer *copy = log->copies;
  tw_buffer **end = &lp->state;
  for (uint32_t i = 0; i < log->buffers; i++, copy = copy->next) {
    tw_copy(*end + 1, copy + 1, copy->bytes);
    end = &(*end)->next;
  }
  while (lp->buffers > log->buffers) {
    tw_buffer *later = *end;
    *end = later->next;
    tw_give(later, sizeof *later + later->bytes, INTENSIVE);
    lp->buffers--;
  }
  lp->state_end = end;
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
