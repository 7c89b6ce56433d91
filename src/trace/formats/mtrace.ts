import { NO_OBJECT } from '../addresses';
import { ascii, type Cursor } from '../cursor';
import { AddressHeap } from '../recording';
import { Op } from '../trace';
import { type LineKind, LogReader } from './log';
import type { TraceFormat } from './reader';

const START = ascii('= Start');
const END = ascii('= End');
const NIL = ascii('(nil)');
const HEX = ascii('0x');
const SPACE = 32;
/** A realloc's lines come at most this many lines after another thread took its old address. */
const RACE_LINES = 1000;

/** A block whose address was handed out again before its realloc's lines were written. */
interface Displaced {
  readonly high: number;
  readonly low: number;
  readonly id: number;
  readonly line: number;
}

/** Reads what glibc's `mtrace()` writes: `@ place + address size` and kin (glibc, malloc/mtrace-impl.c). */
class MtraceReader extends LogReader {
  protected readonly grammar = '"@ PLACE + ADDRESS SIZE" (glibc mtrace)';
  protected readonly clock = 'events';
  private readonly heap = new AddressHeap(this.recording);
  /** Old address of a realloc whose second line is still to come. */
  private moving: { high: number; low: number; id: number } | null = null;
  private displaced: Displaced[] = [];

  protected read(cursor: Cursor): LineKind {
    if (this.displaced.length > 0) this.expire();
    const { bytes, at: start, end } = cursor;
    // From the right: [size] address sign; a place before it may hold anything.
    let at = end;
    while (at > start && bytes[at - 1] !== SPACE) at--;
    let sign = bytes[at - 2];
    let size = at;
    if (!isSign(sign) || (at - 3 >= start && bytes[at - 3] !== SPACE)) {
      size = at;
      at--;
      while (at > start && bytes[at - 1] !== SPACE) at--;
      sign = bytes[at - 2];
      if (!isSign(sign) || (at - 3 >= start && bytes[at - 3] !== SPACE))
        return cursor.word(START) || cursor.word(END) ? 'talk' : 'foreign';
    } else size = -1;
    if (at - 2 < start) return 'foreign';
    cursor.at = at;
    if (cursor.word(NIL)) {
      cursor.high = 0;
      cursor.low = 0;
    } else if (!cursor.word(HEX) || !cursor.hex()) return 'foreign';
    const { high, low } = cursor;
    let bytesAsked = 0;
    if (size < 0) {
      if (cursor.at !== end || (sign !== MINUS && sign !== LESS)) return 'foreign';
    } else {
      if (cursor.at !== size - 1 || sign === MINUS || sign === LESS) return 'foreign';
      cursor.at = size;
      cursor.word(HEX);
      if (!cursor.hex() || cursor.at !== end) return 'foreign';
      bytesAsked = cursor.number;
    }
    this.event(sign, high, low, bytesAsked);
    return 'event';
  }

  protected conclude(whole: boolean): void {
    for (const { id } of this.displaced) this.recording.free(id, this.tick);
    this.displaced = [];
    if (whole && this.moving !== null && this.moving.id !== NO_OBJECT)
      this.recording.say('The last realloc is cut off: its block keeps its old size.');
  }

  private event(sign: number, high: number, low: number, size: number): void {
    const time = this.tick;
    if (sign === PLUS) {
      if (high !== 0 || low !== 0) this.displace(high, low);
      this.heap.allocate(Op.malloc, high, low, size, time);
    } else if (sign === MINUS) this.heap.free(high, low, time);
    else if (sign === LESS) this.moving = { high, low, id: this.from(high, low) };
    else if (sign === BANG) this.recording.count('failed');
    else this.arrive(high, low, size, time);
  }

  /** The second line of a realloc: the block named by the first is now here. */
  private arrive(high: number, low: number, size: number, time: number): void {
    const { moving } = this;
    this.moving = null;
    const id = moving?.id ?? NO_OBJECT;
    if (id === NO_OBJECT) {
      this.recording.count('unknownRealloc');
      this.heap.allocate(Op.malloc, high, low, size, time);
      return;
    }
    if (moving !== null && this.heap.table.get(moving.high, moving.low) === id)
      this.heap.table.take(moving.high, moving.low);
    if (this.heap.table.get(high, low) !== NO_OBJECT) this.displace(high, low);
    this.recording.resize(id, size, time);
    this.heap.table.set(high, low, id);
  }

  /** The object that a realloc's first line means: one that was displaced from there, or the one that stands there. */
  private from(high: number, low: number): number {
    const raced = this.displaced.findIndex((each) => each.high === high && each.low === low);
    if (raced < 0) return this.heap.table.get(high, low);
    return this.displaced.splice(raced, 1)[0].id;
  }

  /**
   * Another thread's new block may be written down before the realloc that vacated its address, because glibc
   * writes a realloc's lines when it is done. The old block waits for them.
   */
  private displace(high: number, low: number): void {
    const id = this.heap.table.take(high, low);
    if (id !== NO_OBJECT) this.displaced.push({ high, low, id, line: this.line });
  }

  private expire(): void {
    while (this.displaced.length > 0 && this.displaced[0].line < this.line - RACE_LINES) {
      const gone = this.displaced.shift();
      if (gone === undefined) break;
      this.recording.count('implied');
      this.recording.free(gone.id, this.tick);
    }
  }
}

const PLUS = 43;
const MINUS = 45;
const LESS = 60;
const GREATER = 62;
const BANG = 33;
const isSign = (code: number): boolean =>
  code === PLUS || code === MINUS || code === LESS || code === GREATER || code === BANG;

export const mtrace: TraceFormat = {
  id: 'mtrace',
  title: 'glibc mtrace',
  extension: 'mtrace',
  recognises: (head) => /^= Start\r?\n/.test(head) || /^@ .* [-+<] 0x[0-9a-f]+/m.test(head.slice(0, 4096)),
  open: (sink, file, name) => new MtraceReader(sink, file, name),
};
