import type { Modules } from '../engine/modules';
import type { Trace } from '../trace/trace';
import { ZORN_ALLOCATORS } from './metrics';
import type { FitOptions, ModelId } from './model';
import { Model, modelIds } from './models';
import { distil, type Observations, observe, type TimeMeasure } from './observations';
import { type Interval, interval, relativeError } from './statistics';
import { type Measured, oneByOne, type Trial, type TrialRunner } from './trial-runner';

export interface ModelComparison {
  readonly model: Model;
  /**
   * One entry a seed, as far as they are done. A trial that ran out of memory counts as zero, as in the report (§5.2).
   */
  readonly trials: readonly Trial[];
}

/** Models fitted to a program, before anything is measured. */
export interface Fitted {
  readonly observations: Observations;
  readonly models: readonly Model[];
}

export interface Comparison {
  readonly name: string;
  /** The program's allocations and frees; what models are compared with. */
  readonly actual: Measured;
  readonly observations: Observations;
  readonly allocators: readonly string[];
  readonly models: readonly ModelComparison[];
}

export interface ComparisonOptions {
  /** The five in their best variants when left out. */
  readonly models?: readonly { readonly id: ModelId; readonly options?: Omit<FitOptions, 'time'> }[];
  /** What time is measured in, by every model and for the curves of live bytes; ticks when left out. */
  readonly time?: TimeMeasure;
  /** BSD, CACHE, FIRST and BEST when left out; none for intrinsic metrics alone. */
  readonly allocators?: readonly string[];
  /** Trials a model; the report's ten when left out. */
  readonly trials?: number;
  /** Trial k of every model has the seed `seed` + k. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Who measures; this thread when left out. */
  readonly trialRunner?: TrialRunner;
  /** Called once, before the first trial is done. */
  readonly onFitted?: (fitted: Fitted) => void;
  /** Called after each trial with the number of trials done and of all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** What stands so far, after each trial, once the program itself has been measured. */
  readonly onPartial?: (comparison: Comparison) => void;
}

export const DEFAULT_TRIALS = 10;

/**
 * Fits models to a trace, generates `trials` traces from each and measures them beside the program's own (§4.2).
 * The first trials of all models are done first, then the second ones: what is done early speaks of all.
 * @throws RangeError as `observe`; the signal's reason when aborted
 */
export async function compareModels(
  modules: Modules,
  trace: Trace,
  options: ComparisonOptions = {},
): Promise<Comparison> {
  const { allocators = ZORN_ALLOCATORS, trials = DEFAULT_TRIALS, seed = 1, signal } = options;
  const wanted = options.models ?? modelIds.map((id) => ({ id, options: {} }));
  const trialRunner = options.trialRunner ?? (await oneByOne(modules));
  const observations = observe(trace, options.time);
  const models = wanted.map(({ id, options: fitted }) => Model.fitTo(observations, id, fitted));
  const results = models.map(() => new Array<Trial | undefined>(trials).fill(undefined));
  let actual: Measured | null = null;
  let done = 0;
  const standing = (measured: Measured): Comparison => ({
    name: trace.name,
    actual: measured,
    observations,
    allocators,
    models: models.map((model, at) => ({ model, trials: results[at].filter((one) => one !== undefined) })),
  });
  const finished = (count: number) => {
    done += count;
    options.onProgress?.(done, models.length * trials);
    if (actual) options.onPartial?.(standing(actual));
  };
  const tasks: (() => Promise<void>)[] = [
    async () => {
      const program = distil(trace, options.time);
      actual = await trialRunner.measure(
        { trace: program, ticks: observations.duration, allocators },
        signal,
      );
      finished(0);
    },
  ];
  for (let trial = 0; trial < trials; trial++) {
    for (const [at, model] of models.entries()) {
      // Every seed would tell the same.
      if (model.isFixed && trial > 0) continue;
      tasks.push(async () => {
        const work = { model: model.document, seed: seed + trial, allocators };
        const measured = await trialRunner.measure(work, signal);
        if (model.isFixed) results[at].fill(measured);
        else results[at][trial] = measured;
        finished(model.isFixed ? trials : 1);
      });
    }
  }
  const measured = inTurn(tasks, trialRunner.width, signal);
  // Other threads are at work by now.
  options.onFitted?.({ observations, models });
  await measured;
  if (!actual) throw new Error('the program itself was not measured');
  return standing(actual);
}

/** Runs tasks in their order, so many at a time. After a failure no other one is begun. */
async function inTurn(
  tasks: (() => Promise<void>)[],
  width: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const lane = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      signal?.throwIfAborted();
      await task();
    }
  };
  try {
    await Promise.all(Array.from({ length: width }, lane));
  } finally {
    tasks.length = 0;
  }
}

/** A figure read off what was measured; null where there is none. */
export type Reading = (measured: Measured) => number | null;

/** The trials' mean of a figure with its 90% interval; trials without one count as zero. NaN before the first trial. */
export function overTrials({ trials }: ModelComparison, read: Reading): Interval {
  return interval(trials.map((trial) => (trial && read(trial)) ?? 0));
}

/** Relative error of the trials' mean (footnote 5); null where the program has no figure, and before the first trial. */
export function errorOf(comparison: Comparison, model: ModelComparison, read: Reading): number | null {
  const actual = read(comparison.actual);
  if (model.trials.length === 0) return null;
  return actual === null || actual === 0 ? null : relativeError(actual, overTrials(model, read).mean);
}

/** Trials in which the model or an allocator ran out of memory. */
export function failedTrials({ trials }: ModelComparison): number {
  return trials.filter((trial) => trial === null || Object.values(trial.extrinsic).includes(null)).length;
}
