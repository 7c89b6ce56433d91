import { Cursor } from '../cursor';
import { quote, TraceError } from '../errors';
import { LineSource } from '../lines';
import { Recording } from '../recording';
import type { EventSink, TraceHeading } from '../sink';
import type { Trace } from '../trace';
import type { InputEnd, TraceReader } from './reader';

/** What a line of a log is: an event, the tool's own talk, or something else (a program's output), which is remarked. */
export type LineKind = 'event' | 'talk' | 'foreign';

/**
 * Reader of a log that a tool wrote line by line. A log is used as far as it goes: lines that cannot be read are
 * counted and skipped, an end in the middle of a line is remarked. One without a single event is refused.
 */
export abstract class LogReader extends LineSource implements TraceReader {
  protected readonly recording: Recording;
  protected readonly cursor = new Cursor();
  private foreign = 0;
  private firstForeign: { line: number; found: string } | null = null;
  private understood = false;
  private lineStart = 0;

  /** How one event reads, for errors. */
  protected abstract readonly grammar: string;
  /** Unit of the times that reach the recording. */
  protected abstract readonly clock: string;

  constructor(
    sink: EventSink,
    file: string,
    private readonly name: string,
  ) {
    super(file);
    this.recording = new Recording(sink);
    sink.locate = () => this.place(this.lineStart);
  }

  /** Reads the line under the cursor (without its line end). */
  protected abstract read(cursor: Cursor): LineKind;

  /** Called once after the last line; `whole` when the input was read to its end. */
  protected conclude(_whole: boolean): void {}

  /** The call tree, where the log has one. */
  protected sites(): TraceHeading['sites'] {
    return undefined;
  }

  /** Time of an event where the tool gives none: events so far. */
  protected get tick(): number {
    return this.recording.sink.events;
  }

  protected block(bytes: Uint8Array, from: number, to: number): void {
    for (let start = from; start < to; ) {
      const newline = bytes.indexOf(10, start);
      let end = newline;
      while (end > start && (bytes[end - 1] === 13 || bytes[end - 1] === 32)) end--;
      this.line++;
      this.lineStart = start;
      this.cursor.set(bytes, start, end);
      const kind = end === start ? 'talk' : this.read(this.cursor);
      if (kind === 'event') this.understood = true;
      else if (kind === 'foreign') this.skip(bytes, start, end);
      start = newline + 1;
    }
  }

  finish(end: InputEnd): Trace {
    // Tools end every line: one without an end may have lost a part of its last number.
    const partial = this.discard();
    if (!this.understood && end !== 'stopped') {
      throw new TraceError({
        file: this.file,
        line: this.firstForeign?.line ?? null,
        found: this.firstForeign?.found ?? 'no allocation at all',
        expected: this.grammar,
      });
    }
    this.conclude(end === 'whole');
    if (typeof end === 'object')
      this.recording.breakOff(`Cut off after line ${this.line}: ${end.cut}. What follows it is missing.`);
    else if (partial && end === 'whole')
      this.recording.breakOff(`Cut off in line ${this.line + 1}, which has no end and is left out.`);
    if (this.firstForeign !== null) {
      const { line, found } = this.firstForeign;
      const lines = `${this.foreign} ${this.foreign === 1 ? 'line' : 'lines'}`;
      this.recording.say(`${lines} of another kind left out; the first is line ${line}: ${found}.`);
    }
    return this.recording.finish(this.name, this.clock, this.sites());
  }

  private skip(bytes: Uint8Array, start: number, end: number): void {
    this.foreign++;
    this.firstForeign ??= { line: this.line, found: quote(bytes, start, end) };
  }
}
