/** Mean and variance of a value by group. */
export interface GroupMoments {
  readonly mean: number[];
  /** Unbiased; 0 for a group with a single value. Empty where it was not asked for. */
  readonly variance: number[];
}

/**
 * Moments of `values` by group.
 * @param group the group of each value
 * @param counts by group, its number of values, at least one
 */
export function groupMoments(
  group: Uint32Array,
  counts: ArrayLike<number>,
  values: ArrayLike<number>,
  withVariance: boolean,
): GroupMoments {
  const groups = counts.length;
  const means = new Float64Array(groups);
  for (let at = 0; at < group.length; at++) means[group[at]] += values[at];
  for (let one = 0; one < groups; one++) means[one] /= counts[one];
  if (!withVariance) return { mean: plain(means), variance: [] };
  const variances = new Float64Array(groups);
  for (let at = 0; at < group.length; at++) {
    const off = values[at] - means[group[at]];
    variances[group[at]] += off * off;
  }
  for (let one = 0; one < groups; one++)
    variances[one] = counts[one] > 1 ? variances[one] / (counts[one] - 1) : 0;
  return { mean: plain(means), variance: plain(variances) };
}

/**
 * `groupMoments` of two columns in one go: a sum waits for the one before it in its group, and two columns wait
 * together.
 */
export function pairMoments(
  group: Uint32Array,
  counts: ArrayLike<number>,
  first: Float64Array,
  second: Float64Array,
  withVariance: boolean,
): readonly [GroupMoments, GroupMoments] {
  const groups = counts.length;
  const [a, b, aSquares, bSquares] = Array.from({ length: 4 }, () => new Float64Array(groups));
  for (let at = 0; at < group.length; at++) {
    const one = group[at];
    a[one] += first[at];
    b[one] += second[at];
  }
  for (let one = 0; one < groups; one++) {
    a[one] /= counts[one];
    b[one] /= counts[one];
  }
  if (withVariance) {
    for (let at = 0; at < group.length; at++) {
      const one = group[at];
      const aOff = first[at] - a[one];
      const bOff = second[at] - b[one];
      aSquares[one] += aOff * aOff;
      bSquares[one] += bOff * bOff;
    }
  }
  const variances = (squares: Float64Array) =>
    withVariance ? plain(squares.map((sum, one) => (counts[one] > 1 ? sum / (counts[one] - 1) : 0))) : [];
  return [
    { mean: plain(a), variance: variances(aSquares) },
    { mean: plain(b), variance: variances(bSquares) },
  ];
}

/** A column as a document holds it; with `order`, its entries in that order. */
export function plain(column: ArrayLike<number>, order?: Uint32Array): number[] {
  const length = order ? order.length : column.length;
  // `Array.from` and spreading step through an iterator, ten times as slow.
  const values = new Array<number>(length);
  for (let at = 0; at < length; at++) values[at] = column[order ? order[at] : at];
  return values;
}

/** Standard deviations of variances, in their units; none for none. */
export const deviations = (variances: readonly number[] | undefined): Float64Array =>
  Float64Array.from(variances ?? [], Math.sqrt);
