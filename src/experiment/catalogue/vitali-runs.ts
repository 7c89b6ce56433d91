import { machineOf } from '../../machine/presets';
import { prefix, runAll } from '../../simulations/jobs';
import type { TimeWarpDocument, TimeWarpResult } from '../../simulations/timewarp';
import { type PresetContext, type PresetResult, runnerOf } from '../preset';
import { simulated } from './simulated';

/** What all of Vitali, Pellegrini and Cerasuolo's experiments share (§5), at our scale. */

/** Caches and states are this many times smaller than the paper's. Run time falls with its square. */
export const SCALE = 32;
export const SEEDS = 3;
/** Executed events a kernel from one GVT round to the next: often, as runs are short, and PSS chooses with each. */
const GVT_EVERY = 8;

const opteron = machineOf('opteron6128');
const bytesOf = (name: string) => (opteron.levels.find((level) => level.name === name)?.bytes ?? 0) / SCALE;
/** The private cache, to which states are sized, and the shared one, which the manager's blocks are as large as. */
export const PRIVATE_CACHE = bytesOf('L2');
export const LAST_CACHE = bytesOf('L3');
const SHARERS = opteron.levels[opteron.levels.length - 1].sharedBy;

export interface WorkingSet {
  /** The paper's letter, and its name in Table 1. */
  readonly id: 'A' | 'B' | 'C';
  readonly row: string;
  /** State in caches, and the share of it that an event visits. */
  readonly caches: number;
  readonly share: number;
  readonly growsEvery: number;
  /** Simulated time: events an LP. Larger states get fewer, so that each test takes about as long. */
  readonly end: number;
}

/** Tests A, B and C (§5.2). */
export const TESTS: readonly WorkingSet[] = [
  { id: 'A', row: 'SMALL', caches: 2 / 3, share: 0.75, growsEvery: 0, end: 60 },
  { id: 'B', row: 'LARGE', caches: 3, share: 0.25, growsEvery: 0, end: 24 },
  { id: 'C', row: 'SPARSE', caches: 10, share: 0.1, growsEvery: 16, end: 10 },
];

/** CSS: a state is saved with every event; PSS: with every so many, chosen as it runs. */
export const SAVINGS = [
  { name: 'CSS', interval: 1 },
  { name: 'PSS', interval: 'auto' },
] as const;
export type Saving = (typeof SAVINGS)[number];

export const AWARE = { name: 'cache-aware', id: 'cacheaware' } as const;
export const UNAWARE = { name: 'unaware', id: 'dlmalloc' } as const;
export const MANAGERS = [AWARE, UNAWARE] as const;
/** A second unaware manager: powers of two, as the aware one's chunks are, each behind a header. */
export const POWERS = { name: 'unaware (BSD)', id: 'bsd' } as const;
export type Manager = (typeof MANAGERS)[number] | typeof POWERS;

export interface Variation {
  /** Probability that an event goes to its own LP; 0 by default. */
  readonly local?: number;
  /** Separation threshold in percent; 80 by default, the paper's 1:4. */
  readonly threshold?: number;
  /** Bytes that every buffer of the lists is larger by. */
  readonly extraBytes?: number;
  /** Simulated time, if not the test's. */
  readonly end?: number;
}

/** One run's document. */
export function documentOf(
  test: WorkingSet,
  { interval }: Saving,
  { id }: Manager,
  seed: number,
  { local = 0, threshold = 80, extraBytes = 0, end = test.end }: Variation = {},
): TimeWarpDocument {
  const stateBytes = Math.floor(test.caches * PRIVATE_CACHE);
  return {
    allocator: { id, params: id === AWARE.id ? { cache: LAST_CACHE, cores: SHARERS, threshold } : {} },
    model: {
      stateBytes,
      touchedBytes: Math.floor(stateBytes * test.share),
      growsEvery: test.growsEvery,
      smallestBytes: 64 + extraBytes,
      largestBytes: 512 + extraBytes,
      local,
    },
    interval,
    end,
    gvtEvery: GVT_EVERY,
    seed,
    scale: SCALE,
  };
}

/** One configuration that is run with several seeds. */
export interface Cell {
  readonly test: WorkingSet;
  readonly saving: Saving;
  readonly manager: Manager;
  readonly variation?: Variation;
}

/** The run of a cell, with the first seed, as an experiment. */
export const cellExperiment = (title: string, { test, saving, manager, variation }: Cell) =>
  simulated(title, { kind: 'timewarp', setup: documentOf(test, saving, manager, 1, variation) });

/** Results by cell, one for each seed that has been run. */
export type Runs = ReadonlyMap<Cell, readonly TimeWarpResult[]>;

/** Runs all cells, seed by seed, so that what stands early covers the whole figure. */
export async function runCells(
  context: PresetContext,
  cells: readonly Cell[],
  finish: (runs: Runs, complete: boolean) => PresetResult,
): Promise<PresetResult> {
  const asked = Array.from({ length: SEEDS }, (_, trial) => cells.map((cell) => ({ cell, trial }))).flat();
  const jobs = asked.map(({ cell: { test, saving, manager, variation }, trial }) => ({
    kind: 'timewarp' as const,
    setup: documentOf(test, saving, manager, context.seed + trial, variation),
  }));
  const found = new Map<Cell, TimeWarpResult[]>(cells.map((cell) => [cell, []]));
  const total = jobs.length;
  await runAll(runnerOf(context), jobs, {
    onProgress: (done, job) => {
      const { test, saving, manager } = asked[job].cell;
      context.onProgress?.(`test ${test.id}, ${saving.name}, ${manager.name}`, done, total);
    },
    onResult: (result, job) => {
      const { cell, trial } = asked[job];
      const results = found.get(cell) ?? [];
      results[trial] = result;
      context.onPartial?.(finish(firstOnes(found), false));
    },
  });
  context.onProgress?.('done', total, total);
  return finish(firstOnes(found), true);
}

/** Of each cell the results of its first seeds, up to the first that is still missing. */
function firstOnes(found: ReadonlyMap<Cell, readonly TimeWarpResult[]>): Runs {
  return new Map([...found].map(([cell, results]) => [cell, prefix(results)]));
}

/** Values of one seed each. */
export const values = (
  runs: Runs,
  cell: Cell | undefined,
  value: (result: TimeWarpResult) => number,
): number[] => (cell ? (runs.get(cell) ?? []).map(value) : []);

/** Gain in percent of one cell's throughput over another's, seed by seed. */
export function gains(runs: Runs, aware: Cell | undefined, unaware: Cell | undefined): number[] {
  const base = values(runs, unaware, ({ throughput }) => throughput);
  return values(runs, aware, ({ throughput }) => throughput)
    .slice(0, base.length)
    .map((throughput, i) => (throughput / base[i] - 1) * 100);
}

/** What every figure says of how it was made. */
export const COMMON_NOTES: readonly string[] = [
  `Made at a scale of 1 : ${SCALE}: caches, reach of the TLBs and states are ${SCALE} times smaller than the paper's (L1 2 KB, L2 16 KB a core, L3 160 KB for four), lines of 64 bytes and ways are not. ${SEEDS} seeds; intervals are of 90 %. The paper ran 500,000 events an LP, here it is ${TESTS.map(({ id, end }) => `${end} (${id})`).join(', ')}.`,
  'The unaware manager is dlmalloc, of which the standard malloc of the paper’s Debian 6 (ptmalloc2) is a descendant; each kernel is a process with a heap of its own, as in ROOT-Sim.',
  'The state’s size is counted in private caches (512 KB in the paper): Table 1 has 11.2 MB of intensive buffers an LP in test C, which leaves no room for ten L3 of 5 MB. The manager’s blocks are as large as the L3 (§3.2: the lowest-level cache).',
  `The paper does not give the lists’ number and sizes: ours are 8 lists of 64 … 512 bytes. Test C grows by a buffer every 16 events. A log is the packed state, in segments of at most 4 KB. The global virtual time is found every ${GVT_EVERY} executed events a kernel.`,
  'PSS chooses √(2 s ÷ (f e)) events, with measured costs s of a log and e of an event and f rollbacks an event (Rönngren and Ayani 1994, the paper’s [19]); the paper’s own [25] was not at hand.',
];
