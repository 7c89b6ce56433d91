import { AddressTable, NO_OBJECT } from './addresses';
import type { EventSink, TraceHeading } from './sink';
import { brokenOff } from './summary';
import { Op, type Trace } from './trace';

const MAX_SIZE = 0xffff_ffff;

/** Things that a recording holds and a trace cannot, as the notes say them. */
const REMARKS = {
  unknownFree: 'Frees of blocks from before the recording began, left out',
  unknownRealloc: 'Reallocs of blocks from before the recording began, taken as new allocations',
  nullFree: 'Frees of NULL, left out',
  failed: 'Calls that failed, left out',
  implied: 'Blocks that end when their address is handed out again, since no free was recorded',
  overwritten: 'Blocks never freed because their id was allocated again while they lived',
  large: `Requests above ${MAX_SIZE} bytes, which stand as ${MAX_SIZE}`,
  late: 'Events with a time before the event above them, which take its time',
} as const;
export type Remark = keyof typeof REMARKS;

/**
 * What a tool recorded on its way to a trace: gives out ids, bends what a trace cannot hold (sizes past 32 bits,
 * times that run back) and counts it for the notes.
 */
export class Recording {
  private objects = 0;
  private last = Number.NEGATIVE_INFINITY;
  private readonly counts = new Map<Remark, number>();
  private readonly said: string[] = [];
  private broken = false;

  constructor(readonly sink: EventSink) {}

  /** Ids given out so far. */
  get allocated(): number {
    return this.objects;
  }

  /** A new object; returns its id. */
  allocate(op: Op, size: number, time: number, cpu = 0, arg = 0): number {
    const id = this.objects++;
    this.sink.add(op, id, this.fit(size), this.order(time), cpu, arg);
    return id;
  }

  resize(id: number, size: number, time: number, cpu = 0): void {
    this.sink.add(Op.realloc, id, this.fit(size), this.order(time), cpu, 0);
  }

  free(id: number, time: number, cpu = 0): void {
    this.sink.add(Op.free, id, 0, this.order(time), cpu, 0);
  }

  count(remark: Remark): void {
    this.counts.set(remark, (this.counts.get(remark) ?? 0) + 1);
  }

  /** Adds a note in the reader's own words. */
  say(note: string): void {
    this.said.push(note);
  }

  /** Adds a note of where the input ends before the program did; what is unknown from there on is counted. */
  breakOff(note: string): void {
    this.say(note);
    this.broken = true;
  }

  finish(name: string, clock: string, sites?: TraceHeading['sites']): Trace {
    const notes = [...this.said];
    for (const [remark, n] of this.counts) notes.push(`${REMARKS[remark]}: ${n}.`);
    const trace = this.sink.finish({ name, clock, notes, sites });
    return this.broken ? brokenOff(trace) : trace;
  }

  private fit(size: number): number {
    if (size <= MAX_SIZE) return size;
    this.count('large');
    return MAX_SIZE;
  }

  private order(time: number): number {
    if (time < this.last) this.count('late');
    else this.last = time;
    return this.last;
  }
}

/** A process's heap as a tool shows it by addresses (upper and lower 32 bits), turned into a recording's events. */
export class AddressHeap {
  readonly table = new AddressTable();

  constructor(private readonly recording: Recording) {}

  allocate(op: Op, high: number, low: number, size: number, time: number, cpu = 0, arg = 0): void {
    if (high === 0 && low === 0) {
      this.recording.count('failed');
      return;
    }
    const old = this.table.get(high, low);
    if (old !== NO_OBJECT) {
      // The block that stood here was freed where the tool could not see it.
      this.recording.count('implied');
      this.recording.free(old, time, cpu);
    }
    this.table.set(high, low, this.recording.allocate(op, size, time, cpu, arg));
  }

  free(high: number, low: number, time: number, cpu = 0): void {
    if (high === 0 && low === 0) {
      this.recording.count('nullFree');
      return;
    }
    const id = this.table.take(high, low);
    if (id === NO_OBJECT) this.recording.count('unknownFree');
    else this.recording.free(id, time, cpu);
  }

  /** A realloc of a block that succeeded: the object keeps its id and may have moved. */
  move(
    fromHigh: number,
    fromLow: number,
    high: number,
    low: number,
    size: number,
    time: number,
    cpu = 0,
  ): void {
    const id = this.table.take(fromHigh, fromLow);
    if (id === NO_OBJECT) {
      this.recording.count('unknownRealloc');
      this.allocate(Op.malloc, high, low, size, time, cpu);
      return;
    }
    const old = this.table.get(high, low);
    if (old !== NO_OBJECT) {
      this.recording.count('implied');
      this.recording.free(old, time, cpu);
    }
    this.recording.resize(id, size, time, cpu);
    this.table.set(high, low, id);
  }

  /** Ends every block that lives: the process replaced its memory (exec). */
  forget(time: number, cpu = 0): void {
    for (const id of this.table.ids()) this.recording.free(id, time, cpu);
    this.table.clear();
  }
}
