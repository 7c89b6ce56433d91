import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { TraceBuilder } from '../../../src/trace/builder';
import { HEAD_BYTES, recognised } from '../../../src/trace/detect';
import { traceFormats } from '../../../src/trace/formats/list';
import { bytesSource, type ReadOptions, readTrace } from '../../../src/trace/read';
import type { Trace } from '../../../src/trace/trace';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/formats');
export const SAMPLES = join(import.meta.dirname, '../../../public/traces');

/** Names of the samples in a folder of fixtures. */
export function samples(folder: string): string[] {
  return readdirSync(join(FIXTURES, folder)).sort();
}

/** A fixture's bytes, unpacked. */
export function fixture(path: string): Uint8Array {
  const bytes = readFileSync(join(FIXTURES, path));
  if (path.endsWith('.gz')) return new Uint8Array(gunzipSync(bytes));
  return path.endsWith('.zst') ? decompress(new Uint8Array(bytes)) : new Uint8Array(bytes);
}

export function readBytes(bytes: Uint8Array, name = 'input', options: ReadOptions = {}): Promise<Trace> {
  return readTrace(bytesSource(name, bytes), options);
}

export function readText(text: string, name = 'input', options: ReadOptions = {}): Promise<Trace> {
  return readBytes(new TextEncoder().encode(text), name, options);
}

/** Reads without streams: detection, then the reader, in pieces of `piece` bytes. */
export function readNow(bytes: Uint8Array, piece = bytes.length): Trace {
  const reader = recognised(traceFormats, bytes.subarray(0, HEAD_BYTES), 'input').open(
    new TraceBuilder(),
    'input',
    'input',
  );
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  return reader.finish('whole');
}

const LETTERS = ['a', 'f', 'r', 'c', 'm', 'l', 's', 'w', 'b'];

/** Events as short words, to compare by eye: `a0:16` allocates object 0 with 16 bytes, `f0` frees it. */
export function drawn(trace: Trace): string {
  return Array.from({ length: trace.length }, (_, event) => {
    const op = LETTERS[trace.op[event]];
    const size = op === 'f' ? '' : `:${trace.size[event]}`;
    const align = trace.arg.has(event) ? `@${trace.arg.get(event)}` : '';
    const cpu = trace.cpu?.[event] ? `/${trace.cpu[event]}` : '';
    return `${op}${trace.id[event]}${size}${align}${cpu}`;
  }).join(' ');
}

/** A hash over every column (FNV-1a), so that a snapshot notices any change. */
export function columnsHash(trace: Trace): string {
  let hash = 0x811c9dc5;
  const mix = (value: number) => {
    for (let rest = value, i = 0; i < 7; i++) {
      hash = Math.imul(hash ^ (rest % 256), 0x01000193) >>> 0;
      rest = Math.floor(rest / 256);
    }
  };
  for (let event = 0; event < trace.length; event++) {
    mix(trace.op[event]);
    mix(trace.id[event]);
    mix(trace.size[event]);
    mix(trace.time[event]);
    mix(trace.cpu?.[event] ?? 0);
    mix(trace.arg.get(event) ?? 0);
  }
  return hash.toString(16).padStart(8, '0');
}

/** Throws unless ids, times and lengths are those of a sound trace. */
export function checkTrace(trace: Trace): void {
  let objects = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let event = 0; event < trace.length; event++) {
    const op = trace.op[event];
    const allocates = op === 0 || op === 3 || op === 4;
    if (allocates ? trace.id[event] !== objects++ : op < 7 && trace.id[event] >= objects)
      throw new Error(`event ${event}: id ${trace.id[event]} with ${objects} objects`);
    if (!(trace.time[event] >= last)) throw new Error(`event ${event}: time runs back`);
    last = trace.time[event];
  }
  if (objects !== trace.objects) throw new Error(`${objects} objects, ${trace.objects} said`);
}

/** A fixture's bytes as they are stored. */
export function packedFixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, path)));
}
