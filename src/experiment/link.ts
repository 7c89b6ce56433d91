/**
 * An experiment as the fragment of a link: `#1.DATA`, where 1 is the document's version and DATA its JSON, deflated
 * (RFC 1951) and written in base64url (RFC 4648 §5). No server is asked, nothing is stored.
 */
import { DOCUMENT_VERSION, type Experiment } from './document';
import { DocumentError, parseExperiment } from './parse';
import { upgraded } from './versions';

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
export async function encodeLink(experiment: Experiment): Promise<string> {
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

/**
 * The experiment of a link.
 * @param link a whole URL, or a fragment with or without its `#`
 * @throws LinkError, or DocumentError where the link is whole and its document is not
 */
export async function decodeLink(link: string): Promise<Experiment> {
  const fragment = link.slice(link.lastIndexOf('#') + 1).trim();
  if (fragment.length > LINK_CHARACTERS)
    throw new LinkError(`${fragment.length} characters`, `at most ${LINK_CHARACTERS}`);
  const parts = /^(\d{1,6})\.([A-Za-z0-9_-]+)$/.exec(fragment);
  if (parts === null) throw new LinkError(quoted(fragment), 'a fragment of the form #VERSION.DATA');
  const version = Number(parts[1]);
  if (version < 1 || version > DOCUMENT_VERSION)
    throw new LinkError(`an experiment of version ${version}`, `a version from 1 to ${DOCUMENT_VERSION}`);
  const document = jsonOf(await unpacked(parts[2]));
  const stated = (document as { version?: unknown } | null)?.version;
  if (stated !== version)
    throw new DocumentError('version', JSON.stringify(stated) ?? 'nothing', `${version}, as the link says`);
  return parseExperiment(upgraded(document, version));
}

function quoted(text: string): string {
  return text === '' ? 'nothing' : `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new LinkError('data that is not JSON', "an experiment's JSON");
  }
}

async function unpacked(data: string): Promise<Uint8Array> {
  const packed = bytesOf(data);
  try {
    return await collected(through(packed, new DecompressionStream('deflate-raw')), LINK_JSON_BYTES);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('data that does not unpack', 'the whole link: it may have been cut off');
  }
}

/** Bytes in base64url, without padding. */
export function base64url(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // Arguments of a call are limited, so the string is made in pieces; 3 bytes are 4 characters.
  for (let at = 0; at < bytes.length; at += 0x6000)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return pieces.join('').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of base64url. @throws LinkError for text of an impossible length */
export function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    );
  } catch {
    throw new LinkError('data of an impossible length', 'the whole link: it may have been cut off');
  }
}

type Packer = CompressionStream | DecompressionStream;

function through(bytes: Uint8Array<ArrayBuffer>, packer: Packer): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(packer);
}

async function collected(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
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
