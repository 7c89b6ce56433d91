import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AliasTable } from '../../../src/models/alias';
import { histogramOf } from '../../../src/models/histogram';
import { orderOf, sorted } from '../../../src/models/order';
import { PSquare } from '../../../src/models/p2';
import {
  interval,
  moments,
  relativeError,
  studentQuantile,
  studentTail,
} from '../../../src/models/statistics';
import { Tally } from '../../../src/models/tally';
import { chiSquare, inputs, kolmogorovSmirnov, kolmogorovSmirnovTwo } from './laws';

describe("Student's t", () => {
  // Abramowitz and Stegun, table 26.10: two-sided 90%, 95% and 99%.
  test.each([
    [1, 6.314, 12.706, 63.657],
    [2, 2.92, 4.303, 9.925],
    [5, 2.015, 2.571, 4.032],
    [9, 1.833, 2.262, 3.25],
    [30, 1.697, 2.042, 2.75],
    [120, 1.658, 1.98, 2.617],
  ])('%i degrees of freedom', (freedom, ...quantiles) => {
    [0.9, 0.95, 0.99].forEach((confidence, at) => {
      expect(studentQuantile(confidence, freedom)).toBeCloseTo(quantiles[at], 3);
    });
  });

  test('closed forms for one and two degrees of freedom', () => {
    for (const t of [0.1, 1, 3, 40]) {
      expect(studentTail(t, 1)).toBeCloseTo(1 - (2 * Math.atan(t)) / Math.PI, 12);
      expect(studentTail(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12);
    }
  });

  test('an interval of ten trials', () => {
    const trials = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const half = 1.8331129 * Math.sqrt(moments(trials).variance / 10);
    const { mean, low, high } = interval(trials);
    expect(mean).toBe(5.5);
    expect([low, high].map((end) => end.toFixed(5))).toEqual(
      [5.5 - half, 5.5 + half].map((end) => end.toFixed(5)),
    );
    expect(interval([3])).toEqual({ mean: 3, low: 3, high: 3 });
  });

  test('nine intervals of ten cover the mean they estimate', () => {
    const draw = inputs(3);
    let covered = 0;
    for (let repeat = 0; repeat < 2000; repeat++) {
      // Twelve uniform numbers sum to a nearly normal one.
      const { low, high } = interval(
        Array.from({ length: 10 }, () => {
          let sum = 0;
          for (let at = 0; at < 12; at++) sum += draw();
          return sum;
        }),
      );
      if (low <= 6 && 6 <= high) covered++;
    }
    expect(Math.abs(covered / 2000 - 0.9)).toBeLessThan(2.58 * Math.sqrt(0.09 / 2000));
  });
});

test("relative error: the report's example, 70 cycles predicted as 75", () => {
  expect(relativeError(70, 75).toFixed(3)).toBe('0.071');
});

test('distances between distributions', () => {
  expect(kolmogorovSmirnov([0.5], (x) => x)).toBe(0.5);
  expect(kolmogorovSmirnov([0.1, 0.2, 0.3, 0.4], (x) => x)).toBeCloseTo(0.6, 15);
  expect(kolmogorovSmirnovTwo([1, 2, 2, 3], [2, 2, 3, 4])).toBe(0.25);
  expect(chiSquare([8, 12], [10, 10])).toBeCloseTo(0.8, 15);
});

describe('P² (Jain and Chlamtac 1985)', () => {
  test('the worked example of the paper: the median of twenty observations comes to 4.44', () => {
    const observations = [
      0.02, 0.15, 0.74, 3.39, 0.83, 22.37, 10.15, 15.43, 38.62, 15.92, 34.6, 10.28, 1.47, 0.4, 0.05, 11.39,
      0.27, 0.42, 0.09, 11.37,
    ];
    const histogram = new PSquare(4);
    for (const each of observations) histogram.add(each);
    const markers = histogram.markers();
    expect(markers[2].toFixed(2)).toBe('4.44');
    expect([markers[0], markers[4]]).toEqual([0.02, 38.62]);
  });

  test('finds the quantiles of a continuous law', () => {
    const draw = inputs(11);
    const histogram = new PSquare(20);
    for (let at = 0; at < 100_000; at++) histogram.add(draw() ** 2);
    for (const [at, marker] of histogram.markers().entries()) expect(marker).toBeCloseTo((at / 20) ** 2, 2);
  });

  test('with fewer observations than markers keeps them all', () => {
    const histogram = new PSquare(10);
    for (const each of [3, 1, 2]) histogram.add(each);
    expect(histogram.markers()).toEqual([1, 2, 3]);
  });
});

const keys = fc.array(fc.oneof(fc.nat(40), fc.nat(1 << 18), fc.maxSafeNat()), { maxLength: 300 });

test('a tally and a histogram count like a map', () => {
  fc.assert(
    fc.property(keys, fc.boolean(), (values, inTable) => {
      const bound = 1 + Math.max(0, ...values);
      const tally = new Tally(inTable && bound <= 1 << 18 ? bound : 0);
      const expected = new Map<number, number>();
      for (const value of values) {
        expect(tally.values[tally.add(value)]).toBe(value);
        expected.set(value, (expected.get(value) ?? 0) + 1);
      }
      const distinct = [...expected.keys()];
      expect([...tally.values.subarray(0, tally.length)]).toEqual(distinct);
      expect([...tally.counts.subarray(0, tally.length)]).toEqual([...expected.values()]);
      const ascending = [...distinct].sort((a, b) => a - b);
      expect([...tally.ascending()].map((index) => distinct[index])).toEqual(ascending);
      expect(histogramOf(Float64Array.from(values))).toEqual({
        values: ascending,
        counts: ascending.map((value) => expected.get(value)),
      });
    }),
  );
});

test('ascending order is that of a stable sort', () => {
  fc.assert(
    fc.property(keys, (values) => {
      const expected = values.map((_, at) => at).sort((a, b) => values[a] - values[b]);
      expect([...orderOf(Float64Array.from(values))]).toEqual(expected);
      const highest = Math.max(0, ...values);
      const inOrder = expected.map((at) => values[at]);
      if (highest < 2 ** 32) expect([...sorted(Uint32Array.from(values), highest)]).toEqual(inOrder);
    }),
  );
});

test("an alias table's cells add up to the weights' shares", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 40 }), (weights) => {
      const table = new AliasTable(weights);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const steps = 20_000;
      const seen = new Float64Array(weights.length);
      for (let step = 0; step < steps; step++) seen[table.pick((step + 0.5) / steps)] += 1 / steps;
      // Each of the cells is cut at most once, to within a step.
      for (const [at, weight] of weights.entries()) {
        expect(Math.abs(seen[at] - weight / total)).toBeLessThan((weights.length + 1) / steps);
      }
    }),
  );
});
