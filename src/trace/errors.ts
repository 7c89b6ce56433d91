/** A place in an input and what stands there. */
export interface Place {
  readonly file: string;
  /** Line from 1; null where the input has no lines (a broken archive, an empty file). */
  readonly line: number | null;
  /** What was found, as a quotation or a description. */
  readonly found: string;
}

/** Where an input went wrong. */
export interface Fault extends Place {
  /** What would have been right. */
  readonly expected: string;
}

/** An input that is refused: `gawk.trace:17: found "f x 3", expected "f ID TIME [CPU]"`. */
export class TraceError extends Error implements Fault {
  readonly file: string;
  readonly line: number | null;
  readonly found: string;
  readonly expected: string;

  constructor(fault: Fault) {
    const place = fault.line === null ? fault.file : `${fault.file}:${fault.line}`;
    super(`${place}: found ${fault.found}, expected ${fault.expected}`);
    this.name = 'TraceError';
    this.file = fault.file;
    this.line = fault.line;
    this.found = fault.found;
    this.expected = fault.expected;
  }
}

/** A recording that is larger than what may be held of it at once: a part of it can be loaded instead. */
export class TraceLimitError extends TraceError {
  constructor(
    fault: Fault,
    /** Events that can be held. */
    readonly mostEvents: number,
    /** Events that the recording has about, by its size; null where that is not known. */
    readonly aboutEvents: number | null = null,
  ) {
    super(fault);
    this.name = 'TraceLimitError';
  }
}

/** Whether an error says that memory could not be had: of an array, or of a WebAssembly memory. */
export const lacksMemory = (error: unknown): error is Error =>
  error instanceof Error &&
  error.name === 'RangeError' &&
  /alloc|array (buffer )?length|memory/i.test(error.message);

/** An error as a limit where it says that memory could not be had; any other as it is. */
export function asLimit(error: unknown, file: string, events: number): unknown {
  if (!lacksMemory(error)) return error;
  const found = `${events.toLocaleString('en')} events`;
  const expected = `a trace that fits into memory (${error.message})`;
  return new TraceLimitError({ file, line: null, found, expected }, Math.max(1, events >> 1));
}

/** Longest quotation of an input in a message, in bytes. */
const QUOTED = 60;

/** `bytes[from..to)` as a short quotation that is safe to print: control and undecodable characters become U+FFFD. */
export function quote(bytes: Uint8Array, from: number, to: number): string {
  const cut = to - from > QUOTED;
  const text = new TextDecoder().decode(bytes.slice(from, cut ? from + QUOTED : to));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return `"${text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')}${cut ? '…' : ''}"`;
}
