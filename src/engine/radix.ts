const BITS = 11;
const BUCKETS = 1 << BITS;

/**
 * The first `count` keys in ascending order, and where each stood. Least significant digit first (Knuth, The Art of
 * Computer Programming 3, 5.2.5): a pass for every eleven bits in which keys differ.
 */
export function ascending(keys: Uint32Array, count: number): { keys: Uint32Array; order: Uint32Array } {
  let from = { keys: keys.slice(0, count), order: new Uint32Array(count) };
  let to = { keys: new Uint32Array(count), order: new Uint32Array(count) };
  let differing = 0;
  for (let at = 0; at < count; at++) {
    differing |= keys[at] ^ keys[0];
    from.order[at] = at;
  }
  for (let shift = 0; shift < 32; shift += BITS) {
    if (((differing >>> shift) & (BUCKETS - 1)) === 0) continue;
    pass(from.keys, from.order, to.keys, to.order, shift);
    [from, to] = [to, from];
  }
  return from;
}

function pass(
  keys: Uint32Array,
  order: Uint32Array,
  toKeys: Uint32Array,
  toOrder: Uint32Array,
  shift: number,
): void {
  const places = new Uint32Array(BUCKETS);
  for (let at = 0; at < keys.length; at++) places[(keys[at] >>> shift) & (BUCKETS - 1)]++;
  startBuckets(places, 0, BUCKETS);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    const place = places[(key >>> shift) & (BUCKETS - 1)]++;
    toKeys[place] = key;
    toOrder[place] = order[at];
  }
}

/** Makes of the counts of buckets the place where each of them begins. */
export function startBuckets(places: Uint32Array, from: number, to: number): void {
  let before = 0;
  for (let bucket = from; bucket < to; bucket++) {
    const own = places[bucket];
    places[bucket] = before;
    before += own;
  }
}

/** Words of a row of blocks (wasm/host/walk.c); the first is the address. */
const ROW = 6;

/** Rows of blocks in order of address; most walks are in order already. */
export function byAddress(rows: Uint32Array): Uint32Array {
  const count = rows.length / ROW;
  let ordered = true;
  for (let row = 1; row < count && ordered; row++) ordered = rows[row * ROW] >= rows[(row - 1) * ROW];
  if (ordered) return rows;
  const { order } = ascending(
    Uint32Array.from({ length: count }, (_, row) => rows[row * ROW]),
    count,
  );
  const sorted = new Uint32Array(rows.length);
  order.forEach((row, place) => {
    sorted.set(rows.subarray(row * ROW, (row + 1) * ROW), place * ROW);
  });
  return sorted;
}
