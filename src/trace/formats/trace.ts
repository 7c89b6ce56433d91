import { TraceError } from '../errors';
import { LineSource } from '../lines';
import type { EventSink } from '../sink';
import { brokenOff } from '../summary';
import { Op, type Trace } from '../trace';
import type { InputEnd, TraceFormat, TraceReader } from './reader';

export const TRACE_HEADER = '# alloc-trace 1';

/** Number of fields after the letter without CPU, and how the line reads; by the letter's code. */
const SHAPES: ReadonlyMap<string, { op: Op; fields: number; grammar: string }> = new Map([
  ['a', { op: Op.malloc, fields: 3, grammar: 'a ID SIZE TIME [CPU]' }],
  ['c', { op: Op.calloc, fields: 3, grammar: 'c ID SIZE TIME [CPU]' }],
  ['m', { op: Op.memalign, fields: 4, grammar: 'm ID SIZE ALIGN TIME [CPU]' }],
  ['r', { op: Op.realloc, fields: 3, grammar: 'r ID NEWSIZE TIME [CPU]' }],
  ['f', { op: Op.free, fields: 2, grammar: 'f ID TIME [CPU]' }],
  ['l', { op: Op.read, fields: 4, grammar: 'l ID SIZE ARG TIME [CPU]' }],
  ['s', { op: Op.write, fields: 4, grammar: 's ID SIZE ARG TIME [CPU]' }],
  ['w', { op: Op.compute, fields: 2, grammar: 'w CYCLES TIME [CPU]' }],
  ['b', { op: Op.barrier, fields: 1, grammar: 'b TIME [CPU]' }],
]);
const NONE = 255;
const OPS = new Uint8Array(256).fill(NONE);
const FIELDS = new Uint8Array(256);
for (const [letter, shape] of SHAPES) {
  OPS[letter.charCodeAt(0)] = shape.op;
  FIELDS[letter.charCodeAt(0)] = shape.fields;
}

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const MOST_FIELDS = 5;
/** Notes that an earlier conversion left, up to this many. */
const MOST_NOTES = 50;
/** Digits that a 32-bit integer holds whatever they are. */
const SAFE_DIGITS = 9;

/** Reads `.trace`, the lab's own text form (see the README here), straight from the bytes. */
class TraceTextReader extends LineSource implements TraceReader {
  private name: string;
  private clock = 'ticks';
  private headed = false;
  private announced = 0;
  private readonly notes: string[] = [];
  private lineStart = 0;
  private readonly field = new Float64Array(MOST_FIELDS);

  constructor(
    private readonly sink: EventSink,
    file: string,
    name: string,
  ) {
    super(file);
    this.name = name;
    sink.locate = () => this.place(this.lineStart);
  }

  finish(end: InputEnd): Trace {
    const cut = typeof end === 'object';
    const partial = cut ? this.discard() : end === 'whole' && this.dropPartial();
    if (cut && this.sink.events === 0)
      throw new TraceError({ file: this.file, line: this.line, found: end.cut, expected: 'a complete file' });
    if (cut) this.notes.push(`Cut off after line ${this.line}: ${end.cut}. What follows it is missing.`);
    else if (partial) this.notes.push(`Cut off in line ${this.line + 1}, which has no end and is left out.`);
    if (end === 'whole') this.flush();
    if (!this.headed && end !== 'stopped')
      throw new TraceError({ file: this.file, line: null, found: 'an empty file', expected: TRACE_HEADER });
    const { events } = this.sink;
    if (end === 'whole' && events < this.announced)
      this.notes.push(`The file announces ${this.announced} events; ${events} are there.`);
    const trace = this.sink.finish({ name: this.name, clock: this.clock, notes: this.notes });
    return cut || partial ? brokenOff(trace) : trace;
  }

  /** Drops a last line that is the beginning of an event: its recorder was stopped. A whole one needs no newline. */
  private dropPartial(): boolean {
    const text = new TextDecoder().decode(this.unended);
    const needed = FIELDS[text.charCodeAt(0)];
    const fields = text.trimEnd().split(' ').length - 1;
    const begun = /^[a-z]( \d+)* ?$/.test(text) && OPS[text.charCodeAt(0)] !== NONE && fields < needed;
    return this.sink.events > 0 && begun && this.discard();
  }

  protected block(b: Uint8Array, from: number, to: number): void {
    const { sink, field } = this;
    let i = from;
    while (i < to) {
      this.line++;
      this.lineStart = i;
      const letter = b[i];
      const op = OPS[letter];
      if (op === NONE || !this.headed) {
        i = this.other(b, i, to);
        continue;
      }
      let n = 0;
      let c = b[++i];
      while (c === SPACE && n < MOST_FIELDS) {
        let d = b[++i] - 48;
        if (d < 0 || d > 9) break;
        let small = d;
        const safe = i + SAFE_DIGITS - 1;
        while (i < safe) {
          d = b[++i] - 48;
          if (d < 0 || d > 9) break;
          small = (Math.imul(small, 10) + d) | 0;
        }
        let value = small;
        if (i === safe && d >= 0 && d <= 9) {
          d = b[++i] - 48;
          while (d >= 0 && d <= 9) {
            value = value * 10 + d;
            d = b[++i] - 48;
          }
        }
        field[n++] = value;
        c = d + 48;
      }
      if (c === RETURN) c = b[++i];
      const fields = FIELDS[letter];
      if (c !== NEWLINE || n < fields || n > fields + 1) this.malformed(letter);
      i++;
      const time = field[fields - 1];
      const cpu = n > fields ? field[fields] : 0;
      switch (op) {
        case Op.free:
          sink.add(Op.free, field[0], 0, time, cpu, 0);
          break;
        case Op.memalign:
          this.memalign(field, time, cpu);
          break;
        case Op.read:
        case Op.write:
          // One pass over the object from its start is the rule and is not stored.
          sink.add(op, field[0], field[1], time, cpu, field[2] === 1 ? 0 : field[2]);
          break;
        case Op.compute:
          sink.add(op, 0, field[0], time, cpu, 0);
          break;
        case Op.barrier:
          sink.add(op, 0, 0, time, cpu, 0);
          break;
        default:
          sink.add(op, field[0], field[1], time, cpu, 0);
      }
    }
  }

  private memalign(field: Float64Array, time: number, cpu: number): void {
    const align = field[2];
    // A power of two up to 2^31: what posix_memalign takes and a 32-bit address space can hold.
    if (align < 1 || align > 2 ** 31 || (align & (align - 1)) !== 0)
      this.refuse(this.lineStart, 'an alignment that is a power of two up to 2147483648');
    this.sink.add(Op.memalign, field[0], field[1], time, cpu, align);
  }

  /** A comment, an empty line, or something that does not belong here; answers where the next line starts. */
  private other(b: Uint8Array, start: number, to: number): number {
    const newline = b.indexOf(NEWLINE, start);
    const end = b[newline - 1] === RETURN && newline > start ? newline - 1 : newline;
    if (!this.headed) {
      const text = new TextDecoder().decode(b.slice(start, Math.min(end, start + 100)));
      if (text !== TRACE_HEADER) this.refuse(start, `"${TRACE_HEADER}" as first line`);
      this.headed = true;
    } else if (b[start] === HASH)
      this.comment(new TextDecoder().decode(b.slice(start, Math.min(end, start + 1000))));
    else if (end > start) this.malformed(b[start]);
    return newline < 0 ? to : newline + 1;
  }

  private comment(text: string): void {
    const [, key, value] = /^# (name|clock|events|note): *(\S.*)$/.exec(text.trimEnd()) ?? [];
    if (key === 'name') this.name = value;
    else if (key === 'clock') this.clock = value.split(' ')[0];
    else if (key === 'events') this.announced = Number(value);
    else if (key === 'note' && this.notes.length < MOST_NOTES) this.notes.push(value);
  }

  private malformed(letter: number): never {
    const shape = SHAPES.get(String.fromCharCode(letter));
    this.refuse(
      this.lineStart,
      shape === undefined ? 'a line that begins with a, c, m, r, f or #' : `"${shape.grammar}"`,
    );
  }
}

export const traceText: TraceFormat = {
  id: 'trace',
  title: 'Heapscope trace',
  extension: 'trace',
  recognises: (head) => head.startsWith('# alloc-trace '),
  open: (sink, file, name) => new TraceTextReader(sink, file, name),
};
