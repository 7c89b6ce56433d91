/** How an input is packed, by its first bytes. */
export type Packing = 'none' | 'gzip' | 'zstd';

/** By the magic numbers of gzip (RFC 1952, §2.3.1) and Zstandard (RFC 8878, §3.1.1). @param head four bytes or more */
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
  const reader = stream.readable.getReader();
  const fed = feed(chunks, stream.writable.getWriter());
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } catch (error) {
    ended = true;
    const source = await fed;
    // What the source itself reports (an abort, a read error) goes on as it is; the rest is a broken archive.
    if (source !== null) throw source.error;
    throw new CutError(`the gzip archive is broken or cut off (${message(error)})`);
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
    await fed;
  }
}

/** Writes all chunks; answers the source's error, or null when the source had none. */
async function feed(
  chunks: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<{ error: unknown } | null> {
  const source = chunks[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Uint8Array>;
    try {
      next = await source.next();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      return { error };
    }
    try {
      if (next.done) {
        await writer.close();
        return null;
      }
      await writer.write(next.value as Uint8Array<ArrayBuffer>);
    } catch {
      // The reading side sees the same error.
      await source.return?.();
      return null;
    }
  }
}

async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Fetched when an archive needs it: browsers unpack gzip themselves.
  const { Decompress } = await import('fzstd');
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
  const text = error instanceof Error ? error.message : String(error);
  // Browsers put the call that failed before the reason.
  return text.replace(/^Failed to execute .*?: /, '').replace(/\.$/, '');
}

/** `a` followed by `b`. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
