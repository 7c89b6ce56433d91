import type { Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';
import { compileScript } from '../script/compile';
import type { Cycles } from '../units';
import type { Machine } from './machine';
import { observedAllocator, runOnMachine } from './run';

/** A program on one allocator with one number of threads. */
export interface SpeedupPoint {
  /** Index of the allocator in the question. */
  readonly allocator: number;
  readonly threads: number;
  readonly time: Cycles;
  /** Cycles of all processors but the idle ones: the total workload of Nicol (1990). */
  readonly workload: Cycles;
  readonly falseSharingMisses: number;
  readonly lockWaited: Cycles;
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
      const descriptor = modules.descriptor(config.id);
      if (!descriptor) throw new Error(`no allocator is called "${config.id}"`);
      // An allocator with a fixed number of heaps gets one a thread, as Kumar's benchmark has it.
      const heaps: Record<string, number> =
        descriptor.parameters.some(({ name }) => name === 'heaps') && !('heaps' in config.params)
          ? { heaps: threads }
          : {};
      const settled = { ...config, params: { ...heaps, ...config.params } };
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
        lockWaited: result.processors.reduce((sum, { cycles }) => sum + cycles.lockWait, 0),
      });
    }
  }
}

/** `thread t of 8` in a script, with another number of threads; null where the script has no such line. */
export function withThreads(source: string, threads: number): string | null {
  const pattern = /(\bthread\s+\w+\s+of\s+)\d+/g;
  if (!pattern.test(source)) return null;
  return source.replace(pattern, `$1${threads}`);
}
