import { mean } from '../../models/statistics';
import { prefix, runAll } from '../../simulations/jobs';
import type { YawnsDocument, YawnsResult } from '../../simulations/yawns';
import type { AllocatorConfig } from '../document';
import { type PresetContext, type ResultSeries, runnerOf } from '../preset';
import { PROCESSORS, type PublishedRuns } from './nicol-yawns-published';
import { seriesOf } from './results';

/** One allocator's runs on 1, 2, 4, 8 and 16 processors, a trial a seed. */
export interface Sweep {
  /** What its series are called. */
  readonly name: string;
  readonly published: PublishedRuns | null;
  /** By number of processors, then by seed; undefined for what has not been run yet. */
  readonly runs: (YawnsResult[] | undefined)[];
}

/** What is swept: an allocator on a model. */
export interface Subject {
  readonly name: string;
  readonly allocator: AllocatorConfig;
  readonly model: YawnsDocument['model'];
  readonly published: PublishedRuns | null;
}

/**
 * Runs every subject on every number of processors with every seed. `stands` is called with what there is after each
 * run.
 * @throws the signal's reason when aborted; Error where two runs of one model and seed had different events
 */
export async function sweep(
  context: PresetContext,
  subjects: readonly Subject[],
  seeds: readonly number[],
  stands: (sweeps: readonly Sweep[]) => void,
): Promise<Sweep[]> {
  const sweeps = subjects.map(
    ({ name, published }): Sweep => ({ name, published, runs: PROCESSORS.map(() => undefined) }),
  );
  const asked = seeds.flatMap((seed, trial) =>
    subjects.flatMap((subject, s) =>
      PROCESSORS.map((processors, at) => ({ seed, trial, subject, s, processors, at })),
    ),
  );
  const jobs = asked.map(({ subject: { model, allocator }, processors, seed }) => ({
    kind: 'yawns' as const,
    setup: { model, allocator, processors, seed },
  }));
  const histories = new Map<string, string>();
  const found = subjects.map(() => PROCESSORS.map((): YawnsResult[] => []));
  const taskOf = (job: number) => {
    const { subject, processors, seed } = asked[job];
    return `${subject.name}, ${processors} ${processors === 1 ? 'processor' : 'processors'}, seed ${seed}`;
  };
  await runAll(runnerOf(context), jobs, {
    onProgress: (done, job) => context.onProgress?.(taskOf(job), done, jobs.length),
    onResult: (result, job) => {
      const { subject, seed, trial, s, at } = asked[job];
      sameEvents(histories, `${JSON.stringify(subject.model)} ${seed}`, result, taskOf(job));
      found[s][at][trial] = result;
      const first = prefix(found[s][at]);
      if (first.length > 0) sweeps[s].runs[at] = first;
      stands(sweeps);
    },
  });
  context.onProgress?.('done', jobs.length, jobs.length);
  return sweeps;
}

/** A model's events depend on its seed alone: a run with others would be a run of something else. */
function sameEvents(
  histories: Map<string, string>,
  key: string,
  { history }: YawnsResult,
  task: string,
): void {
  const known = histories.get(key) ?? history;
  if (known !== history) throw new Error(`${task}: the history is ${history}, expected ${known}`);
  histories.set(key, history);
}

type Measure = (result: YawnsResult) => number;

/** A sweep's trials of a measure, by number of processors. */
function trials({ runs }: Sweep, measure: Measure): (number[] | undefined)[] {
  return runs.map((each) => each?.map(measure));
}

export const workload: Measure = ({ workloadSeconds }) => workloadSeconds;

/** Speedups seed by seed: the time on one processor over the time on P. */
function speedups({ runs }: Sweep): (number[] | undefined)[] {
  const alone = runs[0];
  return runs.map(
    (each) => alone && each?.slice(0, alone.length).map(({ seconds }, seed) => alone[seed].seconds / seconds),
  );
}

/** Mean speedups, by number of processors. */
export function meanSpeedups(one: Sweep): number[] {
  return speedups(one).map((trial) => mean(trial ?? []));
}

/** Mean of a measure on one of the numbers of processors. */
export function meanAt(one: Sweep, at: number, measure: Measure): number {
  return mean(trials(one, measure).at(at) ?? []);
}

const freeBlocks: Measure = ({ processors }) =>
  mean(processors.map(({ meanFreeBlocks }) => meanFreeBlocks ?? 0));
const mostFreeBlocks: Measure = ({ processors }) =>
  Math.max(...processors.map((each) => each.mostFreeBlocks ?? 0));

/** The columns of Nicol's tables, and the lengths of the free lists that explain them. */
export function tableSeries(one: Sweep): ResultSeries[] {
  const { name, published } = one;
  const x = [...PROCESSORS];
  const counted = one.runs[0]?.every(({ processors }) => processors[0].meanFreeBlocks !== null) ?? false;
  return [
    seriesOf(`${name}: finishing time`, 's', x, {
      published: published?.seconds,
      trials: trials(one, ({ seconds }) => seconds),
    }),
    seriesOf(`${name}: utilization`, '%', x, {
      published: published?.utilization,
      trials: trials(one, ({ utilization }) => 100 * utilization),
    }),
    seriesOf(`${name}: speedup`, '×', x, { published: published?.speedup, trials: speedups(one) }),
    seriesOf(`${name}: total workload`, 's', x, {
      published: published?.workload,
      trials: trials(one, workload),
    }),
    ...(counted
      ? [
          seriesOf(`${name}: mean free blocks a processor`, 'blocks', x, { trials: trials(one, freeBlocks) }),
          seriesOf(`${name}: most free blocks on a processor`, 'blocks', x, {
            trials: trials(one, mostFreeBlocks),
          }),
        ]
      : []),
  ];
}

/** Total workload of one allocator less that of another: what the longer lists cost, whatever else is computed. */
export function extraWorkload(longer: Sweep, shorter: Sweep): ResultSeries {
  const of = (one: Sweep) => one.published?.workload ?? [];
  return seriesOf(`workload that ${longer.name} adds to ${shorter.name}'s`, 's', [...PROCESSORS], {
    published: of(longer).map((value, at) => {
      const other = of(shorter)[at];
      return value === null || other === null || other === undefined ? null : value - other;
    }),
    trials: longer.runs.map((runs, at) =>
      runs
        ?.slice(0, shorter.runs[at]?.length ?? 0)
        .map((run, seed) => run.workloadSeconds - (shorter.runs[at]?.[seed].workloadSeconds ?? 0)),
    ),
  });
}
