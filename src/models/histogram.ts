import { sorted } from './order';

/** How often each distinct value of a sample occurs, the values ascending. */
export interface Histogram {
  readonly values: number[];
  readonly counts: number[];
}

/** Values below this are counted in a table; most sizes, holding and interarrival times are. */
const SMALL = 1 << 16;

/** @param sample whole numbers from 0 to 2^53 − 1 */
export function histogramOf(sample: ArrayLike<number>): Histogram {
  const table = new Uint32Array(SMALL);
  const rest = new Float64Array(sample.length);
  let large = 0;
  for (let at = 0; at < sample.length; at++) {
    const value = sample[at];
    if (value < SMALL) table[value]++;
    else rest[large++] = value;
  }
  const tail = sorted(rest.subarray(0, large));
  let distinct = 0;
  for (let value = 0; value < SMALL; value++) if (table[value] > 0) distinct++;
  for (let at = 0; at < large; at++) if (at === 0 || tail[at] !== tail[at - 1]) distinct++;
  const values = new Array<number>(distinct);
  const counts = new Array<number>(distinct);
  let index = 0;
  for (let value = 0; value < SMALL; value++) {
    if (table[value] === 0) continue;
    values[index] = value;
    counts[index++] = table[value];
  }
  for (let at = 0; at < large; ) {
    let end = at + 1;
    while (end < large && tail[end] === tail[at]) end++;
    values[index] = tail[at];
    counts[index++] = end - at;
    at = end;
  }
  return { values, counts };
}

/** Objects by size class. */
export interface SizeClasses {
  /** The distinct sizes, ascending. */
  readonly sizes: number[];
  /** Objects of each. */
  readonly counts: number[];
  /** By object: index of its size. */
  readonly of: Uint32Array;
}

export function sizeClasses(size: Uint32Array): SizeClasses {
  const { values: sizes, counts } = histogramOf(size);
  const small = new Uint32Array(SMALL);
  const large = new Map<number, number>();
  for (const [index, bytes] of sizes.entries()) {
    if (bytes < SMALL) small[bytes] = index;
    else large.set(bytes, index);
  }
  const of = new Uint32Array(size.length);
  for (let object = 0; object < size.length; object++) {
    const bytes = size[object];
    of[object] = bytes < SMALL ? small[bytes] : (large.get(bytes) as number);
  }
  return { sizes, counts, of };
}
