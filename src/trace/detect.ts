import { quote, TraceError } from './errors';
import type { TraceFormat } from './formats/reader';
import { TRACE_HEADER, traceText } from './formats/trace';

/** Bytes of an input that detection looks at. */
export const HEAD_BYTES = 1 << 16;

/**
 * The format of an input, by its content alone. The lab's own is at hand; the others are fetched when it is not that,
 * so that a page which shows a sample does not load them.
 * @param head first bytes, unpacked, up to HEAD_BYTES
 * @param file name of the input, for the error
 * @throws TraceError when no format fits
 */
export async function detectFormat(head: Uint8Array, file: string): Promise<TraceFormat> {
  if (traceText.recognises(latin1(head.subarray(0, TRACE_HEADER.length)), head)) return traceText;
  const { traceFormats } = await import('./formats/list');
  return recognised(traceFormats, head, file);
}

/** The first of some formats that fits an input; see `detectFormat`. */
export function recognised(formats: readonly TraceFormat[], head: Uint8Array, file: string): TraceFormat {
  const text = latin1(head);
  const format = formats.find((candidate) => candidate.recognises(text, head));
  if (format !== undefined) return format;
  const line = head.indexOf(10);
  const end = line < 0 ? head.length : line;
  throw new TraceError({
    file,
    line: head.length === 0 ? null : 1,
    found: describe(head, end),
    expected: `a trace (${formats.map((each) => each.title).join(', ')})`,
  });
}

/** One character a byte (what TextDecoder calls latin1 is windows-1252). */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

function describe(head: Uint8Array, end: number): string {
  if (head.length === 0) return 'an empty file';
  if (head.subarray(0, 512).includes(0)) return 'binary data';
  return quote(head, 0, end);
}
