import { bytehound } from './bytehound';
import { csv } from './csv';
import { heaptrack, heaptrackRaw } from './heaptrack';
import { jsonLines } from './jsonl';
import { ltrace } from './ltrace';
import { mtrace } from './mtrace';
import type { TraceFormat } from './reader';
import { rep } from './rep';
import { traceText } from './trace';
import { valgrind } from './valgrind';

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
