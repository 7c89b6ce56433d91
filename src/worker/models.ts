import type { Modules } from '../engine/modules';
import { type Comparison, compareModels, type ModelComparison } from '../models/comparison';
import { distributionOf } from '../models/distribution';
import type { ModelId } from '../models/model';
import { Model } from '../models/models';
import { interarrivals, type Observations, observe } from '../models/observations';
import { Random } from '../models/random';
import { reportOf } from '../models/report';
import { interval } from '../models/statistics';
import { TooManyEvents } from '../models/synthesis';
import type { TransDocument } from '../models/trans';
import type { Trace } from '../trace/trace';
import type { Distributions, FittedModel, ModelsQuestion, ModelsResult, Transitions } from './models-api';

interface Watch {
  /** Trials done, and all. */
  readonly onProgress: (done: number, total: number) => void;
  readonly onPartial: (result: ModelsResult) => void;
}

/**
 * Fits the five models to a trace and measures them beside it.
 * @throws RangeError for a trace that has fewer than two allocations or whose clock stands still
 */
export async function studyModels(
  modules: Modules,
  trace: Trace,
  question: ModelsQuestion,
  { onProgress, onPartial }: Watch,
): Promise<ModelsResult> {
  const random = await Random.load(modules);
  const fitted = new Map<Model, FittedModel>();
  const collect = (comparison: Comparison): ModelsResult => {
    for (const one of comparison.models)
      if (!fitted.has(one.model)) fitted.set(one.model, describe(one, random, question));
    return resultOf(comparison, [...fitted.values()]);
  };
  const comparison = await compareModels(modules, trace, {
    ...question,
    onProgress,
    onPartial: (partial) => onPartial(collect(partial)),
  });
  return collect(comparison);
}

function resultOf(comparison: Comparison, models: readonly FittedModel[]): ModelsResult {
  const { observations, actual } = comparison;
  return {
    report: reportOf(comparison),
    duration: observations.duration,
    actual: { distributions: distributions(observations), live: actual.live },
    models,
    transitions: transitions(observations),
  };
}

function describe({ model, trials }: ModelComparison, random: Random, question: ModelsQuestion): FittedModel {
  const { family, document } = model;
  const points = trials.find((trial) => trial !== null)?.live.length ?? 0;
  const bands = Array.from({ length: points }, (_, at) =>
    interval(trials.map((trial) => trial?.live[at] ?? 0)),
  );
  return {
    id: family.id,
    title: family.title,
    about: family.about,
    document,
    distributions: firstTrial(model, random, question),
    live: {
      mean: Float64Array.from(bands, ({ mean }) => mean),
      low: Float64Array.from(bands, ({ low }) => low),
      high: Float64Array.from(bands, ({ high }) => high),
    },
  };
}

function firstTrial(model: Model, random: Random, { seed }: ModelsQuestion): Distributions | null {
  try {
    // What is drawn counts in the model's own clock, whatever that was.
    return distributions(observe(model.generate(random, seed)));
  } catch (error) {
    if (error instanceof TooManyEvents || error instanceof RangeError) return null;
    throw error;
  }
}

const distributions = (observations: Observations): Distributions => ({
  size: distributionOf(observations.size),
  holding: distributionOf(observations.holding),
  interarrival: distributionOf(interarrivals(observations)),
});

const TRANS: ModelId = 'trans';

function transitions(observations: Observations): Transitions {
  const { size, from, to, count } = Model.fitTo(observations, TRANS, { variant: 'mean' })
    .document as unknown as TransDocument;
  return { sizes: size, from, to, count };
}
