/** Distribution functions, distances and critical values for the tests of the generators. */
import { random } from './setup';

/**
 * Critical value of √n·D at 0.1%, from its asymptotic tail 2·exp(−2d²) (Knuth, TAOCP vol. 2, 3.3.1).
 * So strict because the files make a hundred such tests.
 */
export const KS_CRITICAL = 1.9495;

/** Critical value of chi-square at 0.1%, by Wilson and Hilferty's approximation; 3.0902 is the normal quantile. */
export function chiSquareCritical(freedom: number): number {
  const spread = 2 / (9 * freedom);
  return freedom * (1 - spread + 3.0902 * Math.sqrt(spread)) ** 3;
}

/**
 * Kolmogorov and Smirnov's D: the largest distance between the sample's distribution function and `cdf`.
 * @param sorted the sample in ascending order
 */
export function kolmogorovSmirnov(sorted: ArrayLike<number>, cdf: (x: number) => number): number {
  let largest = 0;
  for (let at = 0; at < sorted.length; at++) {
    const expected = cdf(sorted[at]);
    largest = Math.max(largest, expected - at / sorted.length, (at + 1) / sorted.length - expected);
  }
  return largest;
}

/** Largest distance between the distribution functions of two samples, each in ascending order. */
export function kolmogorovSmirnovTwo(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = Math.min(a[i], b[j]);
    while (i < a.length && a[i] === x) i++;
    while (j < b.length && b[j] === x) j++;
    largest = Math.max(largest, Math.abs(i / a.length - j / b.length));
  }
  return largest;
}

/** Pearson's chi-square: the sum of (observed − expected)² ÷ expected. */
export function chiSquare(observed: ArrayLike<number>, expected: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < observed.length; at++) sum += (observed[at] - expected[at]) ** 2 / expected[at];
  return sum;
}

export const uniformCdf = (mean: number) => (x: number) => Math.min(Math.max(x / (2 * mean), 0), 1);

export const exponentialCdf = (mean: number) => (x: number) => 1 - random.exp(-x / mean);

const standardNormal = (z: number) => random.erfc(-z / Math.SQRT2) / 2;

/** Normal, negative values drawn again. */
export function truncatedNormalCdf(mean: number, deviation: number) {
  const below = standardNormal(-mean / deviation);
  return (x: number) => (standardNormal((x - mean) / deviation) - below) / (1 - below);
}

export const paretoCdf = (shape: number, scale: number) => (x: number) =>
  x < scale ? 0 : 1 - random.pow(scale / x, shape);

/** A linear congruential generator for the tests' own inputs: not the one under test. */
export function inputs(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
