import { ascii, type Cursor } from '../cursor';
import { AddressHeap } from '../recording';
import { Op } from '../trace';
import { type LineKind, LogReader } from './log';
import type { TraceFormat } from './reader';

const DASHES = ascii('--');
const EQUALS = ascii('==');
const STARS = ascii('**');
const AFTER_PID = ascii('-- ');
const RESULT = ascii(' = ');
const HEX = ascii('0x');
const AL = ascii('al ');
const SIZE = ascii('size ');
const COMMA = 44;
const COLON = 58;
const OPEN = 40;
const CLOSE = 41;
const SPACE = 32;

type Kind = 'allocate' | 'calloc' | 'aligned' | 'realloc' | 'free';

/** Functions by their exact name, then operators by the start of their mangled name. */
const FUNCTIONS: readonly (readonly [Uint8Array, Kind])[] = [
  [ascii('malloc('), 'allocate'],
  [ascii('free('), 'free'],
  [ascii('calloc('), 'calloc'],
  [ascii('realloc('), 'realloc'],
  [ascii('memalign('), 'aligned'],
  [ascii('posix_memalign('), 'aligned'],
  [ascii('aligned_alloc('), 'aligned'],
  [ascii('valloc('), 'allocate'],
];
const OPERATORS: readonly (readonly [Uint8Array, Kind])[] = [
  [ascii('_Znw'), 'allocate'],
  [ascii('_Zna'), 'allocate'],
  [ascii('_Zdl'), 'free'],
  [ascii('_Zda'), 'free'],
];

/** Reads `valgrind --trace-malloc=yes` (valgrind, coregrind/m_replacemalloc/vg_replace_malloc.c). */
class ValgrindReader extends LogReader {
  protected readonly grammar = '"--PID-- malloc(SIZE) = ADDRESS" (valgrind --trace-malloc=yes)';
  protected clock = 'events';
  private readonly heap = new AddressHeap(this.recording);
  /** The process that is read: the first that allocates. */
  private pid = -1;
  private readonly others = new Map<number, number>();
  private time = 0;

  protected read(cursor: Cursor): LineKind {
    if (cursor.word(EQUALS) || cursor.word(STARS)) return 'talk';
    if (!cursor.word(DASHES)) return 'foreign';
    let pid = cursor.decimal();
    if (cursor.peek() === COLON) {
      const time = this.stamp(cursor, pid);
      if (time < 0 || !cursor.eat(SPACE)) return 'foreign';
      this.time = time;
      this.clock = 'ms';
      pid = cursor.decimal();
    }
    if (pid < 0 || !cursor.word(AFTER_PID)) return 'foreign';
    return this.calls(cursor, pid);
  }

  protected conclude(): void {
    for (const [pid, calls] of this.others)
      this.recording.say(`Process ${pid}, a child with a heap of its own, left out: ${calls} calls.`);
  }

  /** One call, or several written on one line because the outer one calls the inner or fails without a line end. */
  private calls(cursor: Cursor, pid: number): LineKind {
    let pending: Kind | null = null;
    while (!cursor.done) {
      const kind = functionAt(cursor);
      if (kind === null) {
        if (pending === null) return 'talk';
        return 'foreign';
      }
      // A call without a result was answered by the one that follows it; only an overflowing calloc failed.
      if (pending === 'calloc') this.recording.count('failed');
      if (!this.call(cursor, kind, pid)) {
        if (!cursor.done) {
          pending = kind;
          continue;
        }
        return this.unanswered(kind);
      }
      pending = null;
      if (!cursor.done) return 'foreign';
    }
    return 'event';
  }

  private unanswered(kind: Kind): LineKind {
    if (kind !== 'calloc') return 'foreign';
    this.recording.count('failed');
    return 'event';
  }

  /** Reads one call's arguments and result and applies it; false when the line gives it no result. */
  private call(cursor: Cursor, kind: Kind, pid: number): boolean {
    let high = 0;
    let low = 0;
    let size = 0;
    let align = 0;
    if (kind === 'free' || kind === 'realloc') {
      if (!cursor.word(HEX) || !cursor.hex()) return this.spoil(cursor);
      high = cursor.high;
      low = cursor.low;
      if (kind === 'realloc') {
        if (!cursor.eat(COMMA)) return this.spoil(cursor);
        size = cursor.decimal();
      } else while (!cursor.done && cursor.peek() !== CLOSE) cursor.at++;
    } else {
      if (cursor.word(AL)) align = cursor.decimal();
      if (align > 0 && cursor.eat(COMMA)) cursor.blanks();
      cursor.word(SIZE);
      size = cursor.decimal();
      if (kind === 'calloc') {
        if (!cursor.eat(COMMA)) return this.spoil(cursor);
        size *= cursor.decimal();
      } else if (align === 0 && cursor.eat(COMMA)) {
        cursor.blanks();
        if (cursor.word(AL)) align = cursor.decimal();
      }
    }
    if (size < 0 || !cursor.eat(CLOSE)) return this.spoil(cursor);
    if (kind === 'free') {
      this.release(high, low, pid);
      return true;
    }
    if (!cursor.word(RESULT)) return false;
    if (!cursor.word(HEX) || !cursor.hex()) return this.spoil(cursor);
    if (!this.mine(pid)) return true;
    if (kind === 'realloc') this.move(high, low, cursor.high, cursor.low, size);
    else {
      const op = align > 0 ? Op.memalign : kind === 'calloc' ? Op.calloc : Op.malloc;
      this.heap.allocate(op, cursor.high, cursor.low, size, this.now, 0, align);
    }
    return true;
  }

  private release(high: number, low: number, pid: number): void {
    if (this.mine(pid)) this.heap.free(high, low, this.now);
  }

  private move(fromHigh: number, fromLow: number, high: number, low: number, size: number): void {
    if (high === 0 && low === 0) this.recording.count('failed');
    else if (fromHigh === 0 && fromLow === 0) this.heap.allocate(Op.malloc, high, low, size, this.now);
    else this.heap.move(fromHigh, fromLow, high, low, size, this.now);
  }

  private mine(pid: number): boolean {
    if (this.pid < 0) this.pid = pid;
    if (pid === this.pid) return true;
    this.others.set(pid, (this.others.get(pid) ?? 0) + 1);
    return false;
  }

  /** Time of an event: its stamp, or the events so far. */
  private get now(): number {
    return this.clock === 'ms' ? this.time : this.tick;
  }

  /** dd:hh:mm:ss.mmm, the days read already, in milliseconds; −1 when it is none. */
  private stamp(cursor: Cursor, days: number): number {
    let total = days;
    for (const scale of [24, 60, 60]) {
      if (!cursor.eat(COLON)) return -1;
      total = total * scale + cursor.decimal();
    }
    if (!cursor.eat(46)) return -1;
    return total * 1000 + cursor.decimal();
  }

  private spoil(cursor: Cursor): boolean {
    cursor.at = cursor.end;
    return false;
  }
}

/** The allocation function whose call begins here, its opening bracket passed; null when it is none. */
function functionAt(cursor: Cursor): Kind | null {
  for (const [name, kind] of FUNCTIONS) if (cursor.word(name)) return kind;
  for (const [name, kind] of OPERATORS) {
    if (!cursor.word(name)) continue;
    while (!cursor.done && cursor.peek() !== OPEN) cursor.at++;
    return cursor.eat(OPEN) ? kind : null;
  }
  return null;
}

export const valgrind: TraceFormat = {
  id: 'valgrind',
  title: 'valgrind --trace-malloc',
  extension: 'valgrind',
  recognises: (head) =>
    /^==(?:\d\d:[\d:.]+ )?\d+== /m.test(head) ||
    /^--(?:\d\d:[\d:.]+ )?\d+-- (?:malloc|calloc|_Zn[wa]\w*)\(/m.test(head),
  open: (sink, file, name) => new ValgrindReader(sink, file, name),
};
