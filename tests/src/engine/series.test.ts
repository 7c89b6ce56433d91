import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Host } from '../../../src/engine/host';
import { Series } from '../../../src/engine/series';
import { modules, numbers } from './lab';

const host = await Host.create(modules);

/** A new series; what is appended goes through the host, in pieces that it takes. */
function gathering(series = new Series()): { series: Series; append: (values: Uint32Array) => void } {
  host.call('reset');
  const append = (values: Uint32Array) => {
    for (let at = 0; at < values.length; at += host.chunkSize) {
      const piece = values.subarray(at, at + host.chunkSize);
      host.output('loads', piece.length).set(piece);
      series.append(host.pack('loads', piece.length));
    }
  };
  return { series, append };
}

describe('a series', () => {
  it('gives back what was appended, however it came', () => {
    const values = fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 300 });
    const pieces = fc.array(values, { maxLength: 40 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const { series, append } = gathering();
        for (const part of parts) append(Uint32Array.from(part));
        expect(Array.from(series.slice(0, series.length))).toEqual(parts.flat());
      }),
      { numRuns: 60 },
    );
  });

  it('knows least, greatest, last and mean of any part', () => {
    const all = Uint32Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 70_001);
    const { series, append } = gathering();
    append(all);
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

  it('gives every pixel what a plain look at its values gives, at any length and zoom', () => {
    const parts = fc.record({
      length: fc.integer({ min: 1, max: 90_000 }),
      seed: fc.integer(),
      spread: fc.constantFrom(1, 3, 300, 70_000, 0xffff_ffff),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      buckets: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(parts, ({ length, seed, spread, from, to, buckets }) => {
        const below = numbers(seed);
        const all = Uint32Array.from({ length }, () => below(spread));
        const { series, append } = gathering();
        // In pieces that fill no blocks.
        for (let at = 0; at < length; at += 3000) append(all.subarray(at, at + 3000));
        const low = Math.floor(Math.min(from, to) * length);
        const high = Math.max(low + 1, Math.ceil(Math.max(from, to) * length * 1.1));
        const view = series.buckets(low, high, buckets);
        for (let bucket = 0; bucket < buckets; bucket++) {
          const first = Math.floor(low + ((high - low) * bucket) / buckets);
          const end = Math.max(first + 1, Math.floor(low + ((high - low) * (bucket + 1)) / buckets));
          const values = all.subarray(first, end);
          if (values.length === 0) {
            expect(view.last[bucket]).toBeNaN();
            continue;
          }
          expect([view.min[bucket], view.max[bucket], view.last[bucket]]).toEqual([
            values.reduce((least, value) => Math.min(least, value)),
            values.reduce((most, value) => Math.max(most, value)),
            values[values.length - 1],
          ]);
          const sum = values.reduce((total, value) => total + value, 0);
          expect(view.mean[bucket]).toBeCloseTo(sum / values.length, 6);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('looks at as many values for a picture, however many events there are', () => {
    class Counted extends Series {
      looked = 0;
      override at(event: number): number {
        this.looked++;
        return super.at(event);
      }
    }
    const piece = Uint32Array.from({ length: 4096 }, (_, index) => (index * 7919) % 70_001);
    const looks = (events: number): number => {
      const series = new Counted();
      const { append } = gathering(series);
      for (let at = 0; at < events; at += 4096) append(piece);
      series.buckets(17, events - 33, 1000);
      return series.looked;
    };
    // The values at both ends of a bucket, which fill no block; sixteen times the events have sixteen times the values.
    expect(looks(1 << 24)).toBeLessThan(1000 * 2 * 256);
    expect(looks(1 << 24)).toBeLessThan(1.5 * looks(1 << 20));
  });

  it('holds as many bits a value as differ within its 256 neighbours', () => {
    const length = 1 << 20;
    const bits = (value: (index: number) => number): number => {
      const { series, append } = gathering();
      append(Uint32Array.from({ length }, (_, index) => value(index)));
      return (series.bytes * 8) / length;
    };
    // Levels of detail and the blocks' heads are an eighth of a byte and less; the last page is partly empty.
    const equal = bits(() => 42);
    expect(equal).toBeLessThan(1.5);
    const differing = (value: (index: number) => number): number => Math.round(bits(value) - equal - 0.25);
    expect(differing((index) => 1_000_000 + (index % 200))).toBe(8);
    expect(differing((index) => 0xf000_0000 + 8 * (index % 5))).toBe(3);
    expect(differing((index) => Math.imul(index, 0x9e37_79b1) >>> 0)).toBe(32);
  });
});
