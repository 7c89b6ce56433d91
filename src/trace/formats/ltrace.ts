import { ascii, type Cursor } from '../cursor';
import { type LineKind, LogReader } from './log';
import { type AllocationCall, type Family, LtraceProcesses } from './ltrace-processes';
import type { TraceFormat } from './reader';

const HEX = ascii('0x');
const PID = ascii('[pid ');
const ARROW = ascii('->');
const RESUMED = ascii('<... ');
const RESUMED_END = ascii(' resumed>');
const UNFINISHED = ascii('<unfinished ...>');
const NO_RETURN = ascii('<no return ...>');
const VOID = ascii('<void>');
const STATUS = ascii('+++ ');
const EXIT = ascii('exited');
const KILLED = ascii('killed');
const SIGNAL = ascii('--- ');
const EXEC = ascii('Called exec()');
const LIBC = ascii('libc.so');
const TABLE = ascii('% time');
const SPACE = 32;
const OPEN = 40;
const CLOSE = 41;
const COMMA = 44;
const DOT = 46;
const COLON = 58;
const EQUALS = 61;
const AT = 64;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/** The allocation functions, longest name first where one begins another. */
const FAMILIES: readonly (readonly [Uint8Array, Family])[] = [
  [ascii('malloc'), 'malloc'],
  [ascii('free'), 'free'],
  [ascii('calloc'), 'calloc'],
  [ascii('reallocarray'), 'reallocarray'],
  [ascii('realloc'), 'realloc'],
  [ascii('posix_memalign'), 'posix_memalign'],
  [ascii('aligned_alloc'), 'memalign'],
  [ascii('memalign'), 'memalign'],
  [ascii('pvalloc'), 'valloc'],
  [ascii('valloc'), 'valloc'],
];
const MOST_ARGUMENTS = 3;
/** A first time below this many seconds is one of `-r`, which counts from the line before. */
const RELATIVE_SECONDS = 1e8;
const HALF_DAY = 12 * 3600 * 1e6;

/** Reads what ltrace writes of malloc and kin, whatever of -f, -t, -tt, -ttt, -r, -i, -T, -S, -x and -o was given. */
class LtraceReader extends LogReader {
  protected readonly grammar = '"PROGRAM->malloc(SIZE) = ADDRESS" (ltrace)';
  protected clock = 'events';
  private readonly processes = new LtraceProcesses(this.recording);
  /** Microseconds; relative when every line counts from the one before. */
  private time = 0;
  private origin = -1;
  private relative: boolean | null = null;
  private exited = false;
  /** The last number read. */
  private high = 0;
  private low = 0;
  private value = 0;
  /** The call being read; one object for all lines. */
  private readonly call: AllocationCall = {
    family: 'malloc',
    high: new Float64Array(MOST_ARGUMENTS),
    low: new Float64Array(MOST_ARGUMENTS),
    value: new Float64Array(MOST_ARGUMENTS),
    count: 0,
    outHigh: 0,
    outLow: 0,
  };

  protected read(cursor: Cursor): LineKind {
    const task = this.prefix(cursor);
    const time = this.clock === 'us' ? this.time : this.tick;
    if (cursor.word(RESUMED)) return this.resumed(cursor, task, time);
    if (cursor.word(STATUS)) {
      if (!cursor.word(EXIT) && !cursor.word(KILLED)) return 'foreign';
      this.exited = true;
      return 'talk';
    }
    if (cursor.word(SIGNAL)) {
      if (cursor.word(EXEC)) this.processes.exec(task, time);
      return 'talk';
    }
    if (cursor.word(TABLE))
      this.refuse(cursor.at - TABLE.length, 'single calls: ltrace -c writes only a summary of them');
    return this.started(cursor, task, time);
  }

  protected conclude(whole: boolean): void {
    this.processes.conclude();
    if (whole && !this.exited)
      this.recording.breakOff('ltrace was ended before the program: later calls are missing.');
  }

  /** Passes `[pid N] `, pid, time and return address; answers the pid (0 where none is given). */
  private prefix(cursor: Cursor): number {
    let pid = 0;
    if (cursor.word(PID)) {
      pid = Math.max(0, cursor.decimal());
      cursor.eat(CLOSE_BRACKET);
      cursor.blanks();
    }
    cursor.blanks();
    for (let i = 0; i < 2; i++) {
      const start = cursor.at;
      const number = cursor.decimal();
      if (number < 0) break;
      const next = cursor.peek();
      if (next === SPACE) pid = number;
      else if (next === DOT) this.seconds(cursor, number);
      else if (next === COLON) this.ofDay(cursor, number);
      else {
        cursor.at = start;
        break;
      }
      cursor.blanks();
    }
    if (cursor.peek() === OPEN_BRACKET) {
      cursor.at++;
      if (cursor.word(HEX) && cursor.hex() && cursor.eat(CLOSE_BRACKET)) cursor.blanks();
    }
    return pid;
  }

  /** SECONDS.MICROSECONDS of -ttt or -r. */
  private seconds(cursor: Cursor, seconds: number): void {
    cursor.at++;
    const fraction = cursor.decimal();
    const stamp = seconds * 1e6 + Math.max(0, fraction);
    this.relative ??= seconds < RELATIVE_SECONDS;
    this.setTime(this.relative ? this.time + stamp : stamp);
  }

  /** HH:MM:SS of -t, with .MICROSECONDS of -tt. */
  private ofDay(cursor: Cursor, hours: number): void {
    cursor.at++;
    const minutes = cursor.decimal();
    cursor.eat(COLON);
    const seconds = cursor.decimal();
    const fraction = cursor.eat(DOT) ? cursor.decimal() : 0;
    let stamp = ((hours * 60 + minutes) * 60 + seconds) * 1e6 + fraction;
    // Past midnight the day starts anew.
    while (this.origin >= 0 && stamp + HALF_DAY < this.time + this.origin) stamp += 2 * HALF_DAY;
    this.setTime(stamp);
  }

  private setTime(stamp: number): void {
    this.clock = 'us';
    if (this.relative === true) {
      this.time = stamp;
      return;
    }
    // A double's 53 bits hold microseconds since 1970; counted from the first line they also read well.
    if (this.origin < 0) this.origin = stamp;
    this.time = Math.max(0, stamp - this.origin);
  }

  /** A call with its result, or the start of one that is interrupted. */
  private started(cursor: Cursor, task: number, time: number): LineKind {
    const { bytes, end } = cursor;
    const start = cursor.at;
    const open = bytes.indexOf(OPEN, start);
    if (open < 0 || open >= end) return 'foreign';
    let name = start;
    for (let at = open - 2; at >= start; at--) {
      if (bytes[at] === ARROW[0] && bytes[at + 1] === ARROW[1]) {
        name = at + 2;
        break;
      }
    }
    // Calls that libc makes through its own PLT carry wrong names (ltrace 0.7.3 with glibc 2.36).
    const libc = name > start && cursor.word(LIBC);
    cursor.at = name;
    let family = this.family(cursor);
    if (family === null) return 'talk';
    if (libc && family === 'realloc') return 'talk';
    if (libc && family === 'calloc') family = 'realloc';
    cursor.at = open + 1;
    this.call.family = family;
    this.arguments(cursor);
    if (endsWith(cursor, UNFINISHED) || endsWith(cursor, NO_RETURN)) {
      this.processes.start(task, this.call, time);
      return 'event';
    }
    if (!this.result(cursor)) return 'foreign';
    this.processes.whole(task, this.call, time);
    return 'event';
  }

  /** `<... NAME resumed> [ARGS]) = RESULT`. */
  private resumed(cursor: Cursor, task: number, time: number): LineKind {
    const start = cursor.at;
    const family = this.family(cursor);
    if (family === null) return 'talk';
    const { bytes, end } = cursor;
    cursor.at = start;
    while (!cursor.done && bytes[cursor.at] !== SPACE) cursor.at++;
    if (!cursor.word(RESUMED_END)) return 'foreign';
    while (cursor.at < end && bytes[cursor.at] !== CLOSE) cursor.at++;
    if (!this.result(cursor)) return 'foreign';
    this.processes.resume(task, family, this.call.outHigh, this.call.outLow, time);
    return 'event';
  }

  /** The family of a function by its name, which ends at a bracket, a blank or `@lib`. */
  private family(cursor: Cursor): Family | null {
    const start = cursor.at;
    for (const [name, family] of FAMILIES) {
      if (!cursor.word(name)) continue;
      const next = cursor.peek();
      if (next === OPEN || next === AT || next === SPACE) return family;
      cursor.at = start;
    }
    return null;
  }

  /** Up to three numbers; further ones are rubbish of missing prototypes. */
  private arguments(cursor: Cursor): void {
    const { call } = this;
    call.count = 0;
    while (call.count < MOST_ARGUMENTS) {
      cursor.blanks();
      if (!this.number(cursor)) break;
      call.high[call.count] = this.high;
      call.low[call.count] = this.low;
      call.value[call.count++] = this.value;
      if (!cursor.eat(COMMA)) break;
    }
  }

  /** `) = RESULT`, from the last closing bracket before the sign. */
  private result(cursor: Cursor): boolean {
    const { bytes, end } = cursor;
    while (cursor.at < end && bytes[cursor.at] !== CLOSE) cursor.at++;
    if (!cursor.eat(CLOSE)) return false;
    cursor.blanks();
    if (!cursor.eat(EQUALS)) return false;
    cursor.blanks();
    if (cursor.word(VOID)) {
      this.call.outHigh = 0;
      this.call.outLow = 0;
      return true;
    }
    if (!this.number(cursor)) return false;
    this.call.outHigh = this.high;
    this.call.outLow = this.low;
    return true;
  }

  /** A decimal or 0x number into `high`, `low`, `value`. */
  private number(cursor: Cursor): boolean {
    if (cursor.word(HEX)) {
      if (!cursor.hex()) return false;
      this.high = cursor.high;
      this.low = cursor.low;
      this.value = cursor.number;
      return true;
    }
    const value = cursor.decimal();
    if (value < 0) return false;
    this.value = value;
    this.high = Math.floor(value / 2 ** 32) >>> 0;
    this.low = value >>> 0;
    return true;
  }
}

function endsWith(cursor: Cursor, word: Uint8Array): boolean {
  const from = cursor.end - word.length;
  if (from < cursor.at) return false;
  for (let i = 0; i < word.length; i++) if (cursor.bytes[from + i] !== word[i]) return false;
  return true;
}

/** A call or a status line; tried on the start of each line alone, so that no input makes it slow. */
const LINE =
  /(?:->|^|\s)(?:malloc|calloc|realloc|free|memalign)(?:@[\w.]+)?\([^()<]*(?:\) += (?:0x|\d|<void>)|<(?:unfinished|no return) )|^(?:\S+ )*\+\+\+ (?:exited|killed)|^% time +seconds +usecs\/call/;
const LINE_LENGTH = 200;

export const ltrace: TraceFormat = {
  id: 'ltrace',
  title: 'ltrace',
  extension: 'ltrace',
  recognises: (head) => head.split('\n').some((line) => LINE.test(line.slice(0, LINE_LENGTH))),
  open: (sink, file, name) => new LtraceReader(sink, file, name),
};
