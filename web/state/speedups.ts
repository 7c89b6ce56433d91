/** The sweep over numbers of processors on the simulations' page: whole runs, dealt out to a pool of workers. */
import { create } from 'zustand';
import type { SimulationDocument } from '../../src/experiment/document';
import { runAll, type SimulationJob } from '../../src/simulations/jobs';
import type { TimeWarpResult } from '../../src/simulations/timewarp';
import type { YawnsResult } from '../../src/simulations/yawns';
import { SimulationPool } from '../../src/worker/simulation-pool';
import { wordsOf } from './problems';
import { configOf, withAllocator, withProcessors } from './simulation-setup';
import { moduleOf } from './simulations';

export const SWEEP_PROCESSORS = [1, 2, 4, 8, 16] as const;

/** A whole run, as a point of the sweep. */
export interface SweepPoint {
  readonly allocator: string;
  readonly processors: number;
  /** Virtual time. */
  readonly seconds: number;
  readonly events: number;
  /** YAWNS: useful share of the time, 0 … 1, and utilization × seconds × processors. */
  readonly utilization: number | null;
  readonly workloadSeconds: number | null;
  /** Mean length of the free lists over all processors, where the allocator reports it. */
  readonly meanFreeBlocks: number | null;
  /** Time Warp: committed events a second of virtual time. */
  readonly throughput: number | null;
  /** Hash of the event history: the same for every number of processors and every allocator. */
  readonly history: string;
}

interface SpeedupsState {
  /** What was swept; its processors and allocator stand in the points. */
  readonly document: SimulationDocument | null;
  readonly allocators: readonly string[];
  readonly points: readonly SweepPoint[];
  /** Runs that the sweep has. */
  readonly total: number;
  readonly running: boolean;
  /** Shares of the runs that are under way, added up. */
  readonly under: number;
  readonly failed: string | null;
}

export const useSpeedups = create<SpeedupsState>()(() => ({
  document: null,
  allocators: [],
  points: [],
  total: 0,
  running: false,
  under: 0,
  failed: null,
}));
const { getState, setState } = useSpeedups;

let pool: SimulationPool | null = null;

/** Runs the document with every number of processors on each allocator; points stay when it is cancelled. */
export async function sweepSpeedups(
  document: SimulationDocument,
  allocators: readonly string[],
): Promise<void> {
  cancelSpeedups();
  const own = document.setup.allocator;
  // A kernel hosts one logical process at least: more kernels would be another model.
  const most = document.kind === 'timewarp' ? document.setup.lps : Number.POSITIVE_INFINITY;
  const possible = SWEEP_PROCESSORS.filter((processors) => processors <= most);
  // The longest first: runs on one processor have the longest lists.
  const runs = possible.flatMap((processors) => allocators.map((id) => ({ id, processors })));
  const jobs = runs.map(({ id, processors }): SimulationJob => {
    const config = id === own.id ? own : configOf(id, document);
    return withAllocator(withProcessors(document, processors), config);
  });
  setState({ document, allocators, points: [], total: jobs.length, running: true, under: 0, failed: null });
  const mine = new SimulationPool(own.module ? await moduleOf(document) : null);
  pool = mine;
  try {
    await runAll(mine, jobs, {
      onProgress: (done) => {
        if (pool === mine) setState(({ points }) => ({ under: Math.max(0, done - points.length) }));
      },
      onResult: (result, job) => {
        const point = pointOf(runs[job].id, runs[job].processors, result as YawnsResult | TimeWarpResult);
        if (pool === mine) setState(({ points }) => ({ points: [...points, point] }));
      },
    });
    if (pool === mine) setState({ running: false, under: 0 });
  } catch (error) {
    if (pool === mine) setState({ running: false, under: 0, failed: wordsOf(error) });
  } finally {
    mine.close();
  }
}

/** @throws Error for a run that ended before its time */
function pointOf(allocator: string, processors: number, result: YawnsResult | TimeWarpResult): SweepPoint {
  if ('throughput' in result) {
    if (result.failure !== null)
      throw new Error(`kernel ${result.failure} ran out of memory with ${allocator}`);
    const { seconds, committed: events, throughput, history } = result;
    const none = { utilization: null, workloadSeconds: null, meanFreeBlocks: null };
    return { allocator, processors, seconds, events, ...none, throughput, history };
  }
  if (result.failure !== null)
    throw new Error(`processor ${result.failure.processor} ran out of memory with ${allocator}`);
  const { seconds, events, utilization, workloadSeconds, history } = result;
  const lists = result.processors.map(({ meanFreeBlocks }) => meanFreeBlocks);
  const meanFreeBlocks = lists.some((length) => length === null)
    ? null
    : lists.reduce<number>((sum, length) => sum + (length ?? 0), 0) / lists.length;
  const own = { utilization, workloadSeconds, meanFreeBlocks };
  return { allocator, processors, seconds, events, ...own, throughput: null, history };
}

export function cancelSpeedups(): void {
  if (getState().running) setState({ running: false, under: 0, failed: 'cancelled' });
  pool?.close();
  pool = null;
}
