/** Most bits of a digit: its counters then fit the second-level cache. */
const DIGIT = 14;

/**
 * The indices of `keys` in ascending order of their keys; equal keys keep their order.
 * Least-significant-digit radix sort (Knuth, TAOCP vol. 3, 5.2.5, algorithm R).
 * @param keys integers from 0 to 2^53 − 1
 */
export function ascending(keys: Float64Array): Uint32Array {
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
  const places = new Uint32Array(mask + 2);
  // `&` keeps the low 32 bits of the integer part, which hold the digit.
  for (let at = 0; at < keys.length; at++) places[((keys[at] * scale) & mask) + 1]++;
  for (let value = 0; value < mask; value++) places[value + 1] += places[value];
  for (let at = 0; at < order.length; at++) {
    const index = order[at];
    next[places[(keys[index] * scale) & mask]++] = index;
  }
}

/**
 * A sorted copy of whole numbers from 0 to 2^53 − 1. Those below 2^32, which holding times mostly are, by radix, as
 * above but without the indices.
 */
export function sorted(values: ArrayLike<number>): Uint32Array | Float64Array {
  let highest = 0;
  for (let at = 0; at < values.length; at++) if (values[at] > highest) highest = values[at];
  if (highest >= 2 ** 32) return new Float64Array(values).sort();
  let from = new Uint32Array(values);
  let to = new Uint32Array(values.length);
  const bits = 32 - Math.clz32(highest);
  const passes = Math.ceil(bits / DIGIT);
  const digit = Math.ceil(bits / Math.max(passes, 1));
  const mask = 2 ** digit - 1;
  for (let pass = 0; pass < passes; pass++) {
    const shift = pass * digit;
    const places = new Uint32Array(mask + 2);
    for (let at = 0; at < from.length; at++) places[((from[at] >>> shift) & mask) + 1]++;
    for (let value = 0; value < mask; value++) places[value + 1] += places[value];
    for (let at = 0; at < from.length; at++) to[places[(from[at] >>> shift) & mask]++] = from[at];
    [from, to] = [to, from];
  }
  return from;
}
