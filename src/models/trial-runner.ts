import type { Modules } from '../engine/modules';
import type { Trace } from '../trace/trace';
import { type Extrinsic, extrinsic, type Intrinsic, intrinsic, liveBytes } from './metrics';
import type { ModelDocument } from './model';
import { Model } from './models';
import { Random } from './random';
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

/** Points of the live-bytes curves. */
export const LIVE_POINTS = 200;

/** Something to measure, as plain data: a trace of so many ticks, or what a model tells from a seed. */
export type Work = { readonly allocators: readonly string[] } & (
  | { readonly trace: Trace; readonly ticks: number }
  | { readonly model: ModelDocument; readonly seed: number }
);

/** Who does the measuring: this thread, or a pool of workers. What comes out does not depend on it. */
export interface TrialRunner {
  /** Pieces of work that it takes on at a time. */
  readonly width: number;
  measure(work: Work, signal?: AbortSignal): Promise<Trial>;
}

/** Measures in this thread. */
export class LocalTrials {
  private constructor(
    private readonly modules: Modules,
    private readonly random: Random,
  ) {}

  static async load(modules: Modules): Promise<LocalTrials> {
    return new LocalTrials(modules, await Random.load(modules));
  }

  async measure(work: Work, signal?: AbortSignal): Promise<Trial> {
    const { allocators } = work;
    if ('trace' in work) return this.measured(work.trace, work.ticks, allocators, signal);
    const model = Model.made(work.model);
    try {
      const trace = model.generate(this.random, work.seed);
      return await this.measured(trace, model.document.source.duration, allocators, signal);
    } catch (error) {
      if (error instanceof TooManyEvents) return null;
      throw error;
    }
  }

  private async measured(
    trace: Trace,
    ticks: number,
    allocators: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Measured> {
    const byAllocator: Record<string, Extrinsic | null> = {};
    for (const allocator of allocators) {
      byAllocator[allocator] = await extrinsic(this.modules, trace, allocator, signal);
    }
    return {
      intrinsic: intrinsic(trace),
      extrinsic: byAllocator,
      live: liveBytes(trace, ticks, LIVE_POINTS),
    };
  }
}

/** One by one: pieces of work wait for each other, so that one trace at a time is in memory. */
export async function oneByOne(modules: Modules): Promise<TrialRunner> {
  const trials = await LocalTrials.load(modules);
  let before: Promise<unknown> = Promise.resolve();
  return {
    width: 1,
    measure(work, signal) {
      const mine = before.then(() => {
        signal?.throwIfAborted();
        return trials.measure(work, signal);
      });
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}
