import type { EventIndex } from '../../../src/units';

/** A shorter span of the time axis shows nothing more. */
const FEWEST_EVENTS = 20;

type Span = readonly [EventIndex, EventIndex];

/** A span of events scaled about one of them and kept within the trace; null for all of it. */
export function stretched(
  [from, to]: Span,
  about: EventIndex,
  factor: number,
  events: number,
): [EventIndex, EventIndex] | null {
  const length = Math.max(FEWEST_EVENTS, Math.round((to - from) * factor));
  if (length >= events) return null;
  const share = Math.max(0, Math.min(1, (about - from) / (to - from)));
  const low = Math.max(0, Math.min(events - length, Math.round(about - share * length)));
  return [low, low + length];
}
