import { type Place, quote, TraceError } from './errors';

/** Longest line that a reader accepts, in bytes; a longer one is refused without being held. */
export const MAX_LINE = 1 << 20;

const NEWLINE = 10;

/**
 * Cuts a stream of bytes into runs of whole lines. A line that spans chunks is put together in a small carry;
 * everything else is parsed where it lies.
 */
export abstract class LineSource {
  /** Number of the line that is being read, from 1. */
  protected line = 0;
  private carry = new Uint8Array(256);
  private carried = 0;
  private bytes: Uint8Array = this.carry;

  /** @param file name of the input, for errors */
  constructor(protected readonly file: string) {}

  /** Parses `bytes[from..to)`: one or more whole lines, each ended by a newline; counts them in `line`. */
  protected abstract block(bytes: Uint8Array, from: number, to: number): void;

  push(bytes: Uint8Array): void {
    let from = 0;
    if (this.carried > 0) {
      const newline = bytes.indexOf(NEWLINE);
      const end = newline < 0 ? bytes.length : newline + 1;
      this.keep(bytes.subarray(0, end));
      if (newline < 0) return;
      const length = this.carried;
      this.carried = 0;
      this.run(this.carry, 0, length);
      from = end;
    }
    const to = bytes.lastIndexOf(NEWLINE) + 1;
    if (to > from) this.run(bytes, from, to);
    else if (to < from) return;
    if (to < bytes.length) this.keep(bytes.subarray(Math.max(from, to)));
  }

  /** Parses what is left when the last line has no newline. */
  protected flush(): void {
    if (this.carried === 0) return;
    this.keep(Uint8Array.of(NEWLINE));
    const length = this.carried;
    this.carried = 0;
    this.run(this.carry, 0, length);
  }

  /** A last line that has no newline, as far as it has come. */
  protected get unended(): Uint8Array {
    return this.carry.subarray(0, this.carried);
  }

  /** Drops a last line that has no newline; true when there was one. */
  protected discard(): boolean {
    const partial = this.carried > 0;
    this.carried = 0;
    return partial;
  }

  /** The current line as a place for errors; `start` is its first byte in the block being parsed. */
  protected place(start: number): Place {
    const end = this.bytes.indexOf(NEWLINE, start);
    return { file: this.file, line: this.line, found: quote(this.bytes, start, end < 0 ? start : end) };
  }

  protected refuse(start: number, expected: string): never {
    throw new TraceError({ ...this.place(start), expected });
  }

  private run(bytes: Uint8Array, from: number, to: number): void {
    this.bytes = bytes;
    this.block(bytes, from, to);
    this.bytes = this.carry;
  }

  private keep(part: Uint8Array): void {
    const length = this.carried + part.length;
    if (length > MAX_LINE) {
      const head = this.carried > 0 ? this.carry.subarray(0, this.carried) : part;
      throw new TraceError({
        file: this.file,
        line: this.line + 1,
        found: `a line of more than ${MAX_LINE} bytes that begins ${quote(head, 0, head.length)}`,
        expected: 'a line of a trace',
      });
    }
    if (length > this.carry.length) {
      const larger = new Uint8Array(Math.min(MAX_LINE, Math.max(length, this.carry.length * 2)));
      larger.set(this.carry.subarray(0, this.carried));
      this.carry = larger;
    }
    this.carry.set(part, this.carried);
    this.carried = length;
  }
}

/** Lines one by one, without the blanks that end them. */
export abstract class Lines extends LineSource {
  /** First byte of the current line in the block being parsed. */
  protected lineStart = 0;

  /** Parses the line `bytes[start..end)`; empty where it is blank. */
  protected abstract text(bytes: Uint8Array, start: number, end: number): void;

  protected block(bytes: Uint8Array, from: number, to: number): void {
    for (let start = from; start < to; ) {
      const newline = bytes.indexOf(NEWLINE, start);
      let end = newline;
      while (end > start && bytes[end - 1] <= 32) end--;
      this.line++;
      this.lineStart = start;
      this.text(bytes, start, end);
      start = newline + 1;
    }
  }
}
