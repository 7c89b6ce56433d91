import { closeSync, openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileSource } from '../src/cli/file-source';
import { readTrace } from '../src/trace/read';
import type { Trace } from '../src/trace/trace';
import { traceTextWriter } from '../src/trace/writers/text';

/** Lengths that the page and the engine are held to, in events. */
export const LONG = [100_000, 1_000_000, 10_000_000] as const;

const recording = fileURLToPath(new URL('traces/groff.trace.gz', import.meta.url));

/** The recording of groff, prolonged or cut to so many events. */
export async function longTrace(events: number): Promise<Trace> {
  return prolonged(await readTrace(fileSource(recording)), events);
}

/** Writes it into a folder as a `.trace`. @returns the file's path */
export async function writeLongTrace(folder: string, events: number): Promise<string> {
  const path = `${folder}/groff-${events}.trace`;
  const file = openSync(path, 'w');
  for (const chunk of traceTextWriter.chunks(await longTrace(events))) writeSync(file, chunk);
  closeSync(file);
  return path;
}

/**
 * A trace of exactly `events` events: a recording again and again, each time with objects of its own, as a server
 * that serves one request after the other; what a recording never frees stays.
 */
export function prolonged(trace: Trace, events: number): Trace {
  const op = new Uint8Array(events);
  const id = new Uint32Array(events);
  const size = new Uint32Array(events);
  const time = new Float64Array(events);
  const arg = new Map<number, number>();
  const span = trace.length > 0 ? trace.time[trace.length - 1] - trace.time[0] + 1 : 1;
  let objects = 0;
  for (let from = 0, round = 0; from < events; from += trace.length, round++) {
    const count = Math.min(trace.length, events - from);
    op.set(trace.op.subarray(0, count), from);
    size.set(trace.size.subarray(0, count), from);
    const first = objects;
    for (let at = 0; at < count; at++) {
      const object = first + trace.id[at];
      id[from + at] = object;
      time[from + at] = trace.time[at] + round * span;
      if (object >= objects) objects = object + 1;
      const what = trace.arg.get(at);
      if (what !== undefined) arg.set(from + at, what);
    }
  }
  const name = `${trace.name} ${events.toLocaleString('en')}`;
  return { ...trace, name, length: events, objects, op, id, size, time, cpu: null, arg, notes: [] };
}
