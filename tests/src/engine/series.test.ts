import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Series } from '../../../src/engine/series';

describe('a series', () => {
  it('gives back what was appended, however it came', () => {
    const values = fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 300 });
    const pieces = fc.array(values, { maxLength: 40 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const series = new Series();
        for (const part of parts) series.append(Uint32Array.from(part));
        expect(Array.from(series.slice(0, series.length))).toEqual(parts.flat());
      }),
      { numRuns: 60 },
    );
  });

  it('knows least, greatest, last and mean of any part', () => {
    const all = Uint32Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 70_001);
    const series = new Series();
    series.append(all);
    for (const [from, to, buckets] of [
      [0, 20_000, 7],
      [4096, 12_288, 2],
      [5000, 5003, 6],
    ] as const) {
      const view = series.buckets(from, to, buckets);
      for (let bucket = 0; bucket < buckets; bucket++) {
        const low = Math.floor(from + ((to - from) * bucket) / buckets);
        const high = Math.max(low + 1, Math.floor(from + ((to - from) * (bucket + 1)) / buckets));
        const part = Array.from(all.subarray(low, high));
        expect(view.min[bucket]).toBe(Math.min(...part));
        expect(view.max[bucket]).toBe(Math.max(...part));
        expect(view.last[bucket]).toBe(part.at(-1));
        expect(view.mean[bucket]).toBeCloseTo(part.reduce((sum, value) => sum + value, 0) / part.length, 6);
      }
    }
  });

  it('holds a byte a value where values are near, and none where they are equal', () => {
    const near = new Series();
    near.append(Uint32Array.from({ length: 8192 }, (_, index) => 1_000_000 + (index % 200)));
    const equal = new Series();
    equal.append(new Uint32Array(8192).fill(42));
    expect(near.bytes - equal.bytes).toBe(8192);
  });
});
