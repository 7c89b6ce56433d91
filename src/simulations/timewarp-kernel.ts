/** The kernels of a Time Warp run, each a module with an inbox, and what they tell of what they hold and have done. */
import type { Cycles } from '../units';
import type { SimulationModule } from './module';
import { type ClassAccesses, TW_PHASES, type TwPhase } from './timewarp-clocks';
import { Inbox } from './timewarp-inbox';
import type { TimeWarpResult, TimeWarpSample } from './timewarp-result';
import type { TimeWarpSetup } from './timewarp-setup';

const MILD = 1;
const INTENSIVE = 2;
/** 2 GHz, the Opteron's. */
const HERTZ = 2_000_000_000;

/** Rows of `timewarp_row`, sums over a kernel's LPs; `interval` is one, too. */
const ROW = [
  'events',
  'sent',
  'logs',
  'buffers',
  'committed',
  'executed',
  'coasted',
  'rollbacks',
  'undone',
  'saved',
  'interval',
] as const;
export type KernelRow = Readonly<Record<(typeof ROW)[number], number>>;

export interface Kernel {
  readonly module: SimulationModule;
  readonly inbox: Inbox;
  readonly receive: (count: number) => void;
  readonly step: () => number;
  readonly pack: () => number;
  readonly bound: () => number;
  readonly collect: (gvt: number) => void;
  readonly buffer: number;
}

/** A kernel's functions and its empty inbox. `buffer`: where its packets are put into the module's memory. */
export function kernelOf(module: SimulationModule): Kernel {
  return {
    module,
    inbox: new Inbox(),
    receive: module.need('timewarp_receive'),
    step: module.need('timewarp_step'),
    pack: module.need('timewarp_pack'),
    bound: module.need('timewarp_bound'),
    collect: module.need('timewarp_collect'),
    buffer: module.call('timewarp_buffer') >>> 0,
  };
}

/** Blocks that a kernel holds of each class. */
export interface HeldBlocks {
  readonly mild: number;
  readonly intensive: number;
}

/** Blocks that a kernel holds now. */
export const heldBy = ({ module }: Kernel): HeldBlocks => ({
  mild: module.call('timewarp_blocks', MILD),
  intensive: module.call('timewarp_blocks', INTENSIVE),
});

/** Lengths of a kernel's queues now and counts since its beginning, summed over its LPs. */
export function rowOf({ module }: Kernel): KernelRow {
  const row = new Uint32Array(module.memory.buffer, module.call('timewarp_row') >>> 0, ROW.length);
  return Object.fromEntries(ROW.map((name, i) => [name, row[i]])) as Record<keyof KernelRow, number>;
}

/** @param at the round, its clock and its simulated times */
export function sampleOf(
  kernels: readonly Kernel[],
  at: Pick<TimeWarpSample, 'round' | 'clock' | 'gvt' | 'end'>,
): TimeWarpSample {
  const rows = kernels.map(rowOf);
  const column = (name: keyof KernelRow) => Uint32Array.from(rows, (row) => row[name]);
  const bytes = (name: string, ...values: number[]) =>
    Float64Array.from(kernels, ({ module }) => module.call(name, ...values) >>> 0);
  return {
    ...at,
    events: column('events'),
    sent: column('sent'),
    logs: column('logs'),
    committed: column('committed'),
    rollbacks: column('rollbacks'),
    intensiveBytes: bytes('timewarp_bytes', INTENSIVE),
    mildBytes: bytes('timewarp_bytes', MILD),
    footprintBytes: Float64Array.from(kernels, ({ module }) => module.footprint()),
  };
}

/** What the driver of the kernels knows of their run. */
interface Account {
  readonly gvtRounds: number;
  /** From the end of the set-up to the last clock. */
  readonly cycles: Cycles;
  /** Cycles that kernel k spent in phase p, at [k × TW_PHASES.length + p]. */
  readonly phases: Float64Array;
  readonly accesses: readonly ClassAccesses[] | null;
  readonly failure: number | null;
}

/**
 * What a run has come to. Events, rollbacks and logs are sums over the kernels, the interval and bytes means over the LPs;
 * seconds are virtual ones at 2 GHz, throughput committed events a second (Vitali, Pellegrini and Cerasuolo 2012, §5).
 */
export function resultOf(
  kernels: readonly Kernel[],
  { lps }: TimeWarpSetup,
  { gvtRounds, cycles, phases: spent, accesses, failure }: Account,
): TimeWarpResult {
  const rows = kernels.map(rowOf);
  const sum = (name: keyof KernelRow) => rows.reduce((total, row) => total + row[name], 0);
  const anLp = (name: string, ...values: number[]) =>
    kernels.reduce((total, { module }) => total + (module.call(name, ...values) >>> 0), 0) / lps;
  const hash = (name: string) =>
    kernels
      .reduce((total, { module }) => BigInt.asUintN(64, total + module.need<() => bigint>(name)()), 0n)
      .toString(16)
      .padStart(16, '0');
  const seconds = cycles / HERTZ;
  const phases = Object.fromEntries(
    TW_PHASES.map((name, p) => {
      let total = 0;
      for (let k = 0; k < kernels.length; k++) total += spent[k * TW_PHASES.length + p];
      return [name, total];
    }),
  ) as Record<TwPhase, Cycles>;
  return {
    committed: sum('committed'),
    executed: sum('executed'),
    coasted: sum('coasted'),
    undone: sum('undone'),
    rollbacks: sum('rollbacks'),
    saved: sum('saved'),
    gvtRounds,
    interval: sum('interval') / lps,
    seconds,
    throughput: seconds > 0 ? sum('committed') / seconds : 0,
    phases,
    accesses,
    intensiveBytesAnLp: anLp('timewarp_most_bytes', INTENSIVE),
    mildBytesAnLp: anLp('timewarp_most_bytes', MILD),
    footprintBytesAnLp: kernels.reduce((total, { module }) => total + module.peak(), 0) / lps,
    history: hash('timewarp_history'),
    states: hash('timewarp_state'),
    failure,
  };
}
