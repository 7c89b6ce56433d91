import { describe, expect, it } from 'vitest';
import { eventFrom } from '../../web/state/inside';

/** Blocks of a window: two events on P0, one on P1, then P0 sends. */
const rows = {
  count: 8,
  processor: Uint8Array.from([0, 0, 0, 0, 1, 1, 0, 0]),
  event: Int32Array.from([0, 0, 0, 1, 2, 2, -1, -1]),
  errand: Uint8Array.from([1, 1, 1, 1, 1, 1, 2, 2]),
};

describe('stepping from event to event inside a window', () => {
  it('goes to the first block of the next event, and of what comes after the events', () => {
    expect([0, 2, 3, 4, 5].map((row) => eventFrom(rows, row, 1))).toEqual([3, 3, 4, 6, 6]);
  });

  it('stays where there is no other', () => {
    expect(eventFrom(rows, 6, 1)).toBe(6);
    expect(eventFrom(rows, 0, -1)).toBe(0);
  });

  it('goes back to the first block of this event, and from there to that of the one before', () => {
    expect([2, 3, 5, 4, 7, 6].map((row) => eventFrom(rows, row, -1))).toEqual([0, 0, 4, 3, 6, 4]);
  });
});
