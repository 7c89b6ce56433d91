import { Slices } from '../slices';
import { TraceBuilder } from './builder';
import { detectFormat, HEAD_BYTES } from './detect';
import { asLimit, TraceError, TraceLimitError } from './errors';
import type { TraceReader } from './formats/reader';
import { type SelectionOptions, selects } from './selection';
import type { EventSink } from './sink';
import type { Trace } from './trace';
import { CutError, joined, unpacked } from './unpack';

/** Where bytes come from: a File, a fetched response, a path under Node (src/cli/file-source.ts). */
export interface TraceSource {
  /** File name, for errors and for the trace's name. */
  readonly name: string;
  /** Length in bytes as stored; null when not known. */
  readonly size: number | null;
  stream(): ReadableStream<Uint8Array>;
}

export interface ReadProgress {
  /** Bytes read so far, as stored. */
  readonly bytes: number;
  /** Length of the input as stored; null when not known. */
  readonly total: number | null;
  /** Events read so far. */
  readonly events: number;
}

export interface ReadOptions extends SelectionOptions {
  readonly signal?: AbortSignal;
  /** A trace of more events is refused (TraceLimitError). */
  readonly mostEvents?: number;
  /** Called after each chunk, never more often than some hundred times a second. */
  readonly progress?: (progress: ReadProgress) => void;
}

/** A chunk of unpacked text is parsed in pieces of this many bytes, so that cancelling takes effect soon. */
const PIECE = 1 << 20;
/** Longest work in one go. */
const WORK_MS = 30;

/**
 * Reads a trace of any format, packed or not, as its bytes flow.
 * Memory grows with the events (`BYTES_AN_EVENT`), never with the text.
 * @throws TraceError for an input that is refused, TraceLimitError for one that is too large; the signal's reason when
 * aborted
 */
export async function readTrace(source: TraceSource, options: ReadOptions = {}): Promise<Trace> {
  const { mostEvents } = options;
  const sink = selects(options) ? await selection(options) : new TraceBuilder(null, mostEvents);
  const feed = new Feed(source, options, sink);
  const reader = source.stream().getReader();
  try {
    return await parse(source, sink, unpacked(feed.bytes(reader)), feed);
  } catch (error) {
    const limit = asLimit(error, source.name, sink.events);
    throw limit instanceof TraceLimitError ? feed.measured(limit) : limit;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Fetched when a part is wanted. */
async function selection(options: ReadOptions): Promise<EventSink> {
  const { Selection } = await import('./select');
  return new Selection(options, options.mostEvents);
}

async function parse(
  source: TraceSource,
  sink: EventSink,
  chunks: AsyncGenerator<Uint8Array>,
  feed: Feed,
): Promise<Trace> {
  let head: Uint8Array = new Uint8Array(0);
  let reader: TraceReader | null = null;
  let cut: string | null = null;
  const open = async () => {
    const format = await detectFormat(head.subarray(0, HEAD_BYTES), source.name);
    return format.open(sink, source.name, traceName(source.name));
  };
  const push = async (to: TraceReader, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length && !sink.done; at += PIECE) {
      to.push(bytes.subarray(at, at + PIECE));
      feed.check();
      await feed.rest();
    }
  };
  try {
    for await (const chunk of chunks) {
      if (reader !== null) await push(reader, chunk);
      else {
        head = joined(head, chunk);
        if (head.length < HEAD_BYTES) continue;
        reader = await open();
        await push(reader, head);
      }
      if (sink.done) break;
    }
  } catch (error) {
    if (!(error instanceof CutError)) throw error;
    cut = `${error.message}; ${feed.words()} of the file were read`;
  }
  if (reader === null) {
    if (cut !== null && head.length === 0)
      throw new TraceError({ file: source.name, line: null, found: cut, expected: 'a complete archive' });
    reader = await open();
    await push(reader, head);
  }
  const trace = reader.finish(sink.done ? 'stopped' : cut === null ? 'whole' : { cut });
  feed.last();
  return trace;
}

/** Counts the bytes that pass, reports them, and stops at the signal. */
class Feed {
  private read = 0;
  private reported = 0;
  private readonly slices = new Slices(WORK_MS);

  constructor(
    private readonly source: TraceSource,
    private readonly options: ReadOptions,
    private readonly sink: EventSink,
  ) {}

  async *bytes(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
    for (;;) {
      this.check();
      const { done, value } = await reader.read();
      if (done) return;
      this.read += value.length;
      this.report(1 << 18);
      yield value;
    }
  }

  /** Lets the worker take its messages (a request to stop) now and then. */
  async rest(): Promise<void> {
    if (this.slices.over) await this.slices.next();
  }

  check(): void {
    this.options.signal?.throwIfAborted();
  }

  last(): void {
    this.report(0);
  }

  /** "1,000 of 2,000 bytes". */
  words(): string {
    const { size } = this.source;
    const read = this.read.toLocaleString('en');
    return size === null ? `${read} bytes` : `${read} of ${size.toLocaleString('en')} bytes`;
  }

  /** What was too large, with how much of it was read by then. */
  measured({ file, line, found, expected, mostEvents }: TraceLimitError): TraceLimitError {
    const { size } = this.source;
    const about = size === null || this.read === 0 ? null : Math.round((this.sink.events * size) / this.read);
    return new TraceLimitError(
      { file, line, found: `${found} in the first ${this.words()}`, expected },
      mostEvents,
      about,
    );
  }

  private report(step: number): void {
    if (this.options.progress === undefined || this.read - this.reported < step) return;
    this.reported = this.read;
    this.options.progress({ bytes: this.read, total: this.source.size, events: this.sink.events });
  }
}

/** A file's name without folders and without the endings that formats and packers add. */
export function traceName(file: string): string {
  const base = file.replace(/^.*[\\/]/, '');
  const bare = base
    .replace(/\.(gz|zst)$/i, '')
    .replace(/\.(trace|rep|mtrace|ltrace|valgrind|raw|csv|jsonl?|txt|log|out)$/i, '');
  return bare === '' ? base : bare;
}

/** Bytes in memory flow in such pieces, so that what is said of progress is what was read. */
const FLOW = 1 << 18;

/** A source over bytes in memory. */
export function bytesSource(name: string, bytes: Uint8Array): TraceSource {
  return {
    name,
    size: bytes.length,
    stream() {
      let at = 0;
      return new ReadableStream({
        pull(controller) {
          if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + FLOW));
          at += FLOW;
          if (at >= bytes.length) controller.close();
        },
      });
    },
  };
}
