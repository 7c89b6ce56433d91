/**
 * An experiment as the fragment of a link: `#1.DATA`, where 1 is the document's version and DATA its JSON, deflated
 * (RFC 1951) and written in base64url (RFC 4648 §5). No server is asked, nothing is stored.
 */
import type { AnyExperiment } from './document';
import { collected, LINK_CHARACTERS, LINK_JSON_BYTES, LinkError, through } from './pack';
import { DocumentError, parseAny } from './parse';
import { DOCUMENT_VERSION } from './version';
import { upgraded } from './versions';

export { base64url, encodeLink, LINK_CHARACTERS, LINK_JSON_BYTES, LinkError } from './pack';

/**
 * The experiment of a link.
 * @param link a whole URL, or a fragment with or without its `#`
 * @throws LinkError, or DocumentError where the link is whole and its document is not
 */
export async function decodeLink(link: string): Promise<AnyExperiment> {
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
  return parseAny(upgraded(document, version));
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
