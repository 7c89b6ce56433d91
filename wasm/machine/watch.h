/* watch.h: accesses one by one, and events in the order in which they happened; for whoever looks at a run closely. */
#ifndef WATCH_H
#define WATCH_H

#include "machine.h"

/* As machine_access, and noted while the accesses are watched. */
void watched_access(uint32_t address, uint32_t bytes, bool write);
/* An event has happened on processor p. Does nothing unless the order is kept. */
void note_event(uint64_t number, uint32_t event, uint32_t p);
void watch_reset(void);

#endif
