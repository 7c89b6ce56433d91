/* history.h: a hash of an event history that does not depend on the order in which its events are told: events are
 * hashed one by one and summed, so that processors may keep sums of their own. */
#ifndef HISTORY_H
#define HISTORY_H

#include <stdint.h>
#include <string.h>

/* Stafford's 13th mixer, the one of SplitMix64. */
static inline uint64_t history_mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Hash of one event by its exact time, where it happens and what it is. */
static inline uint64_t history_event(double time, uint32_t place, uint32_t what, uint32_t detail) {
  uint64_t bits;
  memcpy(&bits, &time, sizeof bits);
  uint64_t rest = (uint64_t)place << 32 | detail;
  return history_mix(bits * 0x9e3779b97f4a7c15u ^ rest * 0xd1342543de82ef95u ^ (uint64_t)what << 17);
}

#endif
