/** The machine that Time Warp runs on, at a scale. */
import { type Machine, type MachineDocument, MachineError, parseMachine } from '../machine/machine';
import { machineOf } from '../machine/presets';
import type { TimeWarpSetup } from './timewarp-setup';

const SMALLEST_PAGE = 64;

/**
 * A machine with all of its caches, and the reach of its TLBs, divided by a number: what a model of a `scale`-th of the
 * size meets on the whole machine. Lines, ways, latencies and the numbers of processors stay.
 * @throws MachineError where a level would have less than one set
 */
export function scaledMachine(machine: Machine, scale: number): Machine {
  const levels = machine.levels.map(({ sets: _, ...level }, index) => {
    const way = level.ways * level.line;
    const bytes = Math.floor(level.bytes / scale / way) * way;
    if (bytes === 0) {
      throw new MachineError(`levels[${index}]`, `a ${scale}th of its ${level.bytes} bytes is not one set`);
    }
    return { ...level, bytes };
  });
  const tlb = machine.tlb.map(({ sets: _, ...one }) => {
    const page = 1 << (31 - Math.clz32(Math.max(SMALLEST_PAGE, one.page / scale)));
    return { ...one, page };
  });
  return parseMachine({ ...machine, levels, tlb } satisfies MachineDocument);
}

/** The paper's machine at a scale; processes of their own share no line, so that there is nothing to keep coherent. */
export function timeWarpMachine(setup: TimeWarpSetup, machine: Machine = machineOf('opteron6128')): Machine {
  return { ...scaledMachine(machine, setup.scale), coherence: 'none', processors: setup.kernels };
}
