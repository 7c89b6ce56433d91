import { histogramOf } from './histogram';

/** A distribution function at some of its values. */
export interface Distribution {
  /** Ascending. */
  readonly x: Float64Array;
  /** Share of the values that are at most x. */
  readonly share: Float64Array;
}

/**
 * The distribution function of values, exact at those that are kept.
 * @param sample whole numbers from 0 to 2^53 − 1
 * @param most how many distinct values are kept, about equal steps of the share apart
 */
export function distributionOf(sample: ArrayLike<number>, most = 240): Distribution {
  const { values, counts } = histogramOf(sample);
  const x: number[] = [];
  const share: number[] = [];
  let below = 0;
  let kept = 0;
  for (let at = 0; at < values.length; at++) {
    below += counts[at];
    const isEnd = at === 0 || at === values.length - 1;
    if (!isEnd && (below - kept) * most < sample.length) continue;
    x.push(values[at]);
    share.push(below / sample.length);
    kept = below;
  }
  return { x: Float64Array.from(x), share: Float64Array.from(share) };
}
