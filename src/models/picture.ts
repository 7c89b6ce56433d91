/** What a page draws of a comparison: plain arrays of a few hundred numbers, whatever the length of the trace. */
import { type Comparison, overTrials } from './comparison';
import { histogramOf } from './histogram';
import { Model } from './models';
import { type Observations, observe } from './observations';
import type { Random } from './random';
import { TooManyEvents } from './synthesis';
import type { TransDocument } from './trans';
import { LIVE_POINTS } from './trial-runner';

/** A distribution function: `share[i]` of the values are at or below `x[i]`. */
export interface Cumulative {
  readonly x: number[];
  readonly share: number[];
}

/** Live bytes at the end of each of equal parts of the execution. */
export interface LivePicture {
  /** Share of the execution, up to 1. */
  readonly x: number[];
  readonly actual: number[];
  /** Mean over the trials with its 90% interval; empty before the first trial. */
  readonly models: readonly {
    readonly model: string;
    readonly mean: number[];
    readonly low: number[];
    readonly high: number[];
  }[];
}

/** Which size follows which; columns with an entry for each transition that occurred. */
export interface MatrixPicture {
  /** Size classes in bytes, ascending. */
  readonly sizes: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly count: readonly number[];
  /** Mean holding time of the object allocated next, and mean time between the two. */
  readonly holding: readonly number[];
  readonly interarrival: readonly number[];
}

/** Points of a distribution function: steps that no screen could show are left out. */
const CURVE_POINTS = 400;

/** The steps of a sample's distribution function, thinned out evenly by share and always with both ends. */
export function cumulativeOf(sample: Float64Array | Uint32Array): Cumulative {
  const { values, counts } = histogramOf(sample);
  const x: number[] = [];
  const share: number[] = [];
  let below = 0;
  let drawn = -1;
  for (let at = 0; at < values.length; at++) {
    below += counts[at];
    const step = Math.floor((below / sample.length) * CURVE_POINTS);
    if (at > 0 && at < values.length - 1 && step === drawn) continue;
    x.push(values[at]);
    share.push(below / sample.length);
    drawn = step;
  }
  return { x, share };
}

/** What the model's first trial looks like; null when it has too many events or too few objects. */
export function drawnFrom(model: Model, random: Random, seed: number): Observations | null {
  try {
    const trace = model.generate(random, seed);
    return trace.objects < 2 ? null : observe(trace);
  } catch (error) {
    if (error instanceof TooManyEvents || error instanceof RangeError) return null;
    throw error;
  }
}

/** The curves of live bytes: the program's, and each model's over its trials. */
export function liveOf({ actual, models }: Comparison): LivePicture {
  const points = Array.from({ length: LIVE_POINTS }, (_, at) => at);
  return {
    x: points.map((at) => (at + 1) / LIVE_POINTS),
    actual: [...actual.live],
    models: models.map((one) => {
      const bands = one.trials.length > 0 ? points.map((at) => overTrials(one, ({ live }) => live[at])) : [];
      return {
        model: one.model.family.title,
        mean: bands.map(({ mean }) => mean),
        low: bands.map(({ low }) => low),
        high: bands.map(({ high }) => high),
      };
    }),
  };
}

/** The program's transitions. */
export function matrixOf(observations: Observations): MatrixPicture {
  const { size, from, to, count, holding, interarrival } = Model.fitTo(observations, 'trans', {
    variant: 'mean',
  }).document as TransDocument;
  return { sizes: size, from, to, count, holding, interarrival };
}
