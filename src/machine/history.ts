import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';
import { Slices } from '../slices';
import { allocates, type Trace } from '../trace/trace';
import type { Address, Bytes, Cycles, EventIndex, ObjectId } from '../units';
import { type Checkpoint, Checkpoints } from './checkpoints';
import type { Machine } from './machine';
import type { MachineModel } from './model';
import { readLanes, readProcessors } from './read';
import { CYCLE_KINDS, type Lanes, type MachineResult } from './result';
import { MachineRun, observedAllocator } from './run';
import { Strips } from './strips';

/** Time between two checkpoints while recording, about as long as a seek then takes; more where taking one is dear. */
const MILLISECONDS_A_CHECKPOINT = 80;
const TIMES_ITS_COST = 3;
/** Copies that checkpoints hold together. */
const BUDGET: Bytes = 384 * 2 ** 20;
/** Events between two places where a checkpoint may be, and operations between two looks at the clock on the wall. */
const EVENTS_A_STRETCH = 1024;
const OPERATIONS = 1 << 14;
/** Accesses of one event that are kept. */
export const MOST_ACCESSES = 4096;
const EVERYTHING = 0xffff_ffff;

export interface RecordOptions {
  readonly signal?: AbortSignal;
  /** Called between slices with the events that have happened. */
  readonly onProgress?: (events: number) => void;
}

/** Accesses of a stretch of a run, four words each (`row` in wasm/machine/watch.c). */
export interface WatchedAccesses {
  /** All that there were, of which the rows hold the first. */
  readonly count: number;
  readonly rows: Uint32Array;
  /** Address that the event's object had before it; 0 for none. */
  readonly before: Address;
}

/**
 * A run on a machine that has been through once and can be put to any position: so many events have happened, in the
 * order of virtual time. Along the first pass states of model and allocator are kept; a seek copies the nearest one
 * before and runs the events behind it again. Within an event it can stop after any access.
 */
export class MachineHistory {
  /** Event that happened as the n-th, from 0. */
  readonly order: Uint32Array;
  /** Its processor's clock then. */
  readonly clock: Float64Array;
  readonly result: MachineResult;
  /** Processor whose thread allocated each object. */
  readonly allocatedBy: Uint8Array;
  /** Where the run stands; null inside an event. */
  private at: number | null;
  private before: Checkpoint | null = null;
  private watched: { readonly position: number; readonly accesses: WatchedAccesses } | null = null;

  private constructor(
    readonly run: MachineRun,
    readonly strips: Strips,
    private readonly checkpoints: Checkpoints,
    /** Positions of checkpoints and the latest clock at each, both growing. */
    private readonly reached: readonly { readonly position: number; readonly clock: Cycles }[],
  ) {
    const { model, trace } = run;
    const { events } = run;
    this.result = run.result();
    this.at = null; // what the result asks of the allocator has gone through the caches
    this.order = new Uint32Array(model.buffer, model.call('order_events') >>> 0, events).slice();
    const clocks = new BigUint64Array(model.buffer, model.call('order_clocks') >>> 0, events);
    this.clock = Float64Array.from(clocks, Number);
    this.allocatedBy = new Uint8Array(trace.objects);
    for (let event = trace.length - 1; event >= 0; event--)
      if (allocates(trace.op[event])) this.allocatedBy[trace.id[event]] = this.processorOf(event);
  }

  /**
   * Runs a trace to its end.
   * @throws MachineError as MachineRun.create; the signal's reason when aborted; what the allocator's trap says
   */
  static async record(
    modules: Modules,
    trace: Trace,
    descriptor: AllocatorDescriptor,
    config: AllocatorConfig,
    machine: Machine,
    { signal, onProgress }: RecordOptions = {},
  ): Promise<MachineHistory> {
    const factory = observedAllocator(modules, descriptor, config, true);
    const options = { conflicts: true, lanes: true, closely: MOST_ACCESSES };
    const run = await MachineRun.create(modules, trace, factory, machine, options);
    const { model, allocator } = run;
    const checkpoints = new Checkpoints(
      [
        {
          get buffer() {
            return model.buffer;
          },
          saveGlobals: () => [],
          restoreGlobals: () => undefined,
        },
        {
          get buffer() {
            return allocator.memory.buffer;
          },
          saveGlobals: () => allocator.saveGlobals(),
          restoreGlobals: (values) => allocator.restoreGlobals(values),
        },
      ],
      BUDGET,
    );
    checkpoints.add(0);
    const reached = [{ position: 0, clock: 0 }];
    const strips = new Strips(model, trace.length);
    let saved = performance.now();
    const slices = new Slices();
    let wait = MILLISECONDS_A_CHECKPOINT;
    for (let goal = 0, more = true; more; ) {
      if (run.events >= goal) goal = Math.min(run.events + EVENTS_A_STRETCH, strips.next, trace.length);
      more = run.advance(OPERATIONS, goal) || run.events < goal;
      if (run.done) more = false;
      // Only where an event has just ended is a state the same however it was come to.
      if (run.events === goal) {
        strips.sample(goal);
        const began = performance.now();
        if (began - saved > wait * checkpoints.spacing && !run.done) {
          checkpoints.add(goal);
          reached.push({ position: goal, clock: Math.max(...clocks(model)) });
          saved = performance.now();
          wait = Math.max(MILLISECONDS_A_CHECKPOINT, TIMES_ITS_COST * (saved - began));
        }
      }
      if (!slices.over) continue;
      onProgress?.(run.events);
      await slices.next(signal);
    }
    strips.sample(trace.length);
    onProgress?.(run.events);
    return new MachineHistory(run, strips, checkpoints, reached);
  }

  get positions(): number {
    return this.order.length;
  }

  processorOf(event: EventIndex): number {
    return (this.run.trace.cpu?.[event] ?? 0) % this.run.model.processors;
  }

  /** Event that happened as the last one at a position, from 1. */
  eventAt(position: number): EventIndex {
    return this.order[position - 1];
  }

  /** For each slice of virtual time: the first position whose event ended in it or later. */
  positionsBySlice({ from, slice, slices }: Pick<Lanes, 'from' | 'slice' | 'slices'>): Uint32Array {
    const positions = new Uint32Array(slices);
    let position = 0;
    for (let i = 0; i < slices; i++) {
      while (position < this.clock.length - 1 && this.clock[position] < from + i * slice) position++;
      positions[i] = position + 1;
    }
    return positions;
  }

  /**
   * The lanes of a window of virtual time, in finer slices than those of the whole run: runs it again from the last
   * checkpoint at which no clock had come to it. What lies before that costs about a seek.
   */
  lanes(from: Cycles, to: Cycles): Lanes {
    const { model } = this.run;
    const start = this.reached.findLast(({ clock }) => clock <= from)?.position ?? 0;
    this.restore(this.checkpoints.before(start));
    model.call('keep_lanes', BigInt(from), BigInt(to));
    const behind = () => clocks(model).some((clock, p) => clock < to && this.run.eventOf(p) !== null);
    while (behind() && this.run.advance(OPERATIONS)) {
      // Until every thread that has anything left to do is past the window.
    }
    const lanes = readLanes(model, from);
    // The log is in the way of what a checkpoint holds there.
    this.restore(this.checkpoints.before(start));
    return idleAfter(lanes, to, clocks(model).length);
  }

  /** Puts model and allocator after so many events. */
  seek(position: number): void {
    const nearest = this.checkpoints.before(position);
    if (this.at === null || position < this.at || nearest.position > this.at) this.restore(nearest);
    this.forward(position);
    this.at = position;
  }

  /** The accesses of the event that ends at a position. The run then stands at the position, or still before it. */
  watch(position: number): WatchedAccesses {
    if (this.watched?.position === position) return this.watched.accesses;
    const before = this.seekBefore(position);
    const { model } = this.run;
    model.call('watch_start', EVERYTHING);
    this.forward(position);
    model.call('watch_stop');
    this.at = position;
    const count = model.call('watch_count');
    const kept = Math.min(count, MOST_ACCESSES);
    const rows = new Uint32Array(model.buffer, model.call('watch_rows') >>> 0, kept * 4).slice();
    const accesses = { count, rows, before };
    this.watched = { position, accesses };
    return accesses;
  }

  /** Puts the caches where they are after the first `access` + 1 accesses of the event that ends at a position. */
  seekAccess(position: number, access: number): void {
    this.seekBefore(position);
    const { model } = this.run;
    model.call('watch_start', access + 1);
    this.forward(position);
    model.call('watch_stop');
    this.at = null;
  }

  /** @returns the address of the event's object there */
  private seekBefore(position: number): Address {
    if (this.before?.position === position - 1) this.restore(this.before);
    else {
      this.seek(position - 1);
      this.before = this.checkpoints.take(position - 1, this.checkpoints.before(position - 1));
    }
    return this.addressOf(this.run.trace.id[this.eventAt(position)]);
  }

  /** Where an object is now; 0 where it is not live. */
  addressOf(id: ObjectId): Address {
    const { model, trace } = this.run;
    if (id >= trace.objects) return 0;
    return new Uint32Array(model.buffer, (model.call('run_objects') >>> 0) + id * 16, 1)[0];
  }

  private restore(state: Checkpoint): void {
    this.checkpoints.restore(state);
    this.run.rewound();
    this.at = state.position;
  }

  private forward(position: number): void {
    const { run } = this;
    while (run.events < position && run.advance(OPERATIONS, position)) {
      // Each call goes on from where the last one stopped.
    }
  }
}

const clocks = (model: MachineModel): Cycles[] => readProcessors(model).map(({ clock }) => clock);

/** Cycles of a window that no processor has accounted for are those of one that has nothing left to do. */
function idleAfter({ from, slice, slices, cycles }: Lanes, to: Cycles, processors: number): Lanes {
  const width = CYCLE_KINDS.length;
  const filled = cycles.slice();
  for (let p = 0; p < processors; p++) {
    for (let i = 0; i < slices; i++) {
      const at = (p * slices + i) * width;
      const whole = Math.max(0, Math.min(slice, to - from - i * slice));
      const known = filled.subarray(at, at + width).reduce((sum, each) => sum + each, 0);
      filled[at + CYCLE_KINDS.indexOf('idle')] += whole - known;
    }
  }
  return { from, slice, slices, cycles: filled };
}
