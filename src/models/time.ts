import * as v from 'valibot';
import { normal, uniform } from './draws';
import { deviations, groupMoments, plain } from './groups';
import {
  type Arrivals,
  amount,
  count,
  type Family,
  type FitOptions,
  heading,
  headingOf,
  whole,
} from './model';
import type { Observations } from './observations';
import type { Random } from './random';

/** M of the report (§3.4). */
export const DEFAULT_BUCKETS = 10_000;

const variants = ['mean', 'uniform', 'normal'] as const;
type Variant = (typeof variants)[number];

const variances = v.strictObject({
  size: v.array(amount),
  holding: v.array(amount),
  interarrival: v.array(amount),
});

/** Columns with one entry for each bucket in which something was allocated. */
const schema = v.pipe(
  v.strictObject({
    ...heading('time', variants),
    /** M: execution time is cut into so many buckets of one length. */
    buckets: count,
    /** Numbers of the buckets in which something was allocated, ascending. */
    bucket: v.pipe(v.array(whole), v.minLength(1)),
    size: v.array(amount),
    holding: v.array(amount),
    /** Length of the bucket ÷ allocations in it. */
    interarrival: v.array(v.pipe(amount, v.gtValue(0))),
    variance: v.optional(variances),
  }),
  v.check(
    ({ bucket, buckets }) => bucket.every((one, at) => one < buckets && (at === 0 || bucket[at - 1] < one)),
    'bucket numbers below "buckets", in ascending order',
  ),
  v.check(({ variant, bucket, size, holding, interarrival, variance }) => {
    const columns = [size, holding, interarrival, ...(variance ? Object.values(variance) : [])];
    return columns.every((column) => column.length === bucket.length) && (variant !== 'normal' || !!variance);
  }, 'columns of one length; variances too in variant "normal"'),
);
export type TimeDocument = v.InferOutput<typeof schema>;

function summarise(
  observations: Observations,
  { variant = 'mean', buckets = DEFAULT_BUCKETS }: FitOptions,
): TimeDocument {
  const { duration } = observations;
  const { bucket, counts, sizes, holdings } = totals(observations, buckets);
  const perObject = (sum: number, at: number) => sum / counts[at];
  return {
    ...headingOf(observations, 'time', variant as Variant),
    buckets,
    bucket,
    size: sizes.map(perObject),
    holding: holdings.map(perObject),
    interarrival: counts.map((allocations) => duration / buckets / allocations),
    ...(variant === 'normal' && { variance: variancesOf(observations, counts) }),
  };
}

/** By bucket in which something was allocated: objects, and the sums of their sizes and holding times. */
function totals({ birth, size, holding, duration, objects }: Observations, buckets: number) {
  const most = Math.min(buckets, objects);
  const bucket = new Uint32Array(most);
  const counts = new Uint32Array(most);
  const sizes = new Float64Array(most);
  const holdings = new Float64Array(most);
  let used = 0;
  // Births ascend: a bucket's objects follow each other.
  for (let first = 0; first < objects; ) {
    const number = Math.floor((birth[first] * buckets) / duration);
    const end = (number + 1) * duration;
    let bytes = 0;
    let held = 0;
    let next = first;
    for (; next < objects && birth[next] * buckets < end; next++) {
      bytes += size[next];
      held += holding[next];
    }
    bucket[used] = number;
    counts[used] = next - first;
    sizes[used] = bytes;
    holdings[used++] = held;
    first = next;
  }
  const [numbers, allocations, all, times] = [bucket, counts, sizes, holdings].map((column) =>
    plain(column.subarray(0, used)),
  );
  return { bucket: numbers, counts: allocations, sizes: all, holdings: times };
}

function variancesOf(observations: Observations, counts: readonly number[]) {
  const { size, holding } = observations;
  const of = new Uint32Array(size.length);
  let at = 0;
  for (const [index, count] of counts.entries()) {
    of.fill(index, at, at + count);
    at += count;
  }
  // A gap belongs to the bucket in which it ends; the first object ends none.
  const gaps = counts.map((count, index) => (index === 0 ? count - 1 : count));
  return {
    size: groupMoments(of, counts, size, true).variance,
    holding: groupMoments(of, counts, holding, true).variance,
    interarrival: groupMoments(of.subarray(1), gaps, observations.interarrival, true).variance,
  };
}

function arrivals(document: TimeDocument, random: Random, seed: number): Arrivals {
  const { variant, bucket, buckets, source, variance } = document;
  const width = source.duration / buckets;
  const [sizes, holdings, gaps] = [0, 1, 2].map((number) =>
    random.stream(seed, number, { name: variant === 'normal' ? 'normal' : 'uniform' }),
  );
  const means = {
    size: Float64Array.from(document.size),
    holding: Float64Array.from(document.holding),
    gap: Float64Array.from(document.interarrival),
  };
  const deviation = {
    size: deviations(variance?.size),
    holding: deviations(variance?.holding),
    gap: deviations(variance?.interarrival),
  };
  const value = (stream: typeof sizes, mean: Float64Array, spread: Float64Array, at: number): number => {
    if (variant === 'mean') return mean[at];
    return variant === 'uniform' ? uniform(stream, mean[at]) : normal(stream, mean[at], spread[at]);
  };
  // Rounding must not let a bucket of n allocations, each its length ÷ n apart, begin another one at its very end.
  const whisker = width * 1e-9;
  let now = 0;
  let lap = 0;
  let at = 0;
  return {
    fill(size, birth, holding) {
      for (let object = 0; object < size.length; object++) {
        while ((bucket[at] + 1) * width - (now - lap) <= whisker) {
          if (++at < bucket.length) continue;
          // Past the end of the execution it begins anew.
          at = 0;
          lap += source.duration;
        }
        now = Math.max(now, lap + bucket[at] * width);
        size[object] = value(sizes, means.size, deviation.size, at);
        birth[object] = now;
        holding[object] = value(holdings, means.holding, deviation.holding, at);
        now += value(gaps, means.gap, deviation.gap, at);
      }
    },
  };
}

/** TIME (§3.4): means in each of M parts of the execution. */
export const timeFamily: Family<TimeDocument> = {
  id: 'time',
  title: 'TIME',
  about: 'means of size, holding and interarrival time in each of M equal parts of the execution',
  section: '§3.4',
  variants: [
    { id: 'mean', about: 'the means themselves, without variance' },
    { id: 'uniform', about: 'uniform from 0 to twice the mean of the bucket' },
    { id: 'normal', about: 'normal about the mean of the bucket, negative samples drawn again' },
  ],
  schema,
  fit: summarise,
  words: ({ buckets }) => 3 * buckets,
  varianceWords: ({ variance, buckets }) => (variance ? 3 * buckets : 0),
  isFixed: ({ variant }) => variant === 'mean',
  arrivals,
};
