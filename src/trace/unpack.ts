import { Decompress } from 'fzstd';
import { TraceError } from './errors';

/** How an input is packed, by its first bytes. */
export type Packing = 'none' | 'gzip' | 'zstd';

export function packing(head: Uint8Array): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return 'zstd';
  return 'none';
}

/** Thrown after the last byte that could be unpacked: the archive stops or breaks there. */
export class CutError extends Error {}

/** Unpacks a stream of chunks as it flows; one that is not packed passes through. */
export async function* unpacked(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < 4) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = joined(head, value);
  }
  async function* whole() {
    if (head.length > 0) yield head;
    yield* chunks;
  }
  const kind = packing(head);
  if (kind === 'none') yield* whole();
  else if (kind === 'gzip') yield* gunzip(whole());
  else yield* unzstd(whole());
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('gzip');
  let cause: unknown = null;
  const writer = stream.writable.getWriter();
  const fed = (async () => {
    try {
      for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
      await writer.close();
    } catch (error) {
      cause = error;
      await writer.abort(error).catch(() => undefined);
    }
  })();
  const reader = stream.readable.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } catch (error) {
    // What the source itself threw (an abort, a read error) goes on as it is; the rest is a broken archive.
    await fed;
    if (cause instanceof TraceError || (cause instanceof DOMException && cause.name === 'AbortError'))
      throw cause;
    ended = true;
    throw new CutError(`the gzip archive is broken or cut off (${message(error)})`);
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
    await fed;
  }
}

async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let out: Uint8Array[] = [];
  const stream = new Decompress((data) => {
    if (data.length > 0) out.push(data);
  });
  const step = (chunk: Uint8Array, final: boolean) => {
    try {
      stream.push(chunk, final);
      return null;
    } catch (error) {
      return new CutError(`the zstd archive is broken or cut off (${message(error)})`);
    }
  };
  for await (const chunk of chunks) {
    const error = step(chunk, false);
    yield* out;
    out = [];
    if (error !== null) throw error;
  }
  const error = step(new Uint8Array(0), true);
  yield* out;
  if (error !== null) throw error;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `a` followed by `b`. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
