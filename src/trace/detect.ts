import { quote, TraceError } from './errors';
import type { TraceFormat } from './formats/reader';
import { traceText } from './formats/trace';

/** Every format that the lab reads, in the order in which they are tried: the surest marks first. */
export const traceFormats: readonly TraceFormat[] = [traceText];

/** Bytes of an input that detection looks at. */
export const HEAD_BYTES = 1 << 16;

/**
 * The format of an input, by its content alone.
 * @param head first bytes, unpacked, up to HEAD_BYTES
 * @param file name of the input, for the error
 * @throws TraceError when no format fits
 */
export function detectFormat(head: Uint8Array, file: string): TraceFormat {
  const text = new TextDecoder('latin1').decode(head);
  const format = traceFormats.find((candidate) => candidate.recognises(text));
  if (format !== undefined) return format;
  const line = head.indexOf(10);
  const end = line < 0 ? head.length : line;
  throw new TraceError({
    file,
    line: head.length === 0 ? null : 1,
    found: describe(head, end),
    expected: `a trace (${traceFormats.map((each) => each.title).join(', ')})`,
  });
}

function describe(head: Uint8Array, end: number): string {
  if (head.length === 0) return 'an empty file';
  if (head.subarray(0, 512).includes(0)) return 'binary data';
  return quote(head, 0, end);
}
