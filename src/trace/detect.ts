import { quote, TraceError } from './errors';
import { bytehound } from './formats/bytehound';
import { csv } from './formats/csv';
import { heaptrack, heaptrackRaw } from './formats/heaptrack';
import { jsonLines } from './formats/jsonl';
import { ltrace } from './formats/ltrace';
import { mtrace } from './formats/mtrace';
import type { TraceFormat } from './formats/reader';
import { rep } from './formats/rep';
import { traceText } from './formats/trace';
import { valgrind } from './formats/valgrind';

/** Every format that the lab reads, in the order in which they are tried: the surest marks first. */
export const traceFormats: readonly TraceFormat[] = [
  traceText,
  rep,
  csv,
  jsonLines,
  heaptrackRaw,
  heaptrack,
  mtrace,
  valgrind,
  ltrace,
  bytehound,
];

/** Bytes of an input that detection looks at. */
export const HEAD_BYTES = 1 << 16;

/**
 * The format of an input, by its content alone.
 * @param head first bytes, unpacked, up to HEAD_BYTES
 * @param file name of the input, for the error
 * @throws TraceError when no format fits
 */
export function detectFormat(head: Uint8Array, file: string): TraceFormat {
  const text = latin1(head);
  const format = traceFormats.find((candidate) => candidate.recognises(text, head));
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
