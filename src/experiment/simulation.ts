/** Running a simulation's document: a pure function of the document and the modules that it names. */
import type { Modules } from '../engine/modules';
import { runTimeWarp, type TimeWarpResult, TW_PHASES } from '../simulations/timewarp';
import { PHASES, runYawns, type YawnsResult } from '../simulations/yawns';
import { seriesOf } from './catalogue/results';
import type { SimulationDocument, SimulationExperiment, UserModule } from './document';
import { Fingerprint, fingerprintOf } from './fingerprint';
import type { PresetResult, ResultSeries } from './preset';
import { addUserModules } from './user-modules';

export interface SimulationContext {
  readonly modules: Modules;
  /** Finds the file of a module that does not travel in the document; null where there is none. */
  readonly module?: (module: UserModule) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly signal?: AbortSignal;
  onProgress?(task: string, done: number, total: number | null): void;
}

export interface SimulationRunResult extends PresetResult {
  /** Hash of the events, 16 hex digits: the same for every allocator and number of processors. */
  readonly history: string;
}

/**
 * Runs the document's simulation to its end.
 * @throws YawnsError, TimeWarpError, ConfigError, MissingModule, ModuleError; the signal's reason when aborted
 */
export async function runSimulation(
  { title, simulation, fingerprints }: SimulationExperiment,
  context: SimulationContext,
): Promise<SimulationRunResult> {
  const { modules, signal } = context;
  await addUserModules(modules, [simulation.setup.allocator], context.module ?? (async () => null));
  const task = nameOf(simulation);
  const result =
    simulation.kind === 'yawns'
      ? await runYawns(modules, simulation.setup, {
          signal,
          onProgress: ({ ceiling }, end) => context.onProgress?.(task, Math.min(ceiling, end), end),
        })
      : await runTimeWarp(modules, simulation.setup, {
          signal,
          onProgress: ({ gvt, end }) => context.onProgress?.(task, gvt, end),
        });
  const fingerprint = simulationFingerprint(result);
  const notes = [`The hash of the events is ${result.history}.`];
  if (result.failure !== null) notes.push(failureWords(result));
  for (const expected of fingerprints.slice(0, 1))
    notes.push(
      expected === fingerprint
        ? `the same run as when the document was made (${fingerprint})`
        : `another run than when the document was made (${fingerprint}, then ${expected})`,
    );
  return {
    preset: title || task,
    fingerprint,
    series: simulationSeries(result),
    notes,
    history: result.history,
  };
}

/** In a few words: what is simulated, on what. */
export function nameOf({ kind, setup }: SimulationDocument): string {
  return kind === 'yawns'
    ? `${setup.model.kind} on ${setup.processors} × ${setup.allocator.id}`
    : `PHOLD on ${setup.kernels} × ${setup.allocator.id}`;
}

/** Over the history, every figure of every processor, and how it ended: 16 hex digits. */
export function simulationFingerprint(result: YawnsResult | TimeWarpResult): string {
  const print = new Fingerprint().text(result.history).text(fingerprintOf(simulationSeries(result)));
  if ('states' in result) print.text(result.states);
  return print.text(JSON.stringify(result.failure)).hex;
}

const isYawns = (result: YawnsResult | TimeWarpResult): result is YawnsResult => 'workloadSeconds' in result;

/** Which processor or kernel ran out of memory, in words; empty for a run that came to its end. */
export function failureWords(result: YawnsResult | TimeWarpResult): string {
  if (result.failure === null) return '';
  return isYawns(result) && typeof result.failure === 'object'
    ? `processor ${result.failure.processor} ran out of memory at simulated time ${result.failure.time}`
    : `kernel ${result.failure} ran out of memory`;
}

/** All figures of a run. */
export function simulationSeries(result: YawnsResult | TimeWarpResult): ResultSeries[] {
  return isYawns(result) ? yawnsSeries(result) : timeWarpSeries(result);
}

const one = (name: string, unit: string, value: number): ResultSeries =>
  seriesOf(name, unit, ['run'], { measured: [value] });

function yawnsSeries(result: YawnsResult): ResultSeries[] {
  const { processors } = result;
  const x = processors.map((_, p) => p);
  const column = (name: string, unit: string, value: (p: (typeof processors)[number]) => number | null) =>
    seriesOf(name, unit, x, { measured: processors.map(value) });
  return [
    one('finishing time', 's', result.seconds),
    one('utilization', '%', 100 * result.utilization),
    one('total workload', 's', result.workloadSeconds),
    one('events', 'events', result.events),
    one('windows', 'windows', result.windows),
    ...PHASES.map((phase) =>
      column(`by processor: ${phase}`, 'cycles', ({ cycles }) => Number(cycles[phase])),
    ),
    column('events by processor', 'events', ({ events }) => events),
    column('mean free blocks by processor', 'blocks', ({ meanFreeBlocks }) => meanFreeBlocks),
    column('most free blocks by processor', 'blocks', ({ mostFreeBlocks }) => mostFreeBlocks),
    column('peak footprint by processor', 'bytes', ({ peakFootprintBytes }) => peakFootprintBytes),
  ];
}

function timeWarpSeries(result: TimeWarpResult): ResultSeries[] {
  const { accesses } = result;
  return [
    one('finishing time', 's', result.seconds),
    one('throughput', 'committed events a second', result.throughput),
    ...(['committed', 'executed', 'coasted', 'undone'] as const).map((name) =>
      one(name, 'events', result[name]),
    ),
    one('rollbacks', 'rollbacks', result.rollbacks),
    one('states saved', 'states', result.saved),
    one('GVT rounds', 'rounds', result.gvtRounds),
    one('events between two saved states', 'events', result.interval),
    seriesOf('cycles of all kernels', 'cycles', [...TW_PHASES], {
      measured: TW_PHASES.map((phase) => result.phases[phase]),
    }),
    seriesOf('peak memory of a process', 'bytes an LP', ['intensive', 'mild', 'taken from the system'], {
      measured: [result.intensiveBytesAnLp, result.mildBytesAnLp, result.footprintBytesAnLp],
    }),
    ...(accesses ?? []).map(({ name, lines, found }) =>
      seriesOf(
        `lines of ${name} buffers`,
        'line accesses',
        [
          'all',
          ...found.map((_, level) =>
            level < found.length - 1 ? `found at level ${level + 1}` : 'from memory',
          ),
        ],
        { measured: [lines, ...found] },
      ),
    ),
  ];
}
