import { type Comparison, errorOf, failedTrials, overTrials, type Reading } from './comparison';
import { EXTRINSIC, INTRINSIC } from './metrics';
import type { Interval } from './statistics';

/** One figure of a comparison: the program's own, a model's with its 90% interval, and the error between them. */
export interface ReportedFigure extends Interval {
  readonly metric: string;
  /** null for intrinsic metrics. */
  readonly allocator: string | null;
  /** null where the allocator ran out of memory on the program's own trace. */
  readonly actual: number | null;
  readonly relativeError: number | null;
}

export interface ReportedModel {
  readonly model: string;
  readonly variant: string;
  readonly words: number;
  readonly varianceWords: number;
  readonly trials: number;
  /** Trials that ran out of memory and count as zero. */
  readonly failed: number;
  /** Empty before the first trial. */
  readonly figures: readonly ReportedFigure[];
}

/** A comparison in plain numbers, for JSON and for tables. */
export interface Report {
  readonly name: string;
  readonly clock: string;
  readonly objects: number;
  /** Events without a part in it: reallocs, touches. */
  readonly leftOut: number;
  readonly models: readonly ReportedModel[];
}

interface Figure {
  readonly metric: string;
  readonly allocator: string | null;
  readonly read: Reading;
}

/** Every figure that a comparison over these allocators has: the intrinsic ones, then the extrinsic ones. */
export function figures(allocators: readonly string[]): readonly Figure[] {
  return [
    ...INTRINSIC.map((metric) => ({
      metric,
      allocator: null,
      read: (({ intrinsic }) => intrinsic[metric]) satisfies Reading,
    })),
    ...EXTRINSIC.flatMap((metric) =>
      allocators.map((allocator) => ({
        metric,
        allocator,
        read: (({ extrinsic }) => extrinsic[allocator]?.[metric] ?? null) satisfies Reading,
      })),
    ),
  ];
}

/**
 * A comparison as plain numbers: each figure of the program, the models' means over their trials with 90% intervals, and
 * their relative errors (§4.2). A model without a trial has no figures.
 */
export function reportOf(comparison: Comparison): Report {
  const { name, observations, allocators, actual, models } = comparison;
  return {
    name,
    clock: observations.clock,
    objects: observations.objects,
    leftOut: observations.leftOut,
    models: models.map((one) => ({
      model: one.model.family.id,
      variant: one.model.variant,
      words: one.model.sizeInWords,
      varianceWords: one.model.varianceWords,
      trials: one.trials.length,
      failed: failedTrials(one),
      figures: (one.trials.length > 0 ? figures(allocators) : []).map(({ metric, allocator, read }) => ({
        metric,
        allocator,
        actual: read(actual),
        ...overTrials(one, read),
        relativeError: errorOf(comparison, one, read),
      })),
    })),
  };
}
