import type { Bytes } from '../units';

/** What the memory of a module that a user brought may grow to. */
export const MEMORY_CAP: Bytes = 1 << 30;

/** Turns of loops and calls that such a module may burn in one chunk of events before it counts as an endless loop. */
export const FUEL = 400_000_000;
