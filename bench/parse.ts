/** How fast each format is read, beside counting the newlines of the same bytes in plain JavaScript. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { TraceBuilder } from '../src/trace/builder';
import { traceFormats } from '../src/trace/formats/list';
import { linkEvents } from '../src/trace/links';
import { summarise } from '../src/trace/summary';
import type { Trace } from '../src/trace/trace';
import { findWriter, traceBytes } from '../src/trace/write';
import { type BenchRow, best } from './row';

export interface ParseBench {
  readonly format: string;
  readonly bytes: number;
  readonly events: number;
  readonly megabytesPerSecond: number;
  readonly eventsPerSecond: number;
  /** Rate as a share of that of counting newlines byte by byte. */
  readonly ratioToCounting: number;
}

/** Bytes that a reader is given at once, as a file's stream does. */
const PIECE = 1 << 18;
/** MB/s of `.trace` that the reader is held to, on the machine of its first prototypes. */
const TRACE_TARGET = 400;

/** Reads a format's bytes without streams; returns the trace. */
function parse(id: string, bytes: Uint8Array): Trace {
  const format = traceFormats.find((each) => each.id === id);
  if (format === undefined) throw new Error(`no format ${id}`);
  const reader = format.open(new TraceBuilder(), id, id);
  for (let at = 0; at < bytes.length; at += PIECE) reader.push(bytes.subarray(at, at + PIECE));
  return reader.finish('whole');
}

function newlines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) count++;
  return count;
}

const timed = (run: () => unknown) => (): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

/**
 * Reads a recording in one format.
 * @param rounds runs; the quickest counts, so that the compiler has warmed up
 * @throws Error when the format cannot be written
 */
export async function benchParse(trace: Trace, id: string, rounds = 12): Promise<ParseBench> {
  const writer = findWriter(id);
  if (writer === undefined) throw new Error(`${id} is not written`);
  const bytes = traceBytes(trace, writer);
  const events = parse(id, bytes).length;
  const parsing = timed(() => parse(id, bytes));
  const reading = await best(rounds, parsing);
  const passing = timed(() => newlines(bytes));
  const counting = await best(rounds, passing);
  return {
    format: id,
    bytes: bytes.length,
    events,
    megabytesPerSecond: bytes.length / 1e3 / reading,
    eventsPerSecond: (events / reading) * 1e3,
    ratioToCounting: counting / reading,
  };
}

/** The recording that is read: groff on a manual page, 1.3 million events. */
function recording(): Trace {
  const path = new URL('./traces/groff.trace.gz', import.meta.url);
  return parse('trace', new Uint8Array(gunzipSync(readFileSync(path))));
}

/** Measures a format in a process of its own, as a visit to the page has it: readers share code that fits one best. */
function alone(id: string): ParseBench {
  const words = ['--import', 'tsx', fileURLToPath(import.meta.url), id];
  const output = execFileSync(process.execPath, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

/** Lines of `npm run bench`. */
export async function parseRows(): Promise<BenchRow[]> {
  const trace = recording();
  const rows: BenchRow[] = [];
  for (const { id } of traceFormats.filter((format) => findWriter(format.id))) {
    const row = alone(id);
    const name = `read ${id}`;
    const target = id === 'trace' ? TRACE_TARGET : null;
    rows.push(
      { name, measured: row.megabytesPerSecond, unit: 'MB/s', target, better: 'more' },
      { name, measured: row.eventsPerSecond / 1e6, unit: 'million events/s', target: null, better: 'more' },
      { name, measured: row.ratioToCounting, unit: '× counting bytes', target: null, better: 'more' },
    );
  }
  const perEvent = async (run: () => unknown) => ((await best(8, timed(run))) * 1e6) / trace.length;
  rows.push({
    name: 'link events',
    measured: await perEvent(() => linkEvents(trace)),
    unit: 'ns/event',
    target: null,
    better: 'less',
  });
  rows.push({
    name: 'summarise',
    measured: await perEvent(() => summarise(trace)),
    unit: 'ns/event',
    target: null,
    better: 'less',
  });
  return rows;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const id = process.argv[2];
  if (id === undefined) console.table(await parseRows());
  else console.log(JSON.stringify(await benchParse(recording(), id)));
}
