import type { EventIndex } from '../units';

/** Which part of a recording a trace is, and where its events stood there. */
export interface TracePart {
  /** Events of the recording that it covers: from … to − 1. */
  readonly from: EventIndex;
  readonly to: EventIndex;
  /** Of so many objects one was kept. */
  readonly everyObject: number;
  /** Its first events: allocations of what lived at `from`, which stand at that event. */
  readonly introduced: number;
  /** Events of the whole recording; null where reading stopped before its end. */
  readonly recorded: number | null;
  /** By event: its number in the recording. null where none is left out between the first and the last. */
  readonly origin: Uint32Array | null;
}

/** An event's number in the recording. */
export function recordedEvent(part: TracePart | undefined, event: EventIndex): EventIndex {
  if (part === undefined) return event;
  if (part.origin !== null) return part.origin[event];
  return part.from + Math.max(0, event - part.introduced);
}

/** The event of a part that shows a recording's event: the last one up to it; null outside the part. */
export function loadedEvent(
  part: TracePart | undefined,
  recorded: EventIndex,
  events: number,
): EventIndex | null {
  if (part === undefined) return recorded < events ? recorded : null;
  if (events === 0 || recorded < part.from || recorded >= part.to) return null;
  if (part.origin === null) return recorded - part.from + part.introduced;
  // Binary search for the first event behind it; events that introduce share the number of the first one.
  let low = 0;
  let high = events;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (part.origin[middle] <= recorded) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
