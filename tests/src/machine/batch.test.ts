import { describe, expect, it } from 'vitest';
import type { MachineModel } from '../../../src/machine/model';
import { model } from './drawing';
import { stream } from './streams';

const LEVELS = [
  { bytes: 4096, ways: 8, line: 64, latency: 3 },
  { bytes: 16_384, ways: 16, line: 64, latency: 11 },
  { bytes: 65_536, ways: 16, line: 128, latency: 40 },
];

/** Reads and writes of a few bytes, now and then of none, of several lines, of the last byte of all. */
function mixed(count: number, writes: number): Uint32Array {
  const pairs = stream({ kind: 'hot', seed: 9, count, base: 0, span: 1 << 17, stride: 0, bytes: 4, writes });
  for (let i = 0; i < count; i += 37) {
    const sizes = [0, 1, 64, 65, 300, 2 ** 31, 2 ** 31 + 65];
    pairs[2 * i + 1] = sizes[(i / 37) % sizes.length];
    if (i % 5 === 0) pairs.set([2 ** 32 - 1, 1], 2 * i);
  }
  return pairs;
}

/** Counts, contents and order of use, and where the cycles went. */
function picture(machine: MachineModel, levels: number) {
  return Array.from({ length: levels }, (_, level) => {
    const { address, state, stamp, ways } = machine.content(level, 0);
    const order = Array.from(stamp.keys()).sort(
      (a, b) => Math.floor(a / ways) - Math.floor(b / ways) || stamp[a] - stamp[b] || a - b,
    );
    const row = machine.call('processor_rows') >>> 0;
    const bytes = machine.call('processor_row_bytes');
    const processor = Array.from(new Uint8Array(machine.buffer, row, bytes));
    return { counts: machine.setTallies(level, 0), address, state, order, processor };
  });
}

describe('many accesses in one call', () => {
  for (const levels of [1, 2, 3]) {
    for (const writes of [0, 5, 50]) {
      for (const left of [null, 300]) {
        const room = left === null ? '' : `, ${left} stamps before they are given anew`;
        it(`do what they do one by one: ${levels} levels, ${writes} % writes${room}`, async () => {
          const pairs = mixed(3000, writes);
          const [whole, single] = await Promise.all(
            [0, 1].map(() => model({ levels: LEVELS.slice(0, levels) })),
          );
          if (left !== null)
            for (const machine of [whole, single])
              for (let level = 0; level < levels; level++)
                machine.call('wind_stamps', level, 0, 2 ** 31 - 1 - left);
          whole.access(pairs);
          // Three pairs at most go the way of single accesses.
          for (let i = 0; i < pairs.length; i += 2) single.access(pairs.subarray(i, i + 2));
          expect(picture(whole, levels)).toEqual(picture(single, levels));
        });
      }
    }
  }
});
