import type { Modules } from '../engine/modules';
import type { OnProgress } from '../progress';
import { sha256, sha256Of } from '../sha256';
import { Slices } from '../slices';
import { bytesSource, readTrace, type TraceSource, traceName } from '../trace/read';
import { partOf, type SelectionOptions } from '../trace/selection';
import type { Trace } from '../trace/trace';
import { joined, unpacked } from '../trace/unpack';
import type { Bytes } from '../units';
import type { Workload } from './document';

/** Unpacked files up to this size travel in the link. */
const INLINE_BYTES: Bytes = 64 * 1024;

/** What opening a workload needs from outside: the page fetches samples, Node reads public/. */
export interface WorkloadContext {
  /** The document's seed: for scripts and models. */
  readonly seed: number;
  readonly modules: Modules;
  readonly sample: (name: string) => Promise<TraceSource>;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** A recording of more events is refused. */
  readonly mostEvents?: number;
}

export interface LoadedWorkload {
  readonly trace: Trace;
  readonly workload: Workload;
  readonly sha256: string;
  readonly bytes: Bytes;
}

/** The file that a document names is not the one that was given, or none was given. */
export class WorkloadError extends Error {
  override readonly name = 'WorkloadError';
}

/**
 * Loads the trace that a workload names; `file` is what the user brought. Without a workload the file becomes one.
 * @param part of a file without a workload: what is loaded of it
 */
export async function loadWorkload(
  workload: Workload | null,
  file: File | null,
  context: WorkloadContext,
  part: SelectionOptions = {},
): Promise<LoadedWorkload> {
  if (!workload || workload.kind === 'file') {
    if (!file) throw new WorkloadError(missing(workload));
    return loadFile(workload, file, context, workload ? partOf(workload) : part);
  }
  const { trace, bytes } = await make(workload, context);
  return { trace: { ...trace, name: workload.name }, workload, sha256: '', bytes };
}

/** The trace of a workload that needs no file of the user's, and the bytes that describe it. */
async function make(
  workload: Exclude<Workload, { kind: 'file' }>,
  context: WorkloadContext,
): Promise<{ trace: Trace; bytes: Bytes }> {
  switch (workload.kind) {
    case 'sample': {
      const source = await context.sample(workload.name);
      return { trace: await read(source, context, partOf(workload)), bytes: source.size ?? 0 };
    }
    case 'inline': {
      const text = new TextEncoder().encode(workload.text);
      const source = bytesSource(workload.name, text);
      return { trace: await read(source, context, partOf(workload)), bytes: text.length };
    }
    // Both are loaded when they are wanted: most experiments need neither a compiler nor the models.
    case 'script': {
      const { compileScript } = await import('../script/compile');
      return {
        trace: compileScript(workload.source, context.seed, workload.name),
        bytes: workload.source.length,
      };
    }
    case 'model': {
      const { generateTrace } = await import('../models/workload');
      const trace = await generateTrace(context.modules, workload.model, context.seed, workload.events);
      return { trace, bytes: JSON.stringify(workload.model).length };
    }
  }
}

async function loadFile(
  workload: Extract<Workload, { kind: 'file' }> | null,
  file: File,
  context: WorkloadContext,
  part: SelectionOptions,
): Promise<LoadedWorkload> {
  const small = file.size < LARGE && globalThis.crypto?.subtle ? await file.arrayBuffer() : null;
  const hashed = small ? sha256(small) : hashOf(file, context);
  // A small file that was just brought is read while another thread hashes it; one that is named is compared first.
  if (workload) refuseOther(workload, file, await hashed);
  if (!small) await hashed;
  const source = small
    ? bytesSource(file.name, new Uint8Array(small))
    : { name: file.name, size: file.size, stream: () => file.stream() };
  const trace = await read(source, context, part);
  const hash = await hashed;
  const text = workload ? null : await smallText(file);
  const name = traceName(file.name);
  const made: Workload =
    text === null
      ? { kind: 'file', name: file.name, sha256: hash, bytes: file.size, ...partOf(part) }
      : { kind: 'inline', name, text, ...partOf(part) };
  return { trace, workload: workload ?? made, sha256: hash, bytes: file.size };
}

/** Files from this length on are hashed and read as they flow, with a word of progress; others at once, which is quicker. */
const LARGE: Bytes = 1 << 25;

/** @throws WorkloadError where the file is not the one that the document names */
function refuseOther(workload: Extract<Workload, { kind: 'file' }>, file: File, hash: string): void {
  if (workload.sha256 === hash) return;
  throw new WorkloadError(
    `this experiment was made with ${workload.name} (SHA-256 ${workload.sha256.slice(0, 12)}…, ` +
      `${workload.bytes.toLocaleString('en')} bytes); the file given is ${file.name} (${hash.slice(0, 12)}…, ` +
      `${file.size.toLocaleString('en')} bytes)`,
  );
}

/** Between two words of progress while a file is hashed. */
const HASHING_MS = 50;

async function hashOf(file: File, { signal, onProgress }: WorkloadContext): Promise<string> {
  const task = `taking the SHA-256 of ${file.name}`;
  const slices = new Slices(HASHING_MS);
  return sha256Of(file.stream(), async (done) => {
    signal.throwIfAborted();
    if (!slices.over) return;
    onProgress({ task, done, total: file.size, unit: 'bytes' });
    await slices.next(signal);
  });
}

function read(source: TraceSource, context: WorkloadContext, part: SelectionOptions): Promise<Trace> {
  const { signal, onProgress, mostEvents } = context;
  return readTrace(source, {
    ...part,
    signal,
    mostEvents,
    progress: ({ bytes, total }) =>
      onProgress({ task: `reading ${source.name}`, done: bytes, total, unit: 'bytes' }),
  });
}

function missing(workload: Workload | null): string {
  if (workload?.kind !== 'file') return 'no file was given';
  return `this experiment needs the file ${workload.name} (${workload.bytes.toLocaleString('en')} bytes)`;
}

/** A file's text when it is small enough to travel in a link; null otherwise. */
async function smallText(file: Blob): Promise<string | null> {
  if (file.size > INLINE_BYTES) return null;
  let bytes = new Uint8Array(0) as Uint8Array;
  for await (const chunk of unpacked(chunks(file.stream()))) {
    bytes = joined(bytes, chunk);
    if (bytes.length > INLINE_BYTES) return null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null; // not text: its bytes would not survive the document
  }
}

async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
