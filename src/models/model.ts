import * as v from 'valibot';
import type { Observations, TimeMeasure } from './observations';
import type { Random } from './random';

/** Name and version of a fitted model's document; an old version is raised by one upgrader a step. */
export const MODEL_FORMAT = 'heapscope-model';
export const MODEL_VERSION = 1;

export type ModelId = 'mean' | 'cdf' | 'size' | 'time' | 'trans';

/** How a model is fitted. */
export interface FitOptions {
  /** One of the family's variants; its first when left out, which is the report's most accurate one. */
  readonly variant?: string;
  /** What time is measured in; ticks when left out. */
  readonly time?: TimeMeasure;
  /** TIME: number of buckets that execution time is cut into. */
  readonly buckets?: number;
  /** CDF by P²: number of cells between the markers of each distribution. */
  readonly cells?: number;
}

/** The three random sequences of a model, object by object. */
export interface Arrivals {
  /**
   * Fills the columns with the objects that come next, in order of birth.
   * @param size bytes, ≥ 0, not yet rounded
   * @param birth ticks since execution began, never less than the one before, not yet rounded
   * @param holding ticks from birth to free, ≥ 0
   */
  fill(size: Float64Array, birth: Float64Array, holding: Float64Array): void;
}

export const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** What a model was fitted to. */
export const sourceSchema = v.object({
  name: v.string(),
  /** Unit of the model's times. */
  clock: v.string(),
  time: v.picklist(['ticks', 'events']),
  objects: count,
  bytes: whole,
  /** Execution time in ticks: how long a synthetic trace lasts unless told otherwise. */
  duration: count,
});
export type ModelSource = v.InferOutput<typeof sourceSchema>;

/** Entries that every model's document begins with. */
export function heading<Id extends ModelId, const Variants extends readonly string[]>(
  id: Id,
  variants: Variants,
) {
  return {
    format: v.literal(MODEL_FORMAT),
    version: v.literal(MODEL_VERSION),
    model: v.literal(id),
    variant: v.picklist(variants),
    source: sourceSchema,
  };
}

export interface ModelDocument {
  readonly format: typeof MODEL_FORMAT;
  readonly version: typeof MODEL_VERSION;
  readonly model: ModelId;
  readonly variant: string;
  readonly source: ModelSource;
}

/** One of the five models: how it is fitted, counted, sampled and read back. A fitted model is a document. */
export interface Family<Document extends ModelDocument = ModelDocument> {
  readonly id: ModelId;
  /** As the report writes it. */
  readonly title: string;
  readonly about: string;
  /** Section of the report (Zorn & Grunwald, CU-CS-603-92). */
  readonly section: string;
  /** The report's most accurate variant first. */
  readonly variants: readonly { readonly id: string; readonly about: string }[];
  readonly schema: v.GenericSchema<unknown, Document>;
  fit(observations: Observations, options: FitOptions): Document;
  /** Words as the report's Table 8 counts them: variances are not counted. */
  words(document: Document): number;
  /** Words for the variances that the variant keeps on top of `words`. */
  varianceWords(document: Document): number;
  /** True where no random number is drawn, so that every seed tells the same trace. */
  isFixed(document: Document): boolean;
  arrivals(document: Document, random: Random, seed: number): Arrivals;
}

/** The entries that `heading` asks for. */
export function headingOf<Id extends ModelId, Variant extends string>(
  observations: Observations,
  model: Id,
  variant: Variant,
) {
  const { name, clock, time, objects, bytes, duration } = observations;
  return {
    format: MODEL_FORMAT,
    version: MODEL_VERSION,
    model,
    variant,
    source: { name, clock, time, objects, bytes, duration },
  } as const;
}
