/** The driver of Time Warp (wasm/simulations/timewarp.h): K kernels, each a process with a memory of its own, in virtual time. */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import type { Machine } from '../machine/machine';
import { MachineModel } from '../machine/model';
import { Slices } from '../slices';
import type { Address, Cycles } from '../units';
import { SimulationModule } from './module';
import {
  type ClassAccesses,
  type KernelClocks,
  MachineClocks,
  NominalClocks,
  Pass,
  TW_PHASES,
} from './timewarp-clocks';
import { PACKET_WORDS } from './timewarp-inbox';
import {
  type HeldBlocks,
  heldBy,
  type Kernel,
  type KernelRow,
  kernelOf,
  resultOf,
  rowOf,
  sampleOf,
} from './timewarp-kernel';
import { TimeWarpLanes } from './timewarp-lanes';
import { timeWarpMachine } from './timewarp-machine';
import type { TimeWarpResult, TimeWarpSample } from './timewarp-result';
import { setModel } from './timewarp-sequential';
import { parseTimeWarp, type TimeWarpDocument, type TimeWarpSetup } from './timewarp-setup';
import type { Watch } from './watch';

export { TW_CLASSES, TW_PHASES, type TwClass, type TwPhase } from './timewarp-clocks';
export { TimeWarpLanes } from './timewarp-lanes';
export type { TimeWarpResult, TimeWarpSample } from './timewarp-result';
export { runSequential } from './timewarp-sequential';
export { parseTimeWarp, type TimeWarpDocument, TimeWarpError, type TimeWarpSetup } from './timewarp-setup';

/** Packets of a kernel's buffer (PACKETS in wasm/simulations/timewarp.c). */
const BUFFER_PACKETS = 512;
/** A packet's way between two kernels where no machine is modelled. */
const NOMINAL_LATENCY: Cycles = 100;

export interface TimeWarpOptions {
  /** The machine at full size; the paper's by default. null: nothing is counted, the clocks are nominal. */
  readonly machine?: Machine | null;
  readonly signal?: AbortSignal;
  /** Follows what the kernels hold and do. */
  readonly watch?: Watch;
  /** Keep the lanes of all phases. */
  readonly lanes?: boolean;
  /** Called after every GVT round. */
  onProgress?(sample: TimeWarpSample, lanes: TimeWarpLanes | null): void;
}

/** A Time Warp run on its way: it goes on step by step, and can be looked at in between. */
export class TimeWarpRun {
  private readonly clock: Float64Array;
  private readonly busy: Uint8Array;
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  private executedSince = 0;
  private rounds = 0;
  private begun: Cycles = 0;
  private atBegin: readonly ClassAccesses[] | null = null;
  private failed: number | null = null;
  /** Global virtual time: simulated time before which everything is committed. */
  gvt = 0;

  private constructor(
    readonly setup: TimeWarpSetup,
    readonly descriptor: AllocatorDescriptor,
    private readonly kernels: readonly Kernel[],
    private readonly clocks: KernelClocks,
    private readonly latency: Cycles,
    private readonly barrier: Cycles,
    readonly lanes: TimeWarpLanes | null,
    readonly model: MachineModel | null,
    private readonly watch: Watch | null,
  ) {
    this.clock = new Float64Array(kernels.length);
    this.busy = new Uint8Array(kernels.length).fill(1);
    this.before = new Float64Array(kernels.length * TW_PHASES.length);
    this.after = new Float64Array(kernels.length * TW_PHASES.length);
  }

  /**
   * Loads the kernels and begins the model.
   * @throws TimeWarpError, ConfigError, MachineError for a setup that cannot be run
   */
  static async create(
    modules: Modules,
    document: TimeWarpDocument,
    options: TimeWarpOptions = {},
  ): Promise<TimeWarpRun> {
    const setup = parseTimeWarp(document);
    const descriptor = descriptorOf(modules, setup.allocator);
    const machine = options.machine === null ? null : timeWarpMachine(setup, options.machine);
    const model = machine ? await MachineModel.create(modules, machine) : null;
    const clocks = model ? new MachineClocks(model) : new NominalClocks(setup.kernels);
    const kernels: Kernel[] = [];
    for (let k = 0; k < setup.kernels; k++) {
      const variant = model ? 'observed' : 'plain';
      const lent = { ...clocks.imports(k), told: options.watch?.hook(k) };
      const module = await SimulationModule.load(
        modules,
        'timewarp',
        descriptor,
        setup.allocator,
        variant,
        lent,
      );
      clocks.adopt(k, module);
      kernels.push(kernelOf(module));
    }
    const watch = options.watch ?? null;
    watch?.adopt(kernels.map(({ module }) => module));
    const lanes = options.lanes ? new TimeWarpLanes(setup.kernels) : null;
    const { latency, barrier } = machine
      ? { latency: machine.costs.intervention, barrier: machine.costs.barrier }
      : { latency: NOMINAL_LATENCY, barrier: NOMINAL_LATENCY };
    const run = new TimeWarpRun(setup, descriptor, kernels, clocks, latency, barrier, lanes, model, watch);
    run.begin();
    return run;
  }

  get done(): boolean {
    return this.failed !== null || this.gvt >= this.setup.end;
  }

  /** Virtual time: the earliest kernel's. */
  get now(): Cycles {
    return this.clock.reduce((least, clock) => Math.min(least, clock), Number.POSITIVE_INFINITY);
  }

  /** One step of the kernel whose clock is the earliest; a GVT round where one is due, whose sample is returned. */
  advance(): TimeWarpSample | null {
    if (this.done) return null;
    const k = this.earliest();
    if (k < 0 || this.executedSince >= this.setup.gvtEvery * this.kernels.length) return this.round();
    const kernel = this.kernels[k];
    this.observe(k, () => {
      if (!this.busy[k] && kernel.inbox.next > this.clock[k]) {
        this.clock[k] = this.clocks.pass(k, Pass.idle, kernel.inbox.next - this.clock[k]);
      }
      this.receive(k);
      this.busy[k] = this.enter(k, 'timewarp_step', kernel.step);
      this.executedSince += this.busy[k];
      this.send(k);
    });
    if (kernel.module.call('timewarp_failed') !== 0) this.failed = k;
    return null;
  }

  /** Frees all that is still held. Returns the blocks that are left over all kernels: 0, or something leaked. */
  close(): number {
    return this.kernels.reduce((left, kernel) => {
      kernel.module.call('timewarp_end');
      const { mild, intensive } = heldBy(kernel);
      return left + mild + intensive;
    }, 0);
  }

  /** Blocks that a kernel holds of each class, and the queues that they are in. */
  account(k: number): KernelRow & HeldBlocks {
    const kernel = this.kernels[k];
    return { ...rowOf(kernel), ...heldBy(kernel) };
  }

  /** Where a kernel's heap lies in the memory of the machine; null without one. */
  heapOf(k: number): { readonly start: Address; readonly end: Address } | null {
    if (!(this.clocks instanceof MachineClocks)) return null;
    const { module } = this.kernels[k];
    const origin = this.clocks.stride * k;
    return { start: origin + module.heapStart(), end: origin + module.heapEnd() };
  }

  /** Line accesses by class since the end of the set-up; null without a machine. */
  accesses(): readonly ClassAccesses[] | null {
    return since(this.clocks.accesses(), this.atBegin);
  }

  result(): TimeWarpResult {
    this.clocks.phases(this.after);
    return resultOf(this.kernels, this.setup, {
      gvtRounds: this.rounds,
      cycles: Math.max(...this.clock) - this.begun,
      phases: this.after,
      accesses: this.accesses(),
      failure: this.failed,
    });
  }

  /** All kernels begin, and wait for the last one. */
  private begin(): void {
    const { setup, kernels } = this;
    const interval = setup.interval === 'auto' ? 0 : setup.interval;
    for (const [k, { module }] of kernels.entries()) {
      setModel(module, setup);
      this.enter(k, null, () =>
        module.call('timewarp_phold', setup.lps, k, kernels.length, interval, setup.end),
      );
      this.send(k);
      if (module.call('timewarp_failed') !== 0) this.failed = k;
    }
    this.meet();
    this.begun = this.clock[0];
    this.atBegin = this.clocks.accesses();
  }

  /** Runs a function of a kernel, whose clock then runs on. `name`: what a watch notes, with its values. */
  private enter(k: number, name: string | null, work: () => number, ...values: number[]): number {
    if (name !== null) this.watch?.note(k, name, ...values);
    this.clocks.enter(k);
    const answer = work();
    this.clock[k] = this.clocks.leave(k);
    return answer;
  }

  /** The kernel that can go on first; -1 when none can before something is committed. */
  private earliest(): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.kernels.length; k++) {
      const ready = this.busy[k] ? this.clock[k] : Math.max(this.clock[k], this.kernels[k].inbox.next);
      if (ready < least) {
        least = ready;
        best = k;
      }
    }
    return best;
  }

  private receive(k: number): void {
    const { inbox, module, buffer, receive } = this.kernels[k];
    if (inbox.next > this.clock[k]) return;
    const words = new Float64Array(module.memory.buffer, buffer, (BUFFER_PACKETS * PACKET_WORDS) / 2);
    const count = inbox.take(this.clock[k], BUFFER_PACKETS, words);
    this.clock[k] = this.clocks.pass(k, Pass.coherence, count * this.latency);
    this.watch?.put(buffer, new Uint8Array(words.buffer, buffer, count * PACKET_WORDS * 4));
    const take = () => {
      receive(count);
      return 0;
    };
    this.enter(k, 'timewarp_receive', take, count);
  }

  /** Packets leave at the end of the step that sent them. */
  private send(k: number): void {
    const { module, buffer, pack } = this.kernels[k];
    for (;;) {
      const count = this.enter(k, 'timewarp_pack', pack);
      if (count === 0) return;
      const { buffer: memory } = module.memory;
      const words = new Float64Array(memory, buffer, (count * PACKET_WORDS) / 2);
      const to = new Uint32Array(memory, buffer, count * PACKET_WORDS);
      for (let i = 0; i < count; i++) {
        const receiver = to[i * PACKET_WORDS + 4] % this.kernels.length;
        this.kernels[receiver].inbox.add(this.clock[k] + this.latency, words, i);
      }
    }
  }

  /** All kernels wait for the last one, and for the barrier to open. */
  private meet(): void {
    const latest = Math.max(...this.clock);
    for (let k = 0; k < this.kernels.length; k++) {
      this.clock[k] = this.clocks.pass(k, Pass.barrier, latest + this.barrier - this.clock[k]);
    }
  }

  /** A GVT round: a reduction between two barriers, then everybody collects its fossils. */
  private round(): TimeWarpSample {
    this.rounds++;
    this.executedSince = 0;
    this.clocks.phases(this.before);
    const from = Float64Array.from(this.clock);
    this.meet();
    let gvt = Number.POSITIVE_INFINITY;
    for (const [k, { bound, inbox }] of this.kernels.entries()) {
      gvt = Math.min(gvt, this.enter(k, 'timewarp_bound', bound), inbox.bound());
    }
    this.meet();
    // The run halts at `end`: events at that time or later are not executed.
    this.gvt = Math.min(gvt, this.setup.end);
    for (const [k, { collect }] of this.kernels.entries()) {
      const give = () => {
        collect(this.gvt);
        return 0;
      };
      this.enter(k, 'timewarp_collect', give, this.gvt);
    }
    this.noteRound(from);
    return sampleOf(this.kernels, {
      round: this.rounds,
      clock: Math.max(...this.clock),
      gvt: this.gvt,
      end: this.setup.end,
    });
  }

  /** Runs a step, and notes in the lanes what the kernel's time went for. */
  private observe(k: number, step: () => void): void {
    if (!this.lanes) {
      step();
      return;
    }
    this.clocks.phases(this.before);
    const from = this.clock[k];
    step();
    this.clocks.phases(this.after);
    this.noteLane(k, from);
  }

  private noteRound(from: Float64Array): void {
    if (!this.lanes) return;
    this.clocks.phases(this.after);
    for (let k = 0; k < this.kernels.length; k++) this.noteLane(k, from[k]);
  }

  /** Within a step the phases are drawn in their order: a step is far shorter than a slice. */
  private noteLane(k: number, from: Cycles): void {
    let at = from;
    for (let p = 0; p < TW_PHASES.length; p++) {
      const i = k * TW_PHASES.length + p;
      const spent = this.after[i] - this.before[i];
      if (spent > 0) this.lanes?.note(k, p, at, at + spent);
      at += spent;
    }
  }
}

/**
 * Runs a simulation to its end, giving way to messages between slices. Deterministic: the same document and machine
 * give the same result everywhere.
 * @throws as TimeWarpRun.create; the signal's reason when aborted
 */
export async function runTimeWarp(
  modules: Modules,
  document: TimeWarpDocument,
  options: TimeWarpOptions = {},
): Promise<TimeWarpResult> {
  const run = await TimeWarpRun.create(modules, document, options);
  const slices = new Slices();
  while (!run.done) {
    const sample = run.advance();
    if (sample) options.onProgress?.(sample, run.lanes);
    if (!slices.over) continue;
    await slices.next(options.signal);
  }
  return run.result();
}

function since(
  now: readonly ClassAccesses[] | null,
  begin: readonly ClassAccesses[] | null,
): readonly ClassAccesses[] | null {
  if (!now || !begin) return null;
  return now.map(({ name, lines, found }, c) => ({
    name,
    lines: lines - begin[c].lines,
    found: found.map((count, level) => count - begin[c].found[level]),
  }));
}
