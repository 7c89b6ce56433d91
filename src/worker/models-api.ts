/** What the models' page gets to draw: five models beside the program that they were fitted to. */
import type { Workload } from '../experiment/document';
import type { ModelDocument, ModelId } from '../models/model';
import type { TimeMeasure } from '../models/observations';
import type { Cumulative, LivePicture, MatrixPicture } from '../models/picture';
import type { Report } from '../models/report';
import type { Bytes } from '../units';

/** What is compared, and how. */
export interface ModelsQuestion {
  readonly time: TimeMeasure;
  readonly trials: number;
  /** Trial k has the seed `seed` + k. */
  readonly seed: number;
}

/** A program whose models are compared: its workload, and the user's file where it names one. */
export interface ComparedProgram {
  readonly workload: Workload;
  readonly file: File | null;
  /** The document's seed: for scripts and models. */
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
  /** Of its JSON text. */
  readonly documentBytes: Bytes;
  /** null when the trial asked for more events than a trace holds. */
  readonly distributions: Distributions | null;
}

/** A program and its models, before anything was measured. */
export interface FittedProgram {
  readonly name: string;
  /** Unit of the times. */
  readonly clock: string;
  readonly objects: number;
  /** Events without a part in it. */
  readonly leftOut: number;
  /** Execution time in ticks. */
  readonly duration: number;
  readonly distributions: Distributions;
  readonly models: readonly FittedModel[];
  readonly transitions: MatrixPicture;
}

/** What the trials that are done say. */
export interface ModelsFigures {
  readonly report: Report;
  readonly live: LivePicture;
}

/** A comparison comes in pieces: each program as it is fitted, its figures after each trial. */
export type ModelsPiece =
  | { readonly kind: 'fitted'; readonly program: number; readonly fitted: FittedProgram }
  | { readonly kind: 'figures'; readonly program: number; readonly figures: ModelsFigures };
