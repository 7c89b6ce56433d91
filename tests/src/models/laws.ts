/** Distribution functions and critical values for the tests of the generators. */
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
