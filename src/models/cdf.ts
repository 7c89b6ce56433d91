import * as v from 'valibot';
import { AliasTable } from './alias';
import { histogramOf } from './histogram';
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
import { PSquare } from './p2';
import type { Random, Stream } from './random';

/** Cells of each P² histogram unless told otherwise; the report names no number. */
export const DEFAULT_CELLS = 100;

const rises = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || values[at - 1] < value);

/** How often each distinct value was seen, the values ascending. */
const histogram = v.pipe(
  v.strictObject({ values: v.array(whole), counts: v.array(count) }),
  v.check(
    ({ values, counts }) => values.length === counts.length && values.length > 0,
    'as many counts as values, at least one',
  ),
  v.check(({ values }) => rises(values), 'values in ascending order'),
);
type Histogram = v.InferOutput<typeof histogram>;

/** Quantiles 0, 1/n, 2/n, …, 1 of a distribution. */
const markers = v.pipe(
  v.strictObject({ markers: v.array(amount) }),
  v.check((one) => one.markers.length > 1, 'two markers or more'),
  v.check(
    (one) => one.markers.every((value, at) => at === 0 || one.markers[at - 1] <= value),
    'markers in ascending order',
  ),
);
type Markers = v.InferOutput<typeof markers>;

const actual = v.strictObject({
  ...heading('cdf', ['actual']),
  size: histogram,
  holding: histogram,
  interarrival: histogram,
});
const approximate = v.strictObject({
  ...heading('cdf', ['p2']),
  size: markers,
  holding: markers,
  interarrival: markers,
});
const schema = v.variant('variant', [actual, approximate]);
export type CdfDocument = v.InferOutput<typeof schema>;

function markersOf(values: ArrayLike<number>, cells: number): Markers {
  const histogram = new PSquare(cells);
  for (let at = 0; at < values.length; at++) histogram.add(values[at]);
  const markers = histogram.markers();
  return { markers: markers.length > 1 ? markers : [markers[0], markers[0]] };
}

function summarise(
  observations: Observations,
  { variant = 'actual', cells = DEFAULT_CELLS }: FitOptions,
): CdfDocument {
  const { size, holding, classes } = observations;
  const gap = observations.interarrival;
  if (variant === 'p2') {
    return {
      ...headingOf(observations, 'cdf', 'p2'),
      size: markersOf(size, cells),
      holding: markersOf(holding, cells),
      interarrival: markersOf(gap, cells),
    };
  }
  return {
    ...headingOf(observations, 'cdf', 'actual'),
    size: { values: classes.sizes, counts: classes.counts },
    holding: histogramOf(holding),
    interarrival: histogramOf(gap),
  };
}

/** The distribution function of a histogram: the share of observations at or below `x`. */
export function cumulative({ values, counts }: Histogram, x: number): number {
  let below = 0;
  let all = 0;
  for (let at = 0; at < values.length; at++) {
    all += counts[at];
    if (values[at] <= x) below += counts[at];
  }
  return below / all;
}

function drawFrom(distribution: Histogram | Markers, stream: Stream): () => number {
  if ('markers' in distribution) {
    const { markers } = distribution;
    const cells = markers.length - 1;
    return () => {
      const scaled = stream.next() * cells;
      const cell = Math.floor(scaled);
      return markers[cell] + (scaled - cell) * (markers[cell + 1] - markers[cell]);
    };
  }
  const values = Float64Array.from(distribution.values);
  const table = new AliasTable(distribution.counts);
  return () => values[table.pick(stream.next())];
}

function arrivals(document: CdfDocument, random: Random, seed: number): Arrivals {
  const numbers = (number: number) => random.stream(seed, number, { name: 'uniform' });
  const drawSize = drawFrom(document.size, numbers(0));
  const drawHolding = drawFrom(document.holding, numbers(1));
  const drawGap = drawFrom(document.interarrival, numbers(2));
  let now = 0;
  return {
    fill(size, birth, holding) {
      for (let at = 0; at < size.length; at++) {
        size[at] = drawSize();
        birth[at] = now;
        holding[at] = drawHolding();
        now += drawGap();
      }
    },
  };
}

const entries = (one: Histogram | Markers): number =>
  'markers' in one ? one.markers.length : one.values.length;

/** CDF (§3.2): the distributions observed, of all objects alike. */
export const cdfFamily: Family<CdfDocument> = {
  id: 'cdf',
  title: 'CDF',
  about: 'the distributions of size, holding time and interarrival time as observed',
  section: '§3.2',
  variants: [
    { id: 'actual', about: 'every distinct value with its frequency' },
    { id: 'p2', about: 'piecewise parabolic approximation of the quantiles (P² of Jain and Chlamtac)' },
  ],
  schema,
  fit: summarise,
  words: ({ size, holding, interarrival }) => entries(size) + entries(holding) + entries(interarrival),
  varianceWords: () => 0,
  isFixed: () => false,
  arrivals,
};
