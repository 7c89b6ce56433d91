import * as v from 'valibot';
import type { Trace } from '../trace/trace';
import { cdfFamily } from './cdf';
import { meanFamily } from './mean';
import type { Family, FitOptions, ModelDocument, ModelId } from './model';
import { type Observations, observe } from './observations';
import type { Random } from './random';
import { sizeFamily } from './size';
import { type Length, MOST_EVENTS, synthesize } from './synthesis';
import { timeFamily } from './time';
import { transFamily } from './trans';

/** The five models in the report's order. */
export const families: readonly Family[] = [
  meanFamily,
  cdfFamily,
  sizeFamily,
  timeFamily,
  transFamily,
] as readonly unknown[] as readonly Family[];

export const modelIds: readonly ModelId[] = families.map(({ id }) => id);

/** A model's document that is refused: what was found, where, and what was expected. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}

/** @throws ModelError for a name that is none of the five */
export function familyOf(id: string): Family {
  const family = families.find((one) => one.id === id);
  if (!family) throw new ModelError(`model: found "${id}", expected one of ${modelIds.join(', ')}`);
  return family;
}

/** A fitted model: what was observed, summarised, and able to tell it again. */
export class Model {
  private constructor(
    readonly family: Family,
    readonly document: ModelDocument,
  ) {}

  /**
   * @throws ModelError for an unknown model or variant
   * @throws RangeError when the trace has fewer than two allocations or a clock that stands still
   */
  static fit(trace: Trace, id: ModelId, options: FitOptions = {}): Model {
    return Model.fitTo(observe(trace, options.time), id, options);
  }

  /** As `fit`, to what was observed before: several models of one trace share it. */
  static fitTo(observations: Observations, id: ModelId, options: FitOptions = {}): Model {
    const family = familyOf(id);
    const known = family.variants.map((variant) => variant.id);
    if (options.variant !== undefined && !known.includes(options.variant)) {
      throw new ModelError(
        `variant of ${id}: found "${options.variant}", expected one of ${known.join(', ')}`,
      );
    }
    for (const [name, value] of Object.entries({ buckets: options.buckets, cells: options.cells })) {
      if (
        value !== undefined &&
        !(Number.isInteger(value) && value >= 2 && value <= 1e6) &&
        !(name === 'buckets' && value === 1)
      ) {
        throw new ModelError(
          `${name}: found ${value}, expected a whole number from ${name === 'buckets' ? 1 : 2} to 1000000`,
        );
      }
    }
    return new Model(family, family.fit(observations, options));
  }

  /**
   * Reads what `toJSON` wrote.
   * @throws ModelError naming the entry that is wrong
   */
  static fromJSON(value: unknown): Model {
    const id = v.safeParse(v.looseObject({ model: v.string() }), value);
    if (!id.success) throw new ModelError(`model document: ${said(id.issues[0])}`);
    const family = familyOf(id.output.model);
    const parsed = v.safeParse(family.schema, value);
    if (!parsed.success) throw new ModelError(`model document: ${said(parsed.issues[0])}`);
    return new Model(family, parsed.output);
  }

  /** The model of a document that this program made itself: it is not looked through again. */
  static made(document: ModelDocument): Model {
    return new Model(familyOf(document.model), document);
  }

  toJSON(): ModelDocument {
    return this.document;
  }

  get variant(): string {
    return this.document.variant;
  }

  /** Words as the report's Table 8 counts them: variances left out, as it leaves them out for TRANS. */
  get sizeInWords(): number {
    return this.family.words(this.document);
  }

  /** Words that the variant's variances take on top. */
  get varianceWords(): number {
    return this.family.varianceWords(this.document);
  }

  /** True where every seed tells the same trace. */
  get isFixed(): boolean {
    return this.family.isFixed(this.document);
  }

  /**
   * A synthetic trace.
   * @param seed an integer from 0 to 2^53 − 1
   * @param length as long as the execution that the model was fitted to, when left out
   * @param most events that it may have
   * @throws TooManyEvents
   */
  generate(random: Random, seed: number, length?: Length, most = MOST_EVENTS): Trace {
    const { document, family } = this;
    const { source } = document;
    const label = {
      name: `${source.name} ${family.title} ${document.variant} seed ${seed}`,
      clock: source.clock,
      notes: [
        `Synthetic: model ${family.title}, variant ${document.variant}, of ${source.name}, seed ${seed}.`,
      ],
    };
    const arrivals = family.arrivals(document, random, seed);
    return synthesize(arrivals, length ?? { ticks: source.duration }, label, most);
  }
}

/** `size.mean: found "2", expected ≥0` */
function said(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue) ?? 'whole';
  if (issue.type === 'check') return `${where}: expected ${issue.message}`;
  if (issue.received === 'undefined') {
    return `${where}: found no such entry, expected ${issue.type === 'raw_check' ? issue.expected : 'one'}`;
  }
  return `${where}: found ${issue.received}, expected ${issue.expected ?? issue.message}`;
}
