import { Op } from '../trace/trace';
import type { Address, Bytes, EventIndex } from '../units';
import type { Cursor } from './cursor';
import { hex } from './faults';
import { Host } from './host';
import { type AllocatorInstance, instantiate } from './instance';
import { FUEL, LOOK_FUEL } from './limits';
import type { Modules } from './modules';
import { blockBefore, type Run } from './run';
import { PAGE } from './snapshots';
import { STEP_KINDS, type Step } from './steps';

/** One access of the allocator to its memory, outside the stack. */
export interface Access {
  readonly address: Address;
  readonly bytes: Bytes;
  readonly write: boolean;
  /** Steps that had happened before it. */
  readonly step: number;
}

export interface EventRecord {
  readonly event: EventIndex;
  readonly steps: readonly Step[];
  readonly accesses: readonly Access[];
  /** True where the module reports steps of its own; else its accesses are the steps. */
  readonly stepped: boolean;
  readonly instructions: number;
  /** What malloc or realloc returned; 0 for a free. */
  readonly result: Address;
  /** Why the event ended early; null when it did not. */
  readonly trap: string | null;
}

/** Sub-steps kept of one event: a search through a million blocks is told by its beginning and its end. */
const MOST_STEPS = 20_000;
const MOST_ACCESSES = 200_000;

/**
 * Runs single events on the observed variant of a run's allocator and records every step and access. The state before
 * the event comes from a cursor's instance, whose memory is copied.
 */
export class Recorder {
  private steps: Step[] = [];
  private accesses: Access[] = [];
  private loads = 0;
  private stores = 0;
  private context = { wanted: 0, op: 'malloc', taken: false };
  private cpu = 0;

  private constructor(private readonly run: Run) {}

  private instance: AllocatorInstance | null = null;
  private copied = false;
  /** Pages that the last recorded event has written here. */
  private readonly own = new Set<number>();

  static async create(modules: Modules, run: Run): Promise<Recorder> {
    const recorder = new Recorder(run);
    const hooks = {
      step: (line: number, kind: number, a: number, b: number) => recorder.step(line, kind, a >>> 0, b >>> 0),
      load: (address: number, bytes: number) => recorder.access(address >>> 0, bytes, false),
      store: (address: number, bytes: number) => recorder.access(address >>> 0, bytes, true),
      cpu: () => recorder.cpu,
    };
    const host = await Host.create(modules);
    recorder.instance = await instantiate(modules, run.descriptor, run.config, 'observed', host, hooks);
    recorder.instance.heapStart(); // as in the cursor, so that both memories are alike but for what was written since
    return recorder;
  }

  /** Records what the allocator does at `event`. The cursor is moved to the event before it. */
  record(event: EventIndex, cursor: Cursor): EventRecord {
    cursor.seek(event - 1);
    const { instance, run } = this;
    if (!instance) throw new Error('the recorder has no instance');
    this.copyState(cursor, instance);
    this.steps = [];
    this.accesses = [];
    this.loads = 0;
    this.stores = 0;
    const op = run.trace.op[event];
    const size = run.trace.size[event];
    this.cpu = run.trace.cpu?.[event] ?? 0;
    this.context = {
      wanted: op === Op.free ? 0 : size,
      op: op === Op.free ? 'free' : 'malloc',
      taken: false,
    };
    let result: Address = 0;
    let trap: string | null = null;
    instance.refuel(this.fuelFor(event));
    const before = instance.find<() => bigint>('lab_instructions')?.() ?? 0n;
    try {
      if (op === Op.malloc || op === Op.calloc || op === Op.memalign) result = instance.malloc(size);
      else if (op === Op.realloc) result = instance.realloc(blockBefore(run, event), size);
      else if (op === Op.free) instance.free(blockBefore(run, event));
    } catch (error) {
      trap = error instanceof Error ? error.message : String(error);
    }
    this.closeStep();
    // A module that reports no steps is followed access by access.
    const stepped = this.steps.length > 0;
    if (!stepped) this.steps = this.accesses.slice(0, MOST_STEPS).map(accessStep);
    const instructions = Number((instance.find<() => bigint>('lab_instructions')?.() ?? 0n) - before);
    return { event, steps: this.steps, accesses: this.accesses, stepped, instructions, result, trap };
  }

  /** Nobody waits a second time for an endless loop to burn all that it may. */
  private fuelFor(event: EventIndex): number {
    const endless = this.run.faults.some((fault) => fault.kind === 'endless loop' && fault.event === event);
    return endless ? LOOK_FUEL : FUEL;
  }

  /** Copies the cursor's memory: once all below the heap, and the pages that either side has written since. */
  private copyState(cursor: Cursor, to: AllocatorInstance): void {
    const { instance } = cursor;
    to.reserveUpTo(instance.memory.buffer.byteLength);
    const source = new Uint8Array(instance.memory.buffer);
    const target = new Uint8Array(to.memory.buffer);
    // A user's module without a simulated system may have written anywhere.
    if (!this.copied) target.set(source.subarray(0, instance.heapStart() || source.length));
    this.copied = true;
    for (const pages of [cursor.takeChanged(), this.own])
      for (const page of pages) target.set(source.subarray(page * PAGE, (page + 1) * PAGE), page * PAGE);
    this.own.clear();
    to.restoreGlobals(instance.saveGlobals());
  }

  private step(place: number, kind: number, a: number, b: number): undefined {
    this.closeStep();
    const known = STEP_KINDS[kind];
    if (known?.name === 'fit') this.takeVisited(a);
    if (!known || this.steps.length >= MOST_STEPS) return;
    this.steps.push({
      kind: known.name,
      file: place >>> 16,
      line: place & 0xffff,
      a,
      b,
      text: known.text(a, b, this.context),
      block: known.block === 'a' ? a : null,
      loads: 0,
      stores: 0,
    });
  }

  /** The block just visited is taken: only now can its sentence say so. */
  private takeVisited(block: Address): void {
    const last = this.steps.at(-1);
    if (last?.kind !== 'visit' || last.a !== block) return;
    const text = STEP_KINDS[0].text(last.a, last.b, { ...this.context, taken: true });
    this.steps[this.steps.length - 1] = { ...last, text };
  }

  /** Gives the accesses since the last step to that step. */
  private closeStep(): void {
    const last = this.steps.at(-1);
    if (last) this.steps[this.steps.length - 1] = { ...last, loads: this.loads, stores: this.stores };
    if (last) {
      this.loads = 0;
      this.stores = 0;
    }
  }

  private access(address: Address, bytes: Bytes, write: boolean): undefined {
    if (write) {
      this.stores++;
      const last = Math.floor((address + Math.max(1, bytes) - 1) / PAGE);
      for (let page = Math.floor(address / PAGE); page <= last; page++) this.own.add(page);
    } else this.loads++;
    if (this.accesses.length >= MOST_ACCESSES) return;
    this.accesses.push({ address, bytes, write, step: this.steps.length });
  }
}

function accessStep({ address, bytes, write }: Access): Step {
  const what = write ? 'writes' : 'reads';
  return {
    kind: write ? 'store' : 'load',
    file: 0,
    line: 0,
    a: address,
    b: bytes,
    text: `The allocator ${what} ${bytes} ${bytes === 1 ? 'byte' : 'bytes'} at ${hex(address)}.`,
    block: address,
    loads: write ? 0 : 1,
    stores: write ? 1 : 0,
  };
}
