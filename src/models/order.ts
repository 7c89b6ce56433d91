/** The models' radix sorts; that of `engine/radix.ts` moves keys of 32 bits along with their order. */
import { startBuckets } from '../engine/radix';

/** Most bits of a digit: its counters then fit the second-level cache. */
const DIGIT = 14;

/**
 * The indices of `keys` in ascending order of their keys; equal keys keep their order.
 * Least-significant-digit radix sort (Knuth, TAOCP vol. 3, 5.2.5, algorithm R).
 * @param keys integers from 0 to 2^53 − 1
 */
export function orderOf(keys: Float64Array): Uint32Array {
  let highest = 0;
  for (let at = 0; at < keys.length; at++) if (keys[at] > highest) highest = keys[at];
  let bits = 0;
  while (highest >= 2 ** bits) bits++;
  const passes = Math.ceil(bits / DIGIT);
  const digit = Math.ceil(bits / Math.max(passes, 1));
  let order = new Uint32Array(keys.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  let next = new Uint32Array(keys.length);
  for (let pass = 0; pass < passes; pass++) {
    distribute(keys, order, next, 2 ** -(pass * digit), digit);
    [order, next] = [next, order];
  }
  return order;
}

function distribute(
  keys: Float64Array,
  order: Uint32Array,
  next: Uint32Array,
  scale: number,
  digit: number,
): void {
  const mask = 2 ** digit - 1;
  const places = new Uint32Array(mask + 1);
  // `&` keeps the low 32 bits of the integer part, which hold the digit.
  for (let at = 0; at < keys.length; at++) places[(keys[at] * scale) & mask]++;
  startBuckets(places, 0, places.length);
  for (let at = 0; at < order.length; at++) {
    const index = order[at];
    next[places[(keys[index] * scale) & mask]++] = index;
  }
}

/** Bits of a digit in `sorted`: fewer passes are worth more than counts that fit the first-level cache. */
const SORT_DIGIT = 14;

/**
 * Numbers in ascending order, by radix as above but without the indices. The digits of all passes are counted in one.
 * @param values overwritten
 * @param highest the largest of them, or more
 */
export function sorted(values: Uint32Array, highest: number): Uint32Array {
  const bits = 32 - Math.clz32(highest);
  const passes = Math.ceil(bits / SORT_DIGIT);
  const digit = Math.ceil(bits / Math.max(passes, 1));
  const size = 1 << digit;
  const mask = size - 1;
  const places = new Uint32Array(size * passes);
  for (let pass = 0; pass < passes; pass++) {
    const shift = pass * digit;
    const first = pass * size;
    for (let at = 0; at < values.length; at++) places[first + ((values[at] >>> shift) & mask)]++;
  }
  let from: Uint32Array = values;
  let to: Uint32Array = new Uint32Array(values.length);
  for (let pass = 0; pass < passes; pass++) {
    const shift = pass * digit;
    const first = pass * size;
    startBuckets(places, first, first + size);
    for (let at = 0; at < from.length; at++) to[places[first + ((from[at] >>> shift) & mask)]++] = from[at];
    [from, to] = [to, from];
  }
  return from;
}
