import { Lines } from '../lines';
import { Recording } from '../recording';
import type { EventSink } from '../sink';
import { Slots } from '../slots';
import { Op, type Trace } from '../trace';
import type { InputEnd, TraceReader } from './reader';

/** One row of a table of events. */
export interface Row {
  op: Op;
  id: number;
  size: number;
  time: number;
  cpu: number;
  /** Alignment of memalign; offset and repetitions of touches. */
  arg: number;
}

/**
 * Reader of events as rows with named columns, one a line (CSV, JSON lines). Ids may be any whole numbers and be
 * used again after their free; everything else is as strict as `.trace`.
 */
export abstract class TableReader extends Lines implements TraceReader {
  private readonly recording: Recording;
  private readonly slots: Slots;
  private last = Number.NEGATIVE_INFINITY;
  private rows = 0;
  /** One row for all lines. */
  protected readonly row: Row = { op: Op.malloc, id: 0, size: 0, time: 0, cpu: 0, arg: 0 };

  constructor(
    private readonly sink: EventSink,
    file: string,
    private readonly name: string,
  ) {
    super(file);
    this.recording = new Recording(sink);
    this.slots = new Slots(this.recording);
    sink.locate = () => this.place(this.lineStart);
  }

  /** Reads `bytes[start..end)` into `row`; false for a line that holds none (a heading). */
  protected abstract read(bytes: Uint8Array, start: number, end: number): boolean;

  /** True when the columns have a time; else an event's number stands for it. */
  protected abstract readonly timed: boolean;

  protected text(bytes: Uint8Array, start: number, end: number): void {
    if (end > start && this.read(bytes, start, end)) this.take();
  }

  finish(end: InputEnd): Trace {
    if (end === 'whole') this.flush();
    else if (typeof end === 'object') {
      this.discard();
      this.recording.breakOff(`Cut off after line ${this.line}: ${end.cut}. What follows it is missing.`);
    }
    return this.recording.finish(this.name, this.timed ? 'ticks' : 'events');
  }

  protected fail(expected: string): never {
    this.refuse(this.lineStart, expected);
  }

  private take(): void {
    const { op, id, size, cpu, arg } = this.row;
    const time = this.timed ? this.row.time : this.rows;
    this.rows++;
    if (time < this.last) this.fail(`a time of ${this.last} or later`);
    this.last = time;
    if (size > 0xffff_ffff) this.fail('a size from 0 to 4294967295');
    switch (op) {
      case Op.malloc:
      case Op.calloc:
      case Op.memalign:
        this.slots.allocate(op, id, size, time, cpu, arg);
        break;
      case Op.free:
        if (!this.slots.free(id, time, cpu)) this.fail('an id that was allocated before');
        break;
      case Op.realloc:
        this.resize(id, size, time, cpu);
        break;
      case Op.read:
      case Op.write: {
        const object = this.slots.latest(id);
        if (object < 0) this.fail('an id that was allocated before');
        this.sink.add(op, object, size, time, cpu, arg === 1 ? 0 : arg);
        break;
      }
      default:
        this.sink.add(op, 0, size, time, cpu, 0);
    }
  }

  /** As in `.trace` a realloc to 0 bytes keeps its block, and one of a freed block is the replay's to report. */
  private resize(id: number, size: number, time: number, cpu: number): void {
    const object = this.slots.latest(id);
    if (object < 0) this.fail('an id that was allocated before');
    this.recording.resize(object, size, time, cpu);
  }
}
