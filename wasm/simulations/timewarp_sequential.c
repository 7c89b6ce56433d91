/* timewarp_sequential.c: the same model on one event list, without logs or rollbacks: what the committed history of every
 * parallel run has to be. An instance runs either this or a kernel. */
#include "history.h"
#include "lab.h"
#include "leftist.h"
#include "timewarp.h"

block_account blocks; /* the event list's nodes */

static const tw_model *model;
static leftist *event_list;

static bool event_before(const void *a, const void *b) {
  return key_before(&((const tw_message *)a)->key, &((const tw_message *)b)->key);
}

static void schedule(const tw_message *message) {
  tw_message *m = tw_take(sizeof *m, OTHER);
  if (!m) return;
  *m = *message;
  if (!leftist_push(&event_list, m, event_before)) tw_out_of_memory = true;
}

/* Before the model's beginning. */
void tw_open_sequential(const tw_model *opened, uint32_t lps) {
  model = opened;
  tw_outlet = schedule;
  for (uint32_t id = 0; id < lps && !tw_out_of_memory; id++) {
    tw_lp *lp = tw_host(id);
    if (lp) model->begin(lp);
  }
}

/* Executes the events before `end`, `most` at most. Returns how many. */
LAB_EXPORT(timewarp_sequential) uint32_t timewarp_sequential(double end, uint32_t most) {
  uint32_t done = 0;
  for (; event_list && done < most && !tw_out_of_memory; done++) {
    tw_message *m = event_list->item;
    if (m->key.time >= end) break;
    leftist_pop(&event_list, event_before);
    tw_lp *lp = tw_hosted(m->to);
    lp->now = m->key;
    model->happen(lp, m);
    tw_note_history(lp, m);
    tw_give(m, sizeof *m, OTHER);
  }
  return done;
}
