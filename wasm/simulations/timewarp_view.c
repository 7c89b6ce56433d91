/* timewarp_view.c: what the driver reads of a kernel; nothing here changes it. */
#include "history.h"
#include "lab.h"
#include "timewarp.h"

LAB_EXPORT(timewarp_nominal) double timewarp_nominal(void) { return tw_nominal; }
LAB_EXPORT(timewarp_failed) uint32_t timewarp_failed(void) { return tw_out_of_memory; }
LAB_EXPORT(timewarp_blocks) uint32_t timewarp_blocks(uint32_t class) { return tw_blocks[class % CLASSES]; }
LAB_EXPORT(timewarp_bytes) uint32_t timewarp_bytes(uint32_t class) { return tw_bytes[class % CLASSES]; }
LAB_EXPORT(timewarp_most_bytes) uint32_t timewarp_most_bytes(uint32_t class) { return tw_most_bytes[class % CLASSES]; }

enum { EVENTS, SENTS, LOGS, BUFFERS, COMMITTED, EXECUTED, COASTED, ROLLBACKS, UNDONE, SAVED, INTERVAL, ROW };
static uint32_t row[ROW];

/* The sums of a kernel's LPs (of their intervals, too), in the order of the enumeration. */
LAB_EXPORT(timewarp_row) uint32_t *timewarp_row(void) {
  for (uint32_t n = 0; n < ROW; n++) row[n] = 0;
  const tw_lp *lp;
  for (uint32_t i = 0; (lp = tw_hosted(i)); i++) {
    const uint32_t values[ROW] = {lp->events,   lp->sents,     lp->saved,  lp->buffers, lp->committed, lp->executed,
                                  lp->coasted, lp->rollbacks, lp->undone, lp->logs,    lp->interval};
    for (uint32_t n = 0; n < ROW; n++) row[n] += values[n];
  }
  return row;
}

/* A hash of the committed history of all hosted LPs: chained over each one's events, summed over them. */
LAB_EXPORT(timewarp_history) uint64_t timewarp_history(void) {
  uint64_t sum = 0;
  const tw_lp *lp;
  for (uint32_t i = 0; (lp = tw_hosted(i)); i++) sum += history_mix(lp->history + lp->id + 1);
  return sum;
}

/* A hash of the contents of all hosted LPs' states, without their addresses. */
LAB_EXPORT(timewarp_state) uint64_t timewarp_state(void) {
  uint64_t sum = 0;
  const tw_lp *lp;
  for (uint32_t i = 0; (lp = tw_hosted(i)); i++) sum += history_mix(tw_digest(lp) + lp->id + 1);
  return sum;
}
