import { plain } from './groups';
import { sorted } from './order';

/** How often each distinct value of a sample occurs, the values ascending. */
export interface Histogram {
  readonly values: number[];
  readonly counts: number[];
}

/** Values below this are counted in a table; most sizes, holding and interarrival times are. */
const SMALL = 1 << 14;
/** From here on 32 bits do not hold a value. */
const WIDE = 2 ** 32;

/** @param sample whole numbers from 0 to 2^53 − 1 */
export function histogramOf(sample: Float64Array | Uint32Array): Histogram {
  const table = new Uint32Array(SMALL);
  const middle = new Uint32Array(sample.length);
  let highest = 0;
  let sorting = 0;
  let wide = 0;
  for (let at = 0; at < sample.length; at++) {
    const value = sample[at];
    if (value < SMALL) table[value]++;
    else if (value < WIDE) {
      middle[sorting++] = value;
      if (value > highest) highest = value;
    } else wide++;
  }
  const tail = sorted(middle.subarray(0, sorting), highest);
  // Hours, in nanoseconds: few.
  const rest = wide > 0 ? new Float64Array(sample).sort().subarray(sample.length - wide) : null;
  let distinct = 0;
  for (let value = 0; value < SMALL; value++) if (table[value] > 0) distinct++;
  distinct += runs(tail) + (rest ? runs(rest) : 0);
  const values = new Array<number>(distinct);
  const counts = new Array<number>(distinct);
  let index = 0;
  for (let value = 0; value < SMALL; value++) {
    if (table[value] === 0) continue;
    values[index] = value;
    counts[index++] = table[value];
  }
  index = tell(tail, values, counts, index);
  if (rest) tell(rest, values, counts, index);
  return { values, counts };
}

type Sorted = Uint32Array | Float64Array;

/** Distinct values. */
function runs(values: Sorted): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (at === 0 || values[at] !== values[at - 1]) count++;
  return count;
}

/** Writes values and their counts from `index` on; the index after them. */
function tell(ascending: Sorted, values: number[], counts: number[], index: number): number {
  let next = index;
  for (let at = 0; at < ascending.length; ) {
    const value = ascending[at];
    let end = at + 1;
    while (end < ascending.length && ascending[end] === value) end++;
    values[next] = value;
    counts[next++] = end - at;
    at = end;
  }
  return next;
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

/** Sizes below this are numbered in a table. */
const SMALL_SIZE = 1 << 16;

/**
 * Objects by their size in bytes: the distinct sizes, ascending, and which of them each object has.
 * @param size bytes, by object
 */
export function sizeClasses(size: Uint32Array): SizeClasses {
  // Numbered first in order of appearance, from 1, then in ascending order.
  const small = new Uint32Array(SMALL_SIZE);
  const large = new Map<number, number>();
  const sizes: number[] = [];
  const numberOf = (bytes: number): number => {
    const number = sizes.push(bytes);
    if (bytes < SMALL_SIZE) small[bytes] = number;
    else large.set(bytes, number);
    return number;
  };
  const of = new Uint32Array(size.length);
  for (let object = 0; object < size.length; object++) {
    const bytes = size[object];
    const known = bytes < SMALL_SIZE ? small[bytes] : (large.get(bytes) ?? 0);
    of[object] = known > 0 ? known : numberOf(bytes);
  }
  const order = Uint32Array.from(sizes, (_, index) => index).sort((a, b) => sizes[a] - sizes[b]);
  const rank = new Uint32Array(sizes.length + 1);
  for (let index = 0; index < order.length; index++) rank[order[index] + 1] = index;
  const counts = new Uint32Array(sizes.length);
  for (let object = 0; object < of.length; object++) {
    const ranked = rank[of[object]];
    of[object] = ranked;
    counts[ranked]++;
  }
  return { sizes: plain(sizes, order), counts: plain(counts), of };
}
