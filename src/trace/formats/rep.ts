import { ascii, Cursor } from '../cursor';
import { TraceError } from '../errors';
import { Lines } from '../lines';
import { Recording } from '../recording';
import type { EventSink } from '../sink';
import { Slots } from '../slots';
import { Op, type Trace } from '../trace';
import type { InputEnd, TraceFormat, TraceReader } from './reader';

const LETTER_A = 97;
const LETTER_F = 102;
const LETTER_R = 114;
const MINUS = ascii('-');
/** Most number-only lines a header has, over all generations of the assignment. */
const MOST_HEADERS = 4;

/**
 * Reads CS:APP malloc-lab `.rep`. Header lines are counted, not trusted: their meaning changed with the years.
 * An id there is a slot that may be used again, so objects are numbered anew.
 */
class RepReader extends Lines implements TraceReader {
  private readonly recording: Recording;
  private readonly slots: Slots;
  private readonly cursor = new Cursor();
  private readonly header: number[] = [];
  private operations = 0;

  constructor(
    sink: EventSink,
    file: string,
    private readonly name: string,
  ) {
    super(file);
    this.recording = new Recording(sink);
    this.slots = new Slots(this.recording);
    sink.locate = () => this.place(this.lineStart);
  }

  protected text(bytes: Uint8Array, start: number, end: number): void {
    this.cursor.set(bytes, start, end);
    this.cursor.blanks();
    if (!this.cursor.done) this.read(this.cursor);
  }

  finish(end: InputEnd): Trace {
    if (end === 'whole') this.flush();
    if (this.header.length === 0 && end !== 'stopped')
      throw new TraceError({
        file: this.file,
        line: null,
        found: 'an empty file',
        expected: 'a .rep header',
      });
    const announced = this.header.length === 4 ? this.header[2] : this.header[1];
    if (typeof end === 'object') this.recording.breakOff(`Cut off after line ${this.line}: ${end.cut}.`);
    if (end !== 'stopped' && announced > this.operations)
      this.recording.say(`The header announces ${announced} operations; ${this.operations} are there.`);
    return this.recording.finish(this.name, 'events');
  }

  private read(cursor: Cursor): void {
    const letter = cursor.peek();
    if (letter >= 48 && letter <= 57 && this.operations === 0) {
      this.headerLine(cursor);
      return;
    }
    if (this.header.length < 2) this.refuse(this.lineStart, 'a number (header of a malloc-lab trace)');
    cursor.at++;
    const id = this.field(cursor, letter);
    if (letter === LETTER_F) this.end(cursor, id);
    else if (letter === LETTER_A || letter === LETTER_R) {
      const size = this.field(cursor, letter);
      if (!cursor.done || size < 0 || id < 0) this.malformed(letter);
      if (letter === LETTER_A) this.slots.allocate(Op.malloc, id, size, this.operations);
      else this.slots.resize(id, size, this.operations);
    } else this.malformed(letter);
    this.operations++;
  }

  private headerLine(cursor: Cursor): void {
    const value = cursor.decimal();
    if (!cursor.done || this.header.length === MOST_HEADERS)
      this.refuse(
        this.lineStart,
        '"a ID SIZE", "r ID SIZE" or "f ID" after 2 to 4 header lines of one number',
      );
    this.header.push(value);
  }

  private end(cursor: Cursor, slot: number): void {
    if (!cursor.done || slot < -1) this.malformed(LETTER_F);
    if (slot === -1) {
      this.recording.count('nullFree');
      return;
    }
    if (!this.slots.free(slot, this.operations))
      this.refuse(this.lineStart, 'an id that was allocated before, or -1 for NULL');
  }

  /** Blank and a whole number; −1 may stand for NULL. */
  private field(cursor: Cursor, letter: number): number {
    const before = cursor.at;
    cursor.blanks();
    const negative = cursor.word(MINUS);
    const value = cursor.decimal();
    if (cursor.at === before || value < 0) this.malformed(letter);
    return negative ? -value : value;
  }

  private malformed(letter: number): never {
    const grammar = new Map([
      [LETTER_A, '"a ID SIZE"'],
      [LETTER_R, '"r ID SIZE"'],
      [LETTER_F, '"f ID"'],
    ]);
    this.refuse(this.lineStart, grammar.get(letter) ?? 'a line that begins with a, r or f');
  }
}

export const rep: TraceFormat = {
  id: 'rep',
  title: 'malloc-lab .rep',
  extension: 'rep',
  recognises: (head) => /^(?:\s*\d+[ \t]*\r?\n){2,4}\s*[arf][ \t]+-?\d/.test(head.slice(0, 1000)),
  open: (sink, file, name) => new RepReader(sink, file, name),
};
