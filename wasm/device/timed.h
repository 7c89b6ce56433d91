/* timed.h: the program of timed.c: events `from` to `to` of a trace in columns, one element an event.
 * object: one pointer an id, NULL at first. Several calls run one trace: a WebAssembly engine replaces its baseline code
 * between calls, not within one. */
#ifndef TIMED_H
#define TIMED_H

#include <stddef.h>
#include <stdint.h>

void timed_run(const uint8_t *op, const uint8_t *cpu, const uint32_t *id, const uint32_t *size, void **object,
               uint32_t from, uint32_t to);

#endif
