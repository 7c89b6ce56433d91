import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { siteTotals, stackOf } from '../trace/sites';
import { summarise } from '../trace/summary';

import type { Trace } from '../trace/trace';
import { findWriter, traceWriters, writeTrace } from '../trace/write';
import type { TraceWriter } from '../trace/writers/writer';
import { natural, parseWords } from './args';
import { UsageError } from './command';
import { print, printJson, say, tableText } from './output';
import { openTrace } from './traces';

/** `lab trace info|convert FILE`. */
export async function run(words: readonly string[]): Promise<void> {
  const [verb, ...rest] = words;
  if (verb === 'info') await info(rest);
  else if (verb === 'convert') await convert(rest);
  else
    throw new UsageError(
      verb === undefined ? 'info or convert is missing' : `"${verb}" is neither info nor convert`,
    );
}

/** `lab trace info FILE [--json]`: what a recording holds. */
export async function info(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, { json: { type: 'boolean' } }, ['FILE']);
  const trace = await openTrace(positionals[0]);
  const summary = summarise(trace);
  if (values.json) {
    printJson({
      name: trace.name,
      clock: trace.clock,
      ...summary,
      notes: trace.notes,
      sites: topSites(trace),
    });
    return;
  }
  print(`${trace.name} (times in ${trace.clock})`);
  print(tableText(['figure', 'value'], Object.entries(summary)));
  const sites = topSites(trace);
  if (sites.length === 0) return;
  const rows = sites.map((site) => [site.bytes, site.objects, site.liveObjects, site.stack[0] ?? '?']);
  print(`\n${tableText(['bytes', 'objects', 'never freed', 'allocated in'], rows)}`);
}

/** Sites that are shown. */
const MOST_SITES = 10;

/** The sites that allocate most, with their stacks; none where the recording has no call stacks. */
function topSites(trace: Trace) {
  const { sites } = trace;
  if (sites === undefined) return [];
  return siteTotals(trace)
    .slice(0, MOST_SITES)
    .map(({ node, ...total }) => ({ ...total, stack: stackOf(sites, node) }));
}

/** `lab trace convert FILE --out FILE [--to FORMAT] [--from-event A] [--to-event B]`. */
export async function convert(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    {
      out: { type: 'string' },
      to: { type: 'string' },
      'from-event': { type: 'string' },
      'to-event': { type: 'string' },
      'every-object': { type: 'string' },
    },
    ['FILE'],
  );
  if (values.out === undefined) throw new UsageError('--out FILE is missing');
  const writer = writerFor(values.out, values.to);
  const trace = await openTrace(positionals[0], {
    from: optional(values['from-event'], '--from-event', 0),
    to: optional(values['to-event'], '--to-event', 0),
    everyObject: optional(values['every-object'], '--every-object', 1),
  });
  const written = writeTrace(trace, writer);
  await save(values.out, written.chunks);
  for (const note of written.notes) say(`${values.out}: ${note}`);
  say(`${values.out}: ${trace.length} events as ${writer.id}`);
}

function optional(text: string | undefined, name: string, min: number): number | undefined {
  return text === undefined ? undefined : natural(text, name, { min });
}

/**
 * The format that a trace is written in: `to` if given, else what the ending of `out` says.
 * @throws UsageError for an ending or a name that no format has, and for .zst
 */
export function writerFor(out: string, to: string | undefined): TraceWriter {
  if (/\.zst$/i.test(out)) throw new UsageError('--out: .zst is read but not written; use .gz');
  const writer = to === undefined ? findWriter(out) : traceWriters.find(({ id }) => id === to);
  if (writer !== undefined) return writer;
  const formats = traceWriters.map(({ id }) => id).join(', ');
  throw new UsageError(
    to === undefined
      ? `the ending of "${out}" names no format; give --to ${formats}`
      : `--to is "${to}", expected one of ${formats}`,
  );
}

/** Writes under a temporary name first, so that a failure leaves no half of a file, and in and out may be the same. */
export async function save(path: string, chunks: Generator<Uint8Array>): Promise<void> {
  const temporary = `${path}.part`;
  const file = createWriteStream(temporary);
  const sink = /\.gz$/i.test(path) ? createGzip() : file;
  if (sink !== file) sink.pipe(file);
  try {
    for (const chunk of chunks) if (!sink.write(chunk)) await once(sink, 'drain');
    sink.end();
    await finished(file);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}
