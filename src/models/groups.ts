/** How often each group occurs, and the mean and variance of a value in each. */
export interface GroupMoments {
  readonly mean: number[];
  /** Unbiased; 0 for a group with a single value. */
  readonly variance: number[];
}

/**
 * Moments of `values` by group.
 * @param group the group of each value, below `groups`
 */
export function groupMoments(
  group: Uint32Array,
  groups: number,
  values: ArrayLike<number>,
  withVariance: boolean,
): GroupMoments {
  const counts = new Uint32Array(groups);
  const sums = new Float64Array(groups);
  for (let at = 0; at < group.length; at++) {
    counts[group[at]]++;
    sums[group[at]] += values[at];
  }
  const mean = Array.from(sums, (sum, one) => (counts[one] > 0 ? sum / counts[one] : 0));
  if (!withVariance) return { mean, variance: [] };
  const squares = new Float64Array(groups);
  for (let at = 0; at < group.length; at++) squares[group[at]] += (values[at] - mean[group[at]]) ** 2;
  const variance = Array.from(squares, (sum, one) => (counts[one] > 1 ? sum / (counts[one] - 1) : 0));
  return { mean, variance };
}

export const deviations = (variances: readonly number[] | undefined): Float64Array =>
  Float64Array.from(variances ?? [], Math.sqrt);
