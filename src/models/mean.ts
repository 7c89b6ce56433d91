import * as v from 'valibot';
import { across } from '../schema';
import { normal, uniform } from './draws';
import { type Arrivals, amount, type Family, heading, headingOf } from './model';
import type { Observations } from './observations';
import type { Random, Stream } from './random';
import { type Moments, moments } from './statistics';

const variants = ['uniform', 'normal', 'pareto'] as const;
type Variant = (typeof variants)[number];

const spread = v.object({ mean: amount, variance: v.optional(amount) });
type Spread = v.InferOutput<typeof spread>;

const schema = v.pipe(
  v.strictObject({
    ...heading('mean', variants),
    size: spread,
    holding: spread,
    interarrival: spread,
  }),
  across((document) => {
    if (document.variant === 'uniform') return null;
    const lacks = (['size', 'holding', 'interarrival'] as const).find(
      (key) => document[key].variance === undefined,
    );
    return lacks
      ? { at: [lacks, 'variance'], expected: `a variance beside each mean in variant "${document.variant}"` }
      : null;
  }),
  across(({ interarrival }) =>
    interarrival.mean > 0
      ? null
      : { at: ['interarrival', 'mean'], expected: 'a mean interarrival time above 0' },
  ),
);
export type MeanDocument = v.InferOutput<typeof schema>;

function summarise(observations: Observations, variant: Variant): MeanDocument {
  const { size, holding, birth, objects, bytes } = observations;
  const head = headingOf(observations, 'mean', variant);
  if (variant !== 'uniform') {
    return {
      ...head,
      size: moments(size),
      holding: moments(holding),
      interarrival: moments(observations.interarrival),
    };
  }
  let held = 0;
  for (let object = 0; object < objects; object++) held += holding[object];
  return {
    ...head,
    size: { mean: bytes / objects },
    holding: { mean: held / objects },
    interarrival: { mean: birth[objects - 1] / (objects - 1) },
  };
}

/**
 * Shape and scale of the Pareto distribution with a mean and a variance: the shape is 1 + √(1 + mean² ÷ variance),
 * above 2, so that both exist. The report names no way of fitting; this one is "about the mean".
 */
export function paretoParameters({ mean, variance }: Moments): { shape: number; scale: number } {
  const shape = 1 + Math.sqrt(1 + (mean * mean) / variance);
  return { shape, scale: (mean * (shape - 1)) / shape };
}

type Draw = () => number;

function draw(variant: Variant, { mean, variance = 0 }: Spread, stream: (law: Law) => Stream): Draw {
  if (variant === 'uniform') {
    const numbers = stream({ name: 'uniform' });
    return () => uniform(numbers, mean);
  }
  if (variance === 0) return () => mean;
  if (variant === 'normal') {
    const numbers = stream({ name: 'normal' });
    const deviation = Math.sqrt(variance);
    return () => normal(numbers, mean, deviation);
  }
  const { shape, scale } = paretoParameters({ mean, variance });
  const numbers = stream({ name: 'pareto', shape });
  return () => scale * numbers.next();
}
type Law = Parameters<Random['stream']>[2];

function arrivals(document: MeanDocument, random: Random, seed: number): Arrivals {
  const { variant } = document;
  const drawSize = draw(variant, document.size, (law) => random.stream(seed, 0, law));
  const drawHolding = draw(variant, document.holding, (law) => random.stream(seed, 1, law));
  const drawGap = draw(variant, document.interarrival, (law) => random.stream(seed, 2, law));
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

/** MEAN (§3.1): three means, each value uniform from zero to twice its mean. */
export const meanFamily: Family<MeanDocument> = {
  id: 'mean',
  title: 'MEAN',
  about: 'means of size, holding time and interarrival time',
  section: '§3.1',
  variants: [
    { id: 'uniform', about: 'uniform from 0 to twice the mean' },
    { id: 'normal', about: 'normal about the mean, negative samples drawn again' },
    { id: 'pareto', about: 'Pareto with the mean and variance observed' },
  ],
  schema,
  fit: (observations, { variant = 'uniform' }) => summarise(observations, variant as Variant),
  words: () => 3,
  varianceWords: ({ variant }) => (variant === 'uniform' ? 0 : 3),
  isFixed: () => false,
  arrivals,
};
