import { TraceBuilder } from '../../trace/builder';
import { Op, type Trace } from '../../trace/trace';
import type { Bytes } from '../../units';

/** Bytes of a word in 1992, and in WebAssembly's pointers. */
export const WORD: Bytes = 4;

/** [tick, words] of an allocation, or [tick, object] of a free, numbered from 1 as the report does. */
const events: readonly (readonly [tick: number, what: 'allocate' | 'free', number: number])[] = [
  [1, 'allocate', 3],
  [2, 'allocate', 3],
  [3, 'free', 1],
  [4, 'allocate', 2],
  [5, 'allocate', 1],
  [6, 'free', 4],
  [8, 'allocate', 1],
  [9, 'allocate', 2],
  [11, 'free', 5],
  [12, 'free', 2],
  [12, 'free', 3],
  [12, 'free', 6],
];

/** The sample allocation trace (Zorn & Grunwald 1992, Figure 1). */
export function figure1(): Trace {
  const builder = new TraceBuilder();
  let objects = 0;
  for (const [tick, what, number] of events) {
    if (what === 'allocate') builder.add(Op.malloc, objects++, number * WORD, tick, 0, 0);
    else builder.add(Op.free, number - 1, 0, tick, 0, 0);
  }
  return builder.finish({ name: 'zorn-sample', clock: 'ticks', notes: [] });
}
