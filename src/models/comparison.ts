import type { Modules } from '../engine/modules';
import type { Trace } from '../trace/trace';
import { type Extrinsic, extrinsic, type Intrinsic, intrinsic, liveBytes, ZORN_ALLOCATORS } from './metrics';
import type { FitOptions, ModelId } from './model';
import { Model, modelIds } from './models';
import { distil, type Observations, observe, type TimeMeasure } from './observations';
import { Random } from './random';
import { type Interval, interval, relativeError } from './statistics';
import { TooManyEvents } from './synthesis';

/** What was measured of one trace: the program's own, or one trial of a model. */
export interface Measured {
  readonly intrinsic: Intrinsic;
  /** By allocator; null where it ran out of memory. */
  readonly extrinsic: Readonly<Record<string, Extrinsic | null>>;
  /** Live bytes at equal parts of the execution. */
  readonly live: Float64Array;
}

/** A trial; null when the model asked for more events than a trace holds. */
export type Trial = Measured | null;

export interface ModelComparison {
  readonly model: Model;
  /** One entry a seed. A trial that ran out of memory counts as zero, as in the report (§5.2). */
  readonly trials: readonly Trial[];
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
  /** Called after each trial with the number of trials done and of all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** What stands so far, after each model. */
  readonly onPartial?: (comparison: Comparison) => void;
}

export const DEFAULT_TRIALS = 10;

/** Points of the live-bytes curves. */
export const LIVE_POINTS = 200;

/**
 * Fits models to a trace, generates `trials` traces from each and measures them beside the program's own (§4.2).
 * @throws RangeError as `observe`; the signal's reason when aborted
 */
export async function compareModels(
  modules: Modules,
  trace: Trace,
  options: ComparisonOptions = {},
): Promise<Comparison> {
  const { allocators = ZORN_ALLOCATORS, trials = DEFAULT_TRIALS, seed = 1, signal } = options;
  const wanted = options.models ?? modelIds.map((id) => ({ id, options: {} }));
  const random = await Random.load(modules);
  const observations = observe(trace, options.time);
  const program = distil(trace, options.time);
  const measure = (one: Trace, ticks: number) => measured(modules, one, ticks, allocators, signal);
  const actual = await measure(program, observations.duration);
  const models: ModelComparison[] = [];
  for (const { id, options: fitted } of wanted) {
    const model = Model.fitTo(observations, id, fitted);
    const done: Trial[] = [];
    for (let trial = 0; trial < trials; trial++) {
      signal?.throwIfAborted();
      const same = model.isFixed && trial > 0;
      done.push(same ? done[0] : await attempt(model, random, seed + trial, measure));
      options.onProgress?.(models.length * trials + trial + 1, wanted.length * trials);
    }
    models.push({ model, trials: done });
    options.onPartial?.({ name: trace.name, actual, observations, allocators, models: [...models] });
  }
  return { name: trace.name, actual, observations, allocators, models };
}

async function attempt(
  model: Model,
  random: Random,
  seed: number,
  measure: (trace: Trace, ticks: number) => Promise<Measured>,
): Promise<Trial> {
  try {
    return await measure(model.generate(random, seed), model.document.source.duration);
  } catch (error) {
    if (error instanceof TooManyEvents) return null;
    throw error;
  }
}

async function measured(
  modules: Modules,
  trace: Trace,
  ticks: number,
  allocators: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Measured> {
  const byAllocator: Record<string, Extrinsic | null> = {};
  for (const allocator of allocators) {
    byAllocator[allocator] = await extrinsic(modules, trace, allocator, signal);
  }
  return {
    intrinsic: intrinsic(trace),
    extrinsic: byAllocator,
    live: liveBytes(trace, ticks, LIVE_POINTS),
  };
}

/** A figure read off what was measured; null where there is none. */
export type Reading = (measured: Measured) => number | null;

/** The trials' mean of a figure with its 90% interval; trials without one count as zero. */
export function overTrials({ trials }: ModelComparison, read: Reading): Interval {
  return interval(trials.map((trial) => (trial && read(trial)) ?? 0));
}

/** Relative error of the trials' mean (footnote 5); null where the program itself has no figure. */
export function errorOf(comparison: Comparison, model: ModelComparison, read: Reading): number | null {
  const actual = read(comparison.actual);
  return actual === null || actual === 0 ? null : relativeError(actual, overTrials(model, read).mean);
}

/** Trials in which the model or an allocator ran out of memory. */
export function failedTrials({ trials }: ModelComparison): number {
  return trials.filter((trial) => trial === null || Object.values(trial.extrinsic).includes(null)).length;
}
