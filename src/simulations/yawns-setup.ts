import * as v from 'valibot';
import { allocatorSchema } from '../experiment/allocator-config';
import { across, powerOfTwo, whole } from '../schema';

/** A YAWNS run as a document: parsed from links, the page and the command line by one schema. */

/** Rules of Life by their numbers in wasm/simulations/yawns_life.c. */
export const RULES = ['nicol', 'conway'] as const;
export type Rule = (typeof RULES)[number];

const hypercubeSchema = v.strictObject({
  kind: v.literal('hypercube'),
  objects: v.optional(whole(1, 1 << 20, 'objects'), 4096),
  /** The hypercube has 2^dimensions nodes. */
  dimensions: v.optional(whole(1, 16, 'dimensions'), 8),
  /** Simulated time at which the run ends. */
  until: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e6)), 100),
});

const lifeSchema = v.strictObject({
  kind: v.literal('life'),
  columns: v.optional(whole(3, 8192, 'columns'), 64),
  rows: v.optional(whole(3, 8192, 'rows'), 64),
  /** Probability that a cell is alive at first. */
  density: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.2),
  /** `nicol`: a cell stays alive with exactly three live neighbours; `conway`: with two or three. */
  rule: v.optional(v.picklist(RULES), 'nicol'),
  steps: v.optional(whole(0, 100_000, 'steps'), 50),
  /** Words of 4 bytes of a message. */
  words: v.optional(whole(7, 256, 'words of a message'), 7),
});

const modelSchema = v.variant('kind', [hypercubeSchema, lifeSchema]);

/** Processors that a model's nodes, or the rows and columns of its board, can be divided among. */
function mostProcessors(model: v.InferOutput<typeof modelSchema>): { most: number; as: string } {
  if (model.kind === 'hypercube') return { most: 2 ** model.dimensions, as: 'one a node of the hypercube' };
  const side = Math.min(model.rows, model.columns);
  return { most: side * side, as: 'each with a row and a column of the board' };
}

export const yawnsSchema = v.pipe(
  v.strictObject({
    model: modelSchema,
    allocator: allocatorSchema,
    processors: v.optional(powerOfTwo(1, 64, 'processors'), 1),
    seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER, 'a seed'), 1),
    /** Whether the machine's caches are simulated: every access then goes through them. */
    caches: v.optional(v.boolean(), false),
    /** Heap of each processor; 0 for no limit. */
    memoryBytes: v.optional(whole(0, 2 ** 31, 'bytes'), 0),
  }),
  across(({ model, processors }) => {
    const { most, as } = mostProcessors(model);
    return processors <= most ? null : { at: ['processors'], expected: `at most ${most} processors, ${as}` };
  }),
);

/** What `parseYawns` takes: defaults may be left out. */
export type YawnsDocument = v.InferInput<typeof yawnsSchema>;
/** A run with every default filled in. */
export type YawnsSetup = v.InferOutput<typeof yawnsSchema>;

/** A setup that cannot be run. */
export class YawnsError extends Error {
  override readonly name = 'YawnsError';
}

/**
 * Reads a YAWNS document.
 * @throws YawnsError naming the place, what was expected and what was found
 */
export function parseYawns(value: unknown): YawnsSetup {
  const parsed = v.safeParse(yawnsSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  throw new YawnsError(path ? `yawns: ${path}: ${issue.message}` : `yawns: ${issue.message}`);
}
