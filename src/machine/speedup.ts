import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import type { AllocatorConfig } from '../experiment/document';
import { compileScript } from '../script/compile';
import type { Cycles } from '../units';
import type { Machine } from './machine';
import type { CycleKind, MachineResult } from './result';
import { observedAllocator, runOnMachine } from './run';

/** A program on one allocator with one number of threads. */
export interface SpeedupPoint {
  /** Index of the allocator in the question. */
  readonly allocator: number;
  readonly threads: number;
  readonly time: Cycles;
  /** `MachineResult.workload`, and the part of it that went into instructions; the rest are misses. */
  readonly workload: Cycles;
  readonly work: Cycles;
  readonly falseSharingMisses: number;
  readonly lockWaited: Cycles;
  readonly barrierWaited: Cycles;
}

export interface SpeedupQuestion {
  /** The program as a trace script, for each number of threads. */
  readonly scripts: readonly { readonly threads: number; readonly source: string }[];
  readonly allocators: readonly AllocatorConfig[];
  readonly seed: number;
}

/** Runs a program with every number of threads on every allocator; points come as they are known. */
export async function speedup(
  modules: Modules,
  machine: Machine,
  { scripts, allocators, seed }: SpeedupQuestion,
  onPoint: (point: SpeedupPoint) => void,
): Promise<void> {
  for (const { threads, source } of scripts) {
    const trace = compileScript(source, seed, `${threads} threads`);
    for (const [index, config] of allocators.entries()) {
      const descriptor = descriptorOf(modules, config);
      const settled = withHeaps(descriptor, config, threads);
      const result = await runOnMachine(
        modules,
        trace,
        observedAllocator(modules, descriptor, settled),
        machine,
      );
      onPoint({
        allocator: index,
        threads,
        time: result.time,
        workload: result.workload,
        falseSharingMisses: result.processors.reduce((sum, one) => sum + one.falseSharingMisses, 0),
        work: total(result, 'work'),
        lockWaited: total(result, 'lockWait'),
        barrierWaited: total(result, 'barrierWait'),
      });
    }
  }
}

/** An allocator with a fixed number of heaps gets one a thread, as Kumar's benchmark has it. */
export function withHeaps(
  { parameters }: AllocatorDescriptor,
  config: AllocatorConfig,
  threads: number,
): AllocatorConfig {
  return parameters.some(({ name }) => name === 'heaps')
    ? { ...config, params: { heaps: threads, ...config.params } }
    : config;
}

const total = ({ processors }: MachineResult, kind: CycleKind): Cycles =>
  processors.reduce((sum, { cycles }) => sum + cycles[kind], 0);

/** A point beside its allocator's run on one thread. */
export interface SpeedupRow extends SpeedupPoint {
  readonly speedup: number;
  /** Speedup ÷ threads: 1 is ideal. */
  readonly efficiency: number;
  /** The total workload fell by more than noise: one thread does more work than all of these together. */
  readonly inflated: boolean;
}

/** A workload that falls by less than this share is as good as constant. */
const CONSTANT = 0.02;

/** Points of one allocator by number of threads; none before its run on one thread is known. */
export function speedupRows(points: readonly SpeedupPoint[], allocator: number): readonly SpeedupRow[] {
  const own = points.filter((point) => point.allocator === allocator);
  const one = own.find(({ threads }) => threads === 1);
  if (!one) return [];
  return own.map((point) => ({
    ...point,
    speedup: one.time / point.time,
    efficiency: one.time / point.time / point.threads,
    inflated: point.workload < one.workload * (1 - CONSTANT),
  }));
}

/** `thread t of 8` in a script, with another number of threads; null where the script has no such line. */
export function withThreads(source: string, threads: number): string | null {
  const pattern = /(\bthread\s+\w+\s+of\s+)\d+/g;
  if (!pattern.test(source)) return null;
  return source.replace(pattern, `$1${threads}`);
}
