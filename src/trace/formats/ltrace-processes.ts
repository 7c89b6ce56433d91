import { AddressTable, NO_OBJECT } from '../addresses';
import { AddressHeap, type Recording } from '../recording';
import { Op } from '../trace';

/** Functions that ask alike. */
export type Family =
  | 'malloc'
  | 'free'
  | 'calloc'
  | 'realloc'
  | 'reallocarray'
  | 'memalign'
  | 'posix_memalign'
  | 'valloc';

/** A call as it stands on a line: arguments as upper and lower 32 bits and as numbers, and the result. */
export interface AllocationCall {
  family: Family;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly value: Float64Array;
  count: number;
  outHigh: number;
  outLow: number;
}

/** A call whose result is still to come. */
interface OpenCall {
  readonly family: Family;
  readonly size: number;
  readonly align: number;
  readonly fromHigh: number;
  readonly fromLow: number;
  /** Object that a realloc took along; it stands at no address until the call returns. */
  readonly id: number;
}

/** A thread, or a forked process: ltrace calls both a pid. */
interface Task {
  readonly pid: number;
  /** Threads are numbered in order of appearance. */
  readonly cpu: number;
  readonly open: OpenCall[];
  calls: number;
  conflicts: number;
  /** A process of its own, whose heap is not the recording's. */
  foreign: boolean;
}

const PAGE = 4096;
/** Deepest nesting of interrupted calls that is kept; real ones reach three. */
const MAX_OPEN = 64;
/** A pid is taken for a forked process when so many of its calls, and this share, contradict a common heap. */
const CONFLICTS = 3;
const CONFLICT_SHARE = 0.1;

/**
 * Follows the heap that the threads of a traced program share. ltrace does not tell a thread from a forked process:
 * one that frees what its kin freed, or is given what its kin holds, again and again, has a heap of its own and is
 * left out from there on.
 */
export class LtraceProcesses {
  private readonly heap: AddressHeap;
  private readonly tasks = new Map<number, Task>();
  private readonly order: Task[] = [];
  /** Who holds an address and who freed it last, as indices into `order`; kept once a second pid is seen. */
  private readonly holder = new AddressTable();
  private readonly releaser = new AddressTable();
  private hidden = 0;

  constructor(private readonly recording: Recording) {
    this.heap = new AddressHeap(recording);
  }

  /** A call with its result on one line. */
  whole(pid: number, call: AllocationCall, time: number): void {
    const task = this.task(pid);
    if (task.foreign || task.open.length > 0) return;
    const begun = this.begin(task, call, time);
    if (begun !== null) this.end(task, begun, call.outHigh, call.outLow, time);
  }

  /** A call that another line interrupts, or that calls a traced function itself. */
  start(pid: number, call: AllocationCall, time: number): void {
    const task = this.task(pid);
    if (task.foreign || task.open.length === MAX_OPEN) return;
    // Within another call this one is that call's own doing and is not counted.
    const begun = task.open.length > 0 ? inner(call.family) : this.begin(task, call, time);
    task.open.push(begun ?? inner(call.family));
  }

  /** The rest of an interrupted call: the innermost of that name. */
  resume(pid: number, family: Family, high: number, low: number, time: number): void {
    const task = this.task(pid);
    if (task.foreign) return;
    for (let at = task.open.length - 1; at >= 0; at--) {
      if (task.open[at].family !== family) continue;
      const call = task.open[at];
      task.open.length = at;
      if (call.size >= 0) this.end(task, call, high, low, time);
      return;
    }
  }

  /** The process replaced its program: its blocks are gone. */
  exec(pid: number, time: number): void {
    const task = this.task(pid);
    if (task.foreign) return;
    if (task === this.order[0]) {
      this.recording.say(`exec() at event ${this.recording.sink.events}: all blocks end there.`);
      this.heap.forget(time, task.cpu);
      this.holder.clear();
    } else this.banish(task);
  }

  conclude(): void {
    for (const task of this.order) {
      if (task.foreign)
        this.recording.say(
          `Process ${task.pid} has a heap of its own (a fork); it was seen to after ${task.calls} calls, and later ones are left out.`,
        );
    }
    if (this.hidden > 0)
      this.recording.say(
        `Calls of posix_memalign, left out because ltrace does not show the address that they return: ${this.hidden}.`,
      );
    this.recording.say('Calls that libc makes itself (strdup, getline, fopen …) are not seen by ltrace.');
  }

  private task(pid: number): Task {
    const known = this.tasks.get(pid);
    if (known !== undefined) return known;
    const task = { pid, cpu: this.order.length, open: [], calls: 0, conflicts: 0, foreign: false };
    this.tasks.set(pid, task);
    this.order.push(task);
    return task;
  }

  /** What a call does when it is entered (free, the old block of realloc); null when nothing follows. */
  private begin(task: Task, call: AllocationCall, time: number): OpenCall | null {
    task.calls++;
    const { family, value, count } = call;
    const size = requested(call);
    if (family === 'free' && count >= 1) {
      this.release(task, call.high[0], call.low[0], time);
      return null;
    }
    if (family === 'posix_memalign') {
      this.hidden++;
      return null;
    }
    if (Number.isNaN(size)) return null;
    const align = family === 'memalign' ? alignment(value[0]) : family === 'valloc' ? PAGE : 0;
    const fromHigh = call.high[0];
    const fromLow = call.low[0];
    const moving = moves(family) && (fromHigh !== 0 || fromLow !== 0);
    const id = moving ? this.heap.table.take(fromHigh, fromLow) : NO_OBJECT;
    return { family, size, align, fromHigh, fromLow, id };
  }

  /** What a call does when it returns. */
  private end(task: Task, call: OpenCall, high: number, low: number, time: number): void {
    const { family, size, id, align } = call;
    const failed = high === 0 && low === 0;
    if (moves(family) && (call.fromHigh !== 0 || call.fromLow !== 0)) {
      if (id === NO_OBJECT) this.unknown(task, call, high, low, failed, time);
      else if (!failed) this.land(task, id, call, high, low, time);
      else if (size === 0) this.recording.free(id, time, task.cpu);
      else {
        this.recording.count('failed');
        this.heap.table.set(call.fromHigh, call.fromLow, id);
      }
      return;
    }
    if (failed) {
      this.recording.count('failed');
      return;
    }
    this.claim(task, high, low);
    const op = align > 0 ? Op.memalign : family === 'calloc' ? Op.calloc : Op.malloc;
    this.heap.allocate(op, high, low, size, time, task.cpu, align);
  }

  /** realloc of a block that was never seen. */
  private unknown(
    task: Task,
    call: OpenCall,
    high: number,
    low: number,
    failed: boolean,
    time: number,
  ): void {
    if (failed) this.recording.count(call.size === 0 ? 'unknownFree' : 'failed');
    else {
      this.claim(task, high, low);
      this.heap.move(call.fromHigh, call.fromLow, high, low, call.size, time, task.cpu);
    }
  }

  /** A resized object arrives at its new address. */
  private land(task: Task, id: number, call: OpenCall, high: number, low: number, time: number): void {
    this.claim(task, high, low);
    const old = this.heap.table.get(high, low);
    if (old !== NO_OBJECT) {
      this.recording.count('implied');
      this.recording.free(old, time, task.cpu);
    }
    this.recording.resize(id, call.size, time, task.cpu);
    this.heap.table.set(high, low, id);
  }

  private release(task: Task, high: number, low: number, time: number): void {
    if (this.order.length > 1 && (high !== 0 || low !== 0)) {
      const before = this.releaser.get(high, low);
      if (before !== NO_OBJECT && before !== task.cpu && this.heap.table.get(high, low) === NO_OBJECT)
        this.conflict(task, this.order[before]);
      this.releaser.set(high, low, task.cpu);
      this.holder.take(high, low);
    }
    if (!task.foreign) this.heap.free(high, low, time, task.cpu);
  }

  /** Notes who was given an address. */
  private claim(task: Task, high: number, low: number): void {
    if (this.order.length === 1) return;
    const holder = this.holder.get(high, low);
    if (holder !== NO_OBJECT && holder !== task.cpu && this.heap.table.get(high, low) !== NO_OBJECT)
      this.conflict(task, this.order[holder]);
    this.holder.set(high, low, task.cpu);
    this.releaser.take(high, low);
  }

  /** Two pids contradict each other; the younger one is the fork. */
  private conflict(a: Task, b: Task): void {
    const younger = a.cpu > b.cpu ? a : b;
    younger.conflicts++;
    if (younger.conflicts >= CONFLICTS && younger.conflicts > younger.calls * CONFLICT_SHARE)
      this.banish(younger);
  }

  private banish(task: Task): void {
    task.foreign = true;
    task.open.length = 0;
  }
}

const moves = (family: Family): boolean => family === 'realloc' || family === 'reallocarray';

/** A call inside another one: it waits for its end and counts for nothing. */
const inner = (family: Family): OpenCall => ({
  family,
  size: -1,
  align: 0,
  fromHigh: 0,
  fromLow: 0,
  id: NO_OBJECT,
});

/** An alignment that a trace can hold; 0 for rubbish. */
function alignment(value: number): number {
  return value >= 1 && value <= 2 ** 31 && (value & (value - 1)) === 0 ? value : 0;
}

/** Bytes asked for; NaN when the arguments are not there. */
function requested({ family, value, count }: AllocationCall): number {
  if (family === 'malloc' || family === 'valloc') return count >= 1 ? value[0] : Number.NaN;
  if (count < 2) return Number.NaN;
  if (family === 'calloc') return value[0] * value[1];
  if (family === 'reallocarray') return count < 3 ? Number.NaN : value[1] * value[2];
  return value[1];
}
