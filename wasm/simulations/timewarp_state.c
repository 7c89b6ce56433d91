/* timewarp_state.c: the state queue: saving, restoring, and how often to save.
 *
 * A log packs the contents of the application's buffers one behind the other, as ROOT-Sim's DyMeLoR does, into segments
 * of at most a page: a single buffer would be larger than a block's mild region in the paper's tests B and C, and the
 * cache-aware manager would have no say in where it lies. */
#include <math.h>

#include "timewarp.h"

#define LONGEST_INTERVAL 64u
#define SEGMENT_BYTES (4096u - (uint32_t)sizeof(tw_segment))

static void free_segments(tw_segment *segment) {
  while (segment) {
    tw_segment *next = segment->next;
    tw_give(segment, sizeof *segment + segment->bytes, MILD);
    segment = next;
  }
}

/* Room for so many bytes. NULL, and nothing kept, when memory is out. */
static tw_segment *take_segments(uint32_t bytes) {
  tw_segment *first = NULL;
  while (bytes) {
    uint32_t part = bytes % SEGMENT_BYTES ? bytes % SEGMENT_BYTES : SEGMENT_BYTES;
    tw_segment *segment = tw_take(sizeof *segment + part, MILD);
    if (!segment) {
      free_segments(first);
      return NULL;
    }
    *segment = (tw_segment){first, part};
    first = segment;
    bytes -= part;
  }
  return first;
}

/* Copies the first `buffers` buffers into the segments, or back. */
static __attribute__((noinline)) void copy_state(const tw_lp *lp, uint32_t buffers, tw_segment *segment, bool back) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < buffers; i++) {
    char *contents = lp->state[i].contents;
    for (uint32_t left = lp->state[i].bytes; left;) {
      if (at == segment->bytes) {
        segment = segment->next;
        at = 0;
      }
      uint32_t part = segment->bytes - at < left ? segment->bytes - at : left;
      char *packed = (char *)(segment + 1) + at;
      if (back) tw_copy(contents, packed, part);
      else tw_copy(packed, contents, part);
      contents += part;
      at += part;
      left -= part;
    }
  }
}

/* Appends a log of the state as it is. */
void tw_save(tw_lp *lp) {
  double begin = tw_turn_to(SAVING);
  tw_log *log = tw_take(sizeof *log, MILD), *last = lp->last_log;
  if (!log) return;
  tw_segment *segments = take_segments(lp->state_bytes);
  if (!segments) {
    tw_give(log, sizeof *log, MILD);
    return;
  }
  copy_state(lp, lp->buffers, segments, false);
  *log = (tw_log){NULL, last, segments, lp->now, lp->buffers, lp->seq};
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
  free_segments(log->segments);
  tw_give(log, sizeof *log, MILD);
  lp->saved--;
}

void tw_drop_buffer(tw_lp *lp) {
  const tw_buffer *buffer = &lp->state[--lp->buffers];
  lp->state_bytes -= buffer->bytes;
  tw_give(buffer->contents, buffer->bytes, INTENSIVE);
}

/* Brings back the last log's state: contents of the buffers that it knows, which are the first ones, as buffers of a
 * state only come; and none that came later. */
void tw_restore(tw_lp *lp) {
  const tw_log *log = lp->last_log;
  while (lp->buffers > log->buffers) tw_drop_buffer(lp);
  copy_state(lp, log->buffers, log->segments, true);
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
