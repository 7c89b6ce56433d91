/** Running an experiment's document: a pure function of the document and the files that it names. */
import { findAllocator } from '../allocators/list';
import type { Modules } from '../engine/modules';
import { descriptorOf, replay } from '../engine/replay';
import type { Run, RunSummary } from '../engine/run';
import type { Machine } from '../machine/machine';
import { machineOf } from '../machine/presets';
import { CYCLE_KINDS } from '../machine/result';
import { observedAllocator, runOnMachine } from '../machine/run';
import { linkEvents } from '../trace/links';
import type { TraceSource } from '../trace/read';
import type { Trace } from '../trace/trace';
import { seriesOf } from './catalogue/results';
import type { AllocatorConfig, Experiment, UserModule } from './document';
import { Fingerprint, fingerprintOf } from './fingerprint';
import type { PresetResult, ResultSeries } from './preset';
import { addUserModules } from './user-modules';
import { loadWorkload } from './workload';

export interface RunContext {
  readonly modules: Modules;
  readonly sample: (name: string) => Promise<TraceSource>;
  /** The file that a workload of kind "file" names; null where there is none. */
  readonly file: File | null;
  /** Finds the file of a module that does not travel in the document; null where there is none. */
  readonly module?: (module: UserModule) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly signal?: AbortSignal;
  onProgress?(task: string, done: number, total: number | null): void;
}

export interface ExperimentResult extends PresetResult {
  /** The runs' figures, in the document's order of allocators. */
  readonly runs: readonly RunSummary[];
}

/** Points of a curve over the events. */
const POINTS = 64;

const metrics = [
  { name: 'live', unit: 'bytes' },
  { name: 'footprint', unit: 'bytes' },
  { name: 'instructions', unit: 'instructions' },
  { name: 'loads', unit: 'loads' },
  { name: 'stores', unit: 'stores' },
] as const;

/**
 * Runs the document's trace on each of its allocators.
 * @throws WorkloadError, TraceError, ConfigError, MissingModule, ModuleError; the signal's reason when aborted
 */
export async function runExperiment(experiment: Experiment, context: RunContext): Promise<ExperimentResult> {
  const { modules, sample, file, signal = new AbortController().signal } = context;
  const { trace } = await loadWorkload(experiment.workload, file, {
    modules,
    seed: experiment.seed,
    sample,
    signal,
    onProgress: ({ task, done, total }) => context.onProgress?.(task, done, total),
  });
  await addUserModules(modules, experiment.allocators, context.module ?? (async () => null));
  const machine = experiment.machine === null ? null : machineOf(experiment.machine);
  const links = linkEvents(trace);
  const runs: RunSummary[] = [];
  const series: ResultSeries[] = [];
  const notes: string[] = [];
  for (const config of experiment.allocators) {
    const title = findAllocator(config.id)?.title ?? config.id;
    const onProgress = (events: number) =>
      context.onProgress?.(`replaying on ${title}`, events, trace.length);
    const run = await replay(modules, trace, config, { links, signal, onProgress });
    runs.push(run.summary);
    series.push(...curves(run));
    if (machine) series.push(...(await onMachine(context, trace, config, machine)));
    if (run.faultCount > 0)
      notes.push(`${title}: ${run.faultCount} faults, the first: ${run.faults[0].message}`);
  }
  notes.push(...compared(experiment, runs));
  const print = new Fingerprint();
  for (const { fingerprint } of runs) print.text(fingerprint);
  if (machine) print.text(fingerprintOf(series));
  return { preset: experiment.title || trace.name, fingerprint: print.hex, series, notes, runs };
}

/** The run's metrics over its events: each point is the mean of the events up to it. */
function curves(run: Run): ResultSeries[] {
  const points = Math.min(POINTS, run.events);
  if (points === 0) return [];
  const x = Array.from({ length: points }, (_, i) => Math.floor((run.events * (i + 1)) / points) - 1);
  return metrics.map(({ name, unit }) =>
    seriesOf(`${run.descriptor.id}: ${name}`, unit, x, {
      measured: [...run.timeline[name].buckets(0, run.events, points).mean],
    }),
  );
}

/** Where the cycles of all processors went, and when the last one was done. */
async function onMachine(
  { modules, signal, onProgress }: RunContext,
  trace: Trace,
  config: AllocatorConfig,
  machine: Machine,
): Promise<ResultSeries[]> {
  const program = observedAllocator(modules, descriptorOf(modules, config), config);
  const { processors, time, workload } = await runOnMachine(modules, trace, program, machine, {
    signal,
    onProgress: (events) => onProgress?.(`running on ${machine.name}`, events, trace.length),
  });
  const cycles = CYCLE_KINDS.map((kind) => processors.reduce((sum, each) => sum + each.cycles[kind], 0));
  const columns = { measured: [time, workload, ...cycles] };
  return [
    seriesOf(`${config.id}: ${machine.name}`, 'cycles', ['time', 'total workload', ...CYCLE_KINDS], columns),
  ];
}

/** Whether the runs are those that whoever made the document saw. */
function compared({ allocators, fingerprints }: Experiment, runs: readonly RunSummary[]): string[] {
  return fingerprints.slice(0, runs.length).map((expected, i) => {
    const { id } = allocators[i];
    const found = runs[i].fingerprint;
    return expected === found
      ? `${id}: the same run as when the document was made (${found})`
      : `${id}: another run than when the document was made (${found}, then ${expected})`;
  });
}
