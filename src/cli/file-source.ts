import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { TraceSource } from '../trace/read';

/** A trace source over a file under Node. */
export function fileSource(path: string): TraceSource {
  return {
    name: basename(path),
    size: statSync(path).size,
    stream: () =>
      Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 18 })) as ReadableStream<Uint8Array>,
  };
}
