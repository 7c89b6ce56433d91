import * as v from 'valibot';
import { allocatorSchema } from '../experiment/allocator-config';
import { across, whole } from '../schema';

/** A Time Warp run as a document: parsed from links, the page and the command line by one schema. */

/** Buffers of a state's lists hold a pointer and a word at least (wasm/simulations/timewarp_phold.c). */
const LEAST_BUFFER = 12;

const pholdSchema = v.pipe(
  v.strictObject({
    kind: v.optional(v.literal('phold'), 'phold'),
    /** Linked lists of a state, and the sizes of the first one's and of the last one's buffers; between them linear. */
    lists: v.optional(whole(1, 64, 'lists'), 8),
    smallestBytes: v.optional(whole(LEAST_BUFFER, 1 << 20, 'bytes of the smallest buffers'), 64),
    largestBytes: v.optional(whole(LEAST_BUFFER, 1 << 20, 'bytes of the largest buffers'), 512),
    /** The paper's S: bytes of a state, divided evenly among its lists. */
    stateBytes: v.optional(whole(1, 1 << 28, 'bytes of a state'), 8192),
    /** The paper's x: bytes that an event visits. */
    touchedBytes: v.optional(whole(1, 1 << 28, 'bytes that an event visits'), 4096),
    /** A buffer is added with every so many events of an LP; 0 for never. */
    growsEvery: v.optional(whole(0, 1 << 30, 'events between two additions'), 0),
    /** Probability that an event is sent to its own LP; else the receiver is any LP, with equal probability. */
    local: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0),
  }),
  across(({ smallestBytes, largestBytes }) =>
    smallestBytes <= largestBytes
      ? null
      : { at: ['largestBytes'], expected: `at least the smallest buffers’ ${smallestBytes} bytes` },
  ),
  across(({ touchedBytes, stateBytes }) =>
    touchedBytes <= stateBytes
      ? null
      : { at: ['touchedBytes'], expected: `at most the ${stateBytes} bytes of a state` },
  ),
);

export const timeWarpSchema = v.pipe(
  v.strictObject({
    model: v.optional(pholdSchema, {}),
    allocator: allocatorSchema,
    /** Logical processes; LP i is at home in kernel i modulo the kernels. */
    lps: v.optional(whole(1, 1024, 'logical processes'), 32),
    /** Simulation kernels, one a processor. */
    kernels: v.optional(whole(1, 64, 'kernels'), 32),
    /** Events from one saved state to the next: 1 is copy state saving; `auto` chooses as it runs. */
    interval: v.optional(v.union([v.literal('auto'), whole(1, 1 << 20, 'events between saved states')]), 1),
    /** Simulated time at which the run halts: about as many events an LP, as the mean increment is 1. */
    end: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e9)), 100),
    /** Executed events a kernel from one computation of the global virtual time to the next. */
    gvtEvery: v.optional(whole(1, 1 << 20, 'events between two GVT rounds'), 32),
    seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER, 'a seed'), 1),
    /** Caches and page sizes of the machine are divided by this, their lines and ways stay. */
    scale: v.optional(whole(1, 1024, 'a divisor of the cache sizes'), 32),
  }),
  across(({ lps, kernels }) =>
    kernels <= lps
      ? null
      : { at: ['kernels'], expected: `at most ${lps} kernels, each with a logical process` },
  ),
);

/** What `parseTimeWarp` takes: defaults may be left out. */
export type TimeWarpDocument = v.InferInput<typeof timeWarpSchema>;
/** A run with every default filled in. */
export type TimeWarpSetup = v.InferOutput<typeof timeWarpSchema>;

/** A setup that cannot be run. */
export class TimeWarpError extends Error {
  override readonly name = 'TimeWarpError';
}

/** @throws TimeWarpError naming the place, what was expected and what was found */
export function parseTimeWarp(document: unknown): TimeWarpSetup {
  const parsed = v.safeParse(timeWarpSchema, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  throw new TimeWarpError(`Time Warp: ${path ? `${path}: ` : ''}${issue.message}`);
}
