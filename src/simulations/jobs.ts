/** Whole runs as jobs that do not depend on one another: in one worker or dealt out to many, the numbers are the same. */
import type { Modules } from '../engine/modules';
import { type BoardQuestion, type LargestBoard, largestBoard } from './boards';
import { runTimeWarp, type TimeWarpDocument, type TimeWarpResult } from './timewarp';
import { runYawns, type YawnsDocument, type YawnsResult } from './yawns';

export type SimulationJob =
  | { readonly kind: 'yawns'; readonly setup: YawnsDocument }
  | { readonly kind: 'timewarp'; readonly setup: TimeWarpDocument }
  | { readonly kind: 'board'; readonly question: BoardQuestion };

interface JobResults {
  readonly yawns: YawnsResult;
  readonly timewarp: TimeWarpResult;
  readonly board: LargestBoard;
}
export type JobResult<J extends SimulationJob> = JobResults[J['kind']];

/** Who runs jobs. `onShare` gets how much of a job is done, 0 … 1; 0 where that is not known. */
export interface JobRunner {
  /** Jobs that it runs at once. */
  readonly width: number;
  run<J extends SimulationJob>(job: J, onShare: (share: number) => void): Promise<JobResult<J>>;
}

/** Runs one job. @throws as the simulators do; the signal's reason when aborted */
export async function runJob<J extends SimulationJob>(
  modules: Modules,
  job: J,
  options?: { readonly signal?: AbortSignal; onShare?(share: number): void },
): Promise<JobResult<J>>;
export async function runJob(
  modules: Modules,
  job: SimulationJob,
  { signal, onShare }: { readonly signal?: AbortSignal; onShare?(share: number): void } = {},
): Promise<JobResults[SimulationJob['kind']]> {
  switch (job.kind) {
    case 'yawns':
      return runYawns(modules, job.setup, {
        signal,
        onProgress: ({ ceiling }, end) => onShare?.(Math.min(1, ceiling / end)),
      });
    case 'timewarp':
      return runTimeWarp(modules, job.setup, {
        signal,
        onProgress: ({ gvt, end }) => onShare?.(Math.min(1, gvt / end)),
      });
    case 'board':
      return largestBoard(modules, job.question, { signal });
  }
}

/** One job after the other, here. */
export function inPlace(modules: Modules, signal?: AbortSignal): JobRunner {
  return { width: 1, run: (job, onShare) => runJob(modules, job, { signal, onShare }) };
}

/** Results up to the first that is still missing. */
export function prefix<R>(results: readonly R[]): R[] {
  const first: R[] = [];
  while (first.length in results) first.push(results[first.length]);
  return first;
}

interface Listener<R> {
  /** Called with jobs done, and shares of those under way, added up. */
  onProgress?(done: number, job: number): void;
  /** Called with each result, in whatever order they come. */
  onResult?(result: R, job: number): void;
}

/**
 * Runs jobs, as many at once as the runner can; begun in their order.
 * @returns results in the order of the jobs
 * @throws the first error
 */
export async function runAll<J extends SimulationJob>(
  runner: JobRunner,
  jobs: readonly J[],
  { onProgress, onResult }: Listener<JobResult<J>> = {},
): Promise<JobResult<J>[]> {
  const results: JobResult<J>[] = [];
  const shares = new Map<number, number>();
  let next = 0;
  let done = 0;
  const progress = (job: number) => {
    let sum = done;
    for (const share of shares.values()) sum += share;
    onProgress?.(sum, job);
  };
  const work = async () => {
    while (next < jobs.length) {
      const job = next++;
      shares.set(job, 0);
      progress(job);
      results[job] = await runner.run(jobs[job], (share) => {
        if (!shares.has(job)) return;
        shares.set(job, share);
        progress(job);
      });
      shares.delete(job);
      done++;
      onResult?.(results[job], job);
      progress(job);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(runner.width, jobs.length)) }, work));
  return results;
}
