import type { MachineModel } from '../machine/model';
import type { Bytes, Cycles } from '../units';
import type { SimulationImports, SimulationModule } from './module';

/** What a kernel's time goes for; the first seven in the order of `tw_phase` in wasm/simulations/timewarp.h. */
export const TW_PHASES = [
  'forward',
  'saving',
  'rollback',
  'coasting',
  'receiving',
  'reduction',
  'waiting',
] as const;
export type TwPhase = (typeof TW_PHASES)[number];
/** Numbers a kernel in the machine's table of phases (wasm/machine/classes.c). */
const PHASE_ROW = 8;
const WAITING = TW_PHASES.indexOf('waiting');
const RECEIVING = TW_PHASES.indexOf('receiving');

/** Classes of buffers, in the order of `tw_class`; `other` is what nobody asked the allocator for. */
export const TW_CLASSES = ['other', 'mild', 'intensive'] as const;
export type TwClass = (typeof TW_CLASSES)[number];
/** Levels + 1 a row of the machine's counts (MOST_LEVELS + 1). */
const FOUND_ROW = 9;

/** Why a kernel's clock runs on without an instruction; the numbers are those of `cycle_kind`. */
export const Pass = { coherence: 3, barrier: 5, idle: 6 } as const;

/** The clocks of all kernels. Kernels run one after the other: between `enter` and `leave` one of them does. */
export interface KernelClocks {
  readonly imports: (kernel: number) => SimulationImports;
  adopt(kernel: number, module: SimulationModule): void;
  enter(kernel: number): void;
  /** The kernel's clock, which has run on by what it did. */
  leave(kernel: number): Cycles;
  pass(kernel: number, kind: number, cycles: Cycles): Cycles;
  /** Cycles that kernel k spent in phase p, at [k × TW_PHASES.length + p]. */
  phases(into: Float64Array): void;
  /** Lines that buffers of each class were looked up for, and at which level they were found; null without caches. */
  accesses(): readonly ClassAccesses[] | null;
}

/** Accesses to one class of buffers: a line touched by one access counts once. */
export interface ClassAccesses {
  readonly name: TwClass;
  readonly lines: number;
  /** Lines found at each level, nearest first, and behind the last one in memory. */
  readonly found: readonly number[];
}

/** Clocks of a modelled machine: instructions, caches and TLBs. */
export class MachineClocks implements KernelClocks {
  /** Bytes in the machine's memory from one process's memory to the next one's. */
  readonly stride: Bytes;
  private readonly counters: number[] = [];
  private readonly enterMachine: (p: number, counter: number) => void;
  private readonly leaveMachine: () => number;

  constructor(private readonly model: MachineModel) {
    this.enterMachine = model.imports.class_enter as (p: number, counter: number) => void;
    this.leaveMachine = model.imports.class_leave;
    this.stride = processStride(model.processors);
    model.call('class_reset', this.stride);
  }

  readonly imports = (): SimulationImports => {
    const { class_load, class_store, class_mark, class_phase, cpu, step } = this.model.imports;
    return { load: class_load, store: class_store, mark: class_mark, phase: class_phase, cpu, step };
  };

  adopt(kernel: number, module: SimulationModule): void {
    this.counters[kernel] = this.model.place(module.find('lab_instructions'));
    module.limit(this.stride - (4 << 20));
  }

  enter(kernel: number): void {
    this.enterMachine(kernel, this.counters[kernel]);
  }

  leave(): Cycles {
    return this.leaveMachine();
  }

  pass(kernel: number, kind: number, cycles: Cycles): Cycles {
    return this.model.call('class_pass', kernel, kind, phaseOfPass(kind), cycles);
  }

  phases(into: Float64Array): void {
    const { processors } = this.model;
    const rows = this.wide('class_phases', processors * PHASE_ROW);
    for (let k = 0; k < processors; k++) {
      for (let p = 0; p < TW_PHASES.length; p++)
        into[k * TW_PHASES.length + p] = Number(rows[k * PHASE_ROW + p]);
    }
  }

  accesses(): ClassAccesses[] {
    const lines = this.wide('class_lines', TW_CLASSES.length);
    const found = this.wide('class_found', TW_CLASSES.length * FOUND_ROW);
    const levels = this.model.machine.levels.length;
    return TW_CLASSES.map((name, c) => {
      const farther = Array.from({ length: levels }, (_, i) => Number(found[c * FOUND_ROW + 1 + i]));
      const all = Number(lines[c]);
      return { name, lines: all, found: [all - farther.reduce((sum, n) => sum + n, 0), ...farther] };
    });
  }

  private wide(name: string, length: number): BigUint64Array {
    return new BigUint64Array(this.model.buffer, this.model.call(name) >>> 0, length);
  }
}

/** Clocks of a run that no machine watches: fixed costs for buffers taken and words moved, at full speed. */
export class NominalClocks implements KernelClocks {
  private readonly clock: Float64Array;
  private readonly since: Float64Array;
  private readonly phase: Uint8Array;
  private readonly seen: Float64Array;
  private readonly spent: Float64Array;
  private readonly nominal: (() => number)[] = [];

  constructor(kernels: number) {
    this.clock = new Float64Array(kernels);
    this.since = new Float64Array(kernels);
    this.seen = new Float64Array(kernels);
    this.phase = new Uint8Array(kernels);
    this.spent = new Float64Array(kernels * TW_PHASES.length);
  }

  readonly imports = (kernel: number): SimulationImports => ({
    cpu: () => kernel,
    phase: (phase: number) => this.turn(kernel, phase),
  });

  adopt(kernel: number, module: SimulationModule): void {
    this.nominal[kernel] = module.need('timewarp_nominal');
  }

  enter(): void {}

  leave(kernel: number): Cycles {
    return this.turn(kernel, this.phase[kernel]);
  }

  pass(kernel: number, kind: number, cycles: Cycles): Cycles {
    this.turn(kernel, phaseOfPass(kind));
    this.clock[kernel] += cycles;
    return this.turn(kernel, phaseOfPass(kind));
  }

  phases(into: Float64Array): void {
    into.set(this.spent);
  }

  accesses(): null {
    return null;
  }

  private turn(kernel: number, phase: number): Cycles {
    const now = this.nominal[kernel]?.() ?? 0;
    this.clock[kernel] += now - this.seen[kernel];
    this.seen[kernel] = now;
    this.spent[kernel * TW_PHASES.length + this.phase[kernel]] += this.clock[kernel] - this.since[kernel];
    this.since[kernel] = this.clock[kernel];
    this.phase[kernel] = phase;
    return this.clock[kernel];
  }
}

/** A packet's line comes over while the kernel takes it in; all else is waiting. */
function phaseOfPass(kind: number): number {
  return kind === Pass.coherence ? RECEIVING : WAITING;
}

/** Bytes from one process's memory to the next one's: as much as there is room for, in whole MiB. */
function processStride(processes: number): number {
  return processes === 1 ? 0xffff_0000 : Math.floor(2 ** 32 / processes / 2 ** 20) * 2 ** 20;
}
