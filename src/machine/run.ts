import type { AllocatorDescriptor } from '../allocators/descriptor';
import { Host } from '../engine/host';
import { type AllocatorInstance, instantiate } from '../engine/instance';
import type { Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';
import { Slices } from '../slices';
import { unpackTouch } from '../trace/touch';
import { Op, type Trace } from '../trace/trace';
import type { Bytes, Cycles, EventIndex } from '../units';
import { type Machine, MachineError } from './machine';
import { MachineModel } from './model';
import { levelAccount, readLanes, readLocks, readProcessors, tallies } from './read';
import type { MachineResult } from './result';

/** Makes the allocator that the program calls, with the machine's functions as its imports. */
export type AllocatorFactory = (
  imports: Readonly<Record<string, (...values: number[]) => number>>,
) => Promise<AllocatorInstance>;

/**
 * An allocator of the lab in its observed variant.
 * @param closely its accesses can be watched one by one (`MachineRunOptions.closely`)
 */
export function observedAllocator(
  modules: Modules,
  descriptor: AllocatorDescriptor,
  config: AllocatorConfig,
  closely = false,
): AllocatorFactory {
  return async (machine) => {
    const { cpu, lock, unlock, step } = machine;
    const load = closely ? machine.watched_load : machine.load;
    const store = closely ? machine.watched_store : machine.store;
    const hooks = { load, store, cpu, lock, unlock, step };
    return instantiate(modules, descriptor, config, 'observed', await Host.create(modules), hooks);
  };
}

export interface MachineRunOptions {
  /** Tell conflict misses (slower). */
  readonly conflicts?: boolean;
  /** Keep the lanes: of all virtual time, or of a window of it, which a second run can look at more closely. */
  readonly lanes?: boolean | { readonly from: Cycles; readonly to: Cycles };
  /** Keep the order of events, and room to watch accesses (wasm/machine/watch.c): this many of a stretch are kept. */
  readonly closely?: number;
  readonly signal?: AbortSignal;
  /** Called between slices with the events that have happened. */
  readonly onProgress?: (events: number) => void;
}

/** Operations between two looks at the clock on the wall. */
const OPERATIONS = 8192;

/** Status of the module's `run`. */
const STUCK = 2;
const RUNNING = 0;
const DONE = 1;
const NONE = 0xffff_ffff;
const EVERYTHING = 0xffff_ffff;

const isTouch = (op: number): boolean => op === Op.read || op === Op.write;

/** Threads of a trace: one more than the highest number in its column. */
export function threadsOf(trace: Trace): number {
  return trace.cpu === null
    ? 1
    : trace.cpu.subarray(0, trace.length).reduce((most, cpu) => Math.max(most, cpu), 0) + 1;
}

/** A trace on its way through an allocator and a machine: it can stop anywhere, be looked at and go on. */
export class MachineRun {
  private status = RUNNING;

  private constructor(
    readonly trace: Trace,
    readonly model: MachineModel,
    readonly allocator: AllocatorInstance,
    private readonly doubled: number,
    private readonly options: MachineRunOptions,
  ) {}

  /**
   * Builds the machine, the allocator and the program. The machine gets as many processors as the trace has threads;
   * on a machine with fewer, threads share them in turn.
   * @throws MachineError for barriers among threads that would have to share a processor
   */
  static async create(
    modules: Modules,
    trace: Trace,
    factory: AllocatorFactory,
    machine: Machine,
    options: MachineRunOptions = {},
  ): Promise<MachineRun> {
    const threads = threadsOf(trace);
    const processors = Math.min(threads, machine.processors);
    if (threads > processors && trace.op.subarray(0, trace.length).includes(Op.barrier)) {
      throw new MachineError(
        'processors',
        `the program has barriers among ${threads} threads, expected at least as many processors, found ${processors}`,
      );
    }
    const model = await MachineModel.create(modules, machine, { processors, conflicts: options.conflicts });
    const allocator = await factory(model.imports);
    // What the module did while it was set up is not part of the program.
    model.reset();
    const run = new MachineRun(trace, model, allocator, Math.max(0, threads - processors), options);
    run.load();
    return run;
  }

  private load(): void {
    const { model, allocator, trace, options } = this;
    const functions = ['malloc', 'free', 'realloc'].map((name) => model.place(allocator.find(name)));
    model.call('run_allocator', ...functions);
    // A program with one thread is linked without.
    model.call('run_guarded', model.processors > 1 && (allocator.descriptor.mutex ?? false));
    const touches = trace.arg.size > 0;
    model.call('run_trace', trace.length, trace.objects, touches);
    const column = (number: number) => model.call('run_column', number) >>> 0;
    const words = (number: number) => new Uint32Array(model.buffer, column(number), trace.length);
    const bytes = (number: number) => new Uint8Array(model.buffer, column(number), trace.length);
    bytes(0).set(trace.op.subarray(0, trace.length));
    if (trace.cpu) {
      const cpu = bytes(1);
      for (let i = 0; i < trace.length; i++) cpu[i] = trace.cpu[i] % model.processors;
    }
    words(2).set(trace.id.subarray(0, trace.length));
    words(3).set(trace.size.subarray(0, trace.length));
    if (touches) {
      const offset = words(4);
      const repeat = words(5).fill(1);
      for (const [event, arg] of trace.arg) {
        if (event >= trace.length || !isTouch(trace.op[event])) continue;
        const touch = unpackTouch(arg);
        offset[event] = touch.offset;
        repeat[event] = touch.repeat;
      }
    }
    model.call('run_prepare');
    if (options.lanes) {
      const { from, to } = options.lanes === true ? { from: 0, to: 0 } : options.lanes;
      model.call('keep_lanes', BigInt(from), BigInt(to));
    }
    if (options.closely) {
      model.call('keep_order', trace.length);
      model.call('watch_room', options.closely);
    }
    model.call('set_instructions', model.place(allocator.find('lab_instructions')));
  }

  /** Events that have happened. */
  get events(): number {
    return this.totals().events;
  }

  get done(): boolean {
    return this.status !== RUNNING;
  }

  /** Goes on for some operations, or until so many events have happened. Returns false once there is nothing left. */
  advance(operations: number = OPERATIONS, events: EventIndex = EVERYTHING): boolean {
    this.allocator.refuel();
    if (!this.done) this.status = this.model.call('run', operations, events);
    return !this.done;
  }

  /** After the memories of model and allocator were put back to an earlier state. */
  rewound(): void {
    this.status = this.events < this.trace.length ? RUNNING : DONE;
  }

  private totals() {
    const at = this.model.call('run_totals') >>> 0;
    const view = new DataView(this.model.buffer, at, 28);
    const wide = (index: number) => Number(view.getBigUint64(8 * index, true));
    return { events: wide(0), failures: wide(1), touches: wide(2), stuckAt: view.getUint32(24, true) };
  }

  /** Live objects of the program now, by address: what a line's owner is looked up in. */
  liveObjects(): { readonly id: Uint32Array; readonly address: Uint32Array; readonly size: Uint32Array } {
    const { objects } = this.trace;
    const rows = new Uint32Array(this.model.buffer, this.model.call('run_objects') >>> 0, objects * 4);
    const ids = Uint32Array.from({ length: objects }, (_, id) => id).filter((id) => rows[id * 4] !== 0);
    ids.sort((a, b) => rows[a * 4] - rows[b * 4]);
    return {
      id: ids,
      address: ids.map((id) => rows[id * 4]),
      size: ids.map((id) => rows[id * 4 + 1]),
    };
  }

  /** The event that a processor is at; null after its last. */
  eventOf(processor: number): EventIndex | null {
    const event = this.model.call('run_event', processor) >>> 0;
    return event === NONE ? null : event;
  }

  result(): MachineResult {
    const { model } = this;
    const { events, failures, touches, stuckAt } = this.totals();
    const processors = readProcessors(model);
    return {
      processors,
      time: processors.reduce((latest, { clock }) => Math.max(latest, clock), 0),
      workload: processors.reduce(
        (sum, { clock, cycles }) => sum + clock - cycles.idle - cycles.lockWait - cycles.barrierWait,
        0,
      ),
      levels: model.machine.levels.map(({ name }, level) =>
        levelAccount(name, tallies(model, 0, level), this.options.conflicts ?? false),
      ),
      tlb: model.machine.tlb.map(({ name }, level) => levelAccount(name, tallies(model, 1, level), false)),
      locks: readLocks(model),
      lanes: this.options.lanes
        ? readLanes(model, this.options.lanes === true ? 0 : this.options.lanes.from)
        : null,
      events,
      failures,
      touches,
      peakFootprintBytes: this.peakFootprint(),
      doubled: this.doubled,
      stuckAt: this.status === STUCK ? stuckAt : null,
    };
  }

  private peakFootprint(): Bytes | null {
    return this.allocator.find('os_peak')?.() ?? null;
  }
}

/**
 * Runs a trace on an allocator and a machine to its end, giving way to messages between slices.
 * Deterministic: nothing of the wall's clock enters the result.
 * @throws MachineError as MachineRun.create; the signal's reason when aborted; what the allocator's trap says
 */
export async function runOnMachine(
  modules: Modules,
  trace: Trace,
  factory: AllocatorFactory,
  machine: Machine,
  options: MachineRunOptions = {},
): Promise<MachineResult> {
  const run = await MachineRun.create(modules, trace, factory, machine, options);
  const slices = new Slices();
  while (run.advance()) {
    if (!slices.over) continue;
    options.onProgress?.(run.events);
    await slices.next(options.signal);
  }
  options.onProgress?.(run.events);
  return run.result();
}
