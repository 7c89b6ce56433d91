import type { Bytes } from '../units';

/** What the memory of a module that a user brought may grow to. */
export const MEMORY_CAP: Bytes = 1 << 30;

/** Turns of loops and calls that such a module may burn in one chunk of events before it counts as an endless loop. */
export const FUEL = 400_000_000;

/** The same where one event is looked at that is known not to come back: more turns than are shown. */
export const LOOK_FUEL = 1_000_000;
