/** What the models' page gets to draw: five models beside the program that they were fitted to. */
import type { ModelDocument, ModelId } from '../models/model';
import type { TimeMeasure } from '../models/observations';
import type { Cumulative, MatrixPicture } from '../models/picture';
import type { Report } from '../models/report';

/** What is compared, and how. */
export interface ModelsQuestion {
  readonly time: TimeMeasure;
  readonly trials: number;
  /** Trial k has the seed `seed` + k. */
  readonly seed: number;
}

/** Distributions of one execution: the program's, or a model's first trial. */
export interface Distributions {
  /** Bytes. */
  readonly size: Cumulative;
  /** Ticks from birth to free. */
  readonly holding: Cumulative;
  /** Ticks between births. */
  readonly interarrival: Cumulative;
}

export interface FittedModel {
  readonly id: ModelId;
  /** As the report writes it. */
  readonly title: string;
  readonly about: string;
  readonly document: ModelDocument;
  /** null when the trial asked for more events than a trace holds. */
  readonly distributions: Distributions | null;
  /** Live bytes at equal parts of the execution: the trials' mean and its 90% interval. */
  readonly live: { readonly mean: number[]; readonly low: number[]; readonly high: number[] };
}

/** A comparison, or what stands of it so far. */
export interface ModelsResult {
  readonly report: Report;
  /** Execution time in ticks. */
  readonly duration: number;
  readonly actual: { readonly distributions: Distributions; readonly live: number[] };
  readonly models: readonly FittedModel[];
  readonly transitions: MatrixPicture;
}
