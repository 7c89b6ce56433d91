/** Statistics of samples. Arithmetic and square roots only, so that every browser computes the same bits. */

export interface Moments {
  readonly mean: number;
  /** Unbiased (divided by n − 1); 0 for a single value. */
  readonly variance: number;
}

/** Mean and unbiased variance, in the values' unit and its square, in two passes; NaN for no values. */
export function moments(values: ArrayLike<number>): Moments {
  const count = values.length;
  if (count === 0) return { mean: Number.NaN, variance: Number.NaN };
  let sum = 0;
  for (let at = 0; at < count; at++) sum += values[at];
  const mean = sum / count;
  let squares = 0;
  for (let at = 0; at < count; at++) {
    const off = values[at] - mean;
    squares += off * off;
  }
  return { mean, variance: count > 1 ? squares / (count - 1) : 0 };
}

/** Mean of the values; NaN for none. */
export const mean = (values: ArrayLike<number>): number => moments(values).mean;

/** Continued fraction of the incomplete beta function by Lentz's method (DLMF 8.17.22). */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  const apart = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 500; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / apart(1 + term * d);
      c = apart(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

/** Half-integer powers need no `pow`: x^(n/2) by multiplications and a square root. */
function halfPower(x: number, n: number): number {
  let result = n % 2 === 1 ? Math.sqrt(x) : 1;
  for (let k = 0; k < Math.floor(n / 2); k++) result *= x;
  return result;
}

/** Regularised incomplete beta function I_x(n/2, 1/2) and its complement, for a whole n ≥ 1. */
function incompleteBeta(x: number, n: number): number {
  // B(1/2, 1/2) = π and B(1, 1/2) = 2; B(a + 1, 1/2) = B(a, 1/2) · a / (a + 1/2).
  let beta = n % 2 === 1 ? Math.PI : 2;
  for (let a = n % 2 === 1 ? 0.5 : 1; a < n / 2; a++) beta *= a / (a + 0.5);
  const a = n / 2;
  const front = (halfPower(x, n) * Math.sqrt(1 - x)) / beta;
  if (x < (a + 1) / (a + 2.5)) return (front * betaFraction(a, 0.5, x)) / a;
  return 1 - (front * betaFraction(0.5, a, 1 - x)) / 0.5;
}

/** Two-sided tail of Student's t: P(|T| > t) with whole `freedom` ≥ 1 (DLMF 8.17 with x = ν / (ν + t²)). */
export function studentTail(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom);
}

/**
 * The t that a Student-distributed value stays within, either side, with probability `confidence`.
 * @param confidence between 0 and 1, for example 0.9
 * @param freedom degrees of freedom: a whole number ≥ 1
 */
export function studentQuantile(confidence: number, freedom: number): number {
  const tail = 1 - confidence;
  let low = 0;
  let high = 1;
  while (studentTail(high, freedom) > tail) high *= 2;
  for (let step = 0; step < 200 && low < high; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentTail(middle, freedom) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** A table of intervals asks for the same quantile a thousand times. */
const quantiles = new Map<string, number>();

function knownQuantile(confidence: number, freedom: number): number {
  const key = `${confidence} ${freedom}`;
  const known = quantiles.get(key) ?? studentQuantile(confidence, freedom);
  quantiles.set(key, known);
  return known;
}

/** Mean of independent trials with its confidence interval by Student's t; equal trials, or a single one, have no width. */
export function interval(trials: ArrayLike<number>, confidence = 0.9): Interval {
  const count = trials.length;
  // Taken from the first trial, so that equal trials give exactly their value.
  const origin = trials[0];
  const { mean, variance } = moments(Array.from(trials, (trial) => trial - origin));
  const half = count > 1 ? knownQuantile(confidence, count - 1) * Math.sqrt(variance / count) : 0;
  return { mean: origin + mean, low: origin + mean - half, high: origin + mean + half };
}

/** |actual − model| ÷ actual (Zorn & Grunwald 1992, footnote 5). */
export const relativeError = (actual: number, model: number): number => Math.abs(actual - model) / actual;
