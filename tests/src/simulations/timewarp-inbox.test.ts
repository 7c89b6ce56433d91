import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Inbox, PACKET_WORDS } from '../../../src/simulations/timewarp-inbox';

const DOUBLES = PACKET_WORDS / 2;

it('gives packets by time of arrival, and those of one time in the order in which they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 }), (arrivals) => {
      const inbox = new Inbox();
      for (const [i, arrival] of arrivals.entries())
        inbox.add(arrival, Float64Array.of(0, 0, 0, 0, i, 0, 0, 0), 1);
      const into = new Float64Array(7 * DOUBLES);
      const got: number[] = [];
      for (let until = 0; until <= 20; until++) {
        for (let count = inbox.take(until, 7, into); count > 0; count = inbox.take(until, 7, into)) {
          for (let i = 0; i < count; i++) got.push(into[i * DOUBLES]);
        }
        expect(inbox.next).toBeGreaterThan(until);
      }
      const expected = arrivals.map((arrival, i) => [arrival, i]).sort(([a, i], [b, j]) => a - b || i - j);
      expect(got).toEqual(expected.map(([, i]) => i));
      expect(inbox.length).toBe(0);
    }),
  );
});

it('knows the least timestamp on its way', () => {
  const inbox = new Inbox();
  expect(inbox.bound()).toBe(Number.POSITIVE_INFINITY);
  for (const time of [3, 1.5, 2]) inbox.add(time, Float64Array.of(time, 0, 0, 0), 0);
  expect(inbox.bound()).toBe(1.5);
  inbox.take(1.5, 9, new Float64Array(36));
  expect(inbox.bound()).toBe(2);
});
