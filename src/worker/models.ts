import type { Modules } from '../engine/modules';
import { type Comparison, compareModels } from '../models/comparison';
import type { Model } from '../models/models';
import type { Observations } from '../models/observations';
import { cumulativeOf, drawnFrom, liveOf, matrixOf } from '../models/picture';
import { Random } from '../models/random';
import { reportOf } from '../models/report';
import type { Trace } from '../trace/trace';
import type { Distributions, ModelsQuestion, ModelsResult } from './models-api';

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
  const drawn = new Map<Model, Distributions | null>();
  const draw = (model: Model): Distributions | null => {
    const known = drawn.get(model);
    if (known !== undefined) return known;
    const observations = drawnFrom(model, random, question.seed);
    const made = observations && distributions(observations);
    drawn.set(model, made);
    return made;
  };
  const comparison = await compareModels(modules, trace, {
    ...question,
    onProgress,
    onPartial: (partial) => onPartial(resultOf(partial, draw)),
  });
  return resultOf(comparison, draw);
}

function resultOf(comparison: Comparison, draw: (model: Model) => Distributions | null): ModelsResult {
  const { observations } = comparison;
  const live = liveOf(comparison);
  return {
    report: reportOf(comparison),
    duration: observations.duration,
    actual: { distributions: distributions(observations), live: live.actual },
    models: comparison.models.map(({ model }, at) => ({
      id: model.family.id,
      title: model.family.title,
      about: model.family.about,
      document: model.document,
      distributions: draw(model),
      live: live.models[at],
    })),
    transitions: matrixOf(observations),
  };
}

const distributions = (observations: Observations): Distributions => ({
  size: cumulativeOf(observations.size),
  holding: cumulativeOf(observations.holding),
  interarrival: cumulativeOf(observations.interarrival),
});
