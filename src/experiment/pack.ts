/** The writing half of links (`link.ts` reads them): what the page needs at every change, without the schema. */
import type { AnyExperiment } from './document';
import { DOCUMENT_VERSION } from './version';

/** Longest JSON that a link may hold, in bytes: what unpacks to more is refused before it fills the memory. */
export const LINK_JSON_BYTES = 2_000_000;
/** Longest fragment that is looked at, in characters; Chromium cuts links at two million. */
export const LINK_CHARACTERS = 2_000_000;

/** A link that is refused. */
export class LinkError extends Error {
  override readonly name = 'LinkError';

  constructor(
    readonly found: string,
    readonly expected: string,
  ) {
    super(`the link holds ${found}, expected ${expected}`);
  }
}

/**
 * The link's fragment, `#` included.
 * @throws LinkError when the document is too large for a link
 */
export async function encodeLink(experiment: AnyExperiment): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(experiment));
  if (json.length > LINK_JSON_BYTES)
    throw new LinkError(`a document of ${json.length} bytes`, `at most ${LINK_JSON_BYTES} bytes`);
  const packed = await collected(
    through(json, new CompressionStream('deflate-raw')),
    Number.POSITIVE_INFINITY,
  );
  const fragment = `#${DOCUMENT_VERSION}.${base64url(packed)}`;
  if (fragment.length > LINK_CHARACTERS)
    throw new LinkError(`${fragment.length} characters`, `at most ${LINK_CHARACTERS}`);
  return fragment;
}

/** Bytes in base64url, without padding. */
export function base64url(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // Arguments of a call are limited, so the string is made in pieces; 3 bytes are 4 characters.
  for (let at = 0; at < bytes.length; at += 0x6000)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return pieces.join('').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

type Packer = CompressionStream | DecompressionStream;

/** Bytes on their way through a compressor or a decompressor. */
export function through(bytes: Uint8Array<ArrayBuffer>, packer: Packer): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(packer);
}

/** All bytes of a stream. @throws LinkError as soon as there are more than `limit` */
export async function collected(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => undefined);
      throw new LinkError(`more than ${limit} bytes once unpacked`, 'a document of an experiment');
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
