import type { Trace } from './trace';
import { repWriter } from './writers/rep';
import { csvWriter, jsonLinesWriter } from './writers/table';
import { traceTextWriter } from './writers/text';
import {
  bytehoundWriter,
  heaptrackRawWriter,
  ltraceWriter,
  mtraceWriter,
  valgrindWriter,
} from './writers/tools';
import { type TraceWriter, traitsOf } from './writers/writer';

/** Every format that the lab writes. */
export const traceWriters: readonly TraceWriter[] = [
  traceTextWriter,
  repWriter,
  csvWriter,
  jsonLinesWriter,
  mtraceWriter,
  ltraceWriter,
  valgrindWriter,
  heaptrackRawWriter,
  bytehoundWriter,
];

/** A trace on its way into a file. */
export interface WrittenTrace {
  /** What of the trace the format cannot hold. */
  readonly notes: readonly string[];
  /** The file's bytes, made as they are asked for. */
  readonly chunks: Generator<Uint8Array>;
}

/** The writer for a format's id, or for a file name's ending (`.gz` left aside); undefined when there is none. */
export function findWriter(idOrFile: string): TraceWriter | undefined {
  const bare = idOrFile.replace(/\.gz$/i, '');
  return traceWriters.find(
    ({ id, extension }) => id === bare || bare.toLowerCase().endsWith(`.${extension}`),
  );
}

/** Writes a trace in a format, and says what is lost. */
export function writeTrace(trace: Trace, writer: TraceWriter): WrittenTrace {
  return { notes: writer.losses(traitsOf(trace)), chunks: writer.chunks(trace) };
}

/** A small trace as bytes in one piece. */
export function traceBytes(trace: Trace, writer: TraceWriter): Uint8Array {
  const chunks = [...writer.chunks(trace)];
  const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
