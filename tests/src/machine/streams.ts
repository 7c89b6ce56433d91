/** The streams of tests/tools/pycachesim_expected.py, made again: change both together. */

export interface Workload {
  readonly kind: 'sequential' | 'uniform' | 'hot' | 'headers';
  readonly seed: number;
  readonly count: number;
  readonly base: number;
  readonly span: number;
  readonly stride?: number;
  readonly bytes: number;
  /** Writes in a hundred accesses. */
  readonly writes: number;
}

/** Marsaglia's xorshift32. */
function xorshift32(seed: number): () => number {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

/** Pairs (address, bytes | write << 31), as `lab cache` reads them. */
export function stream(o: Workload): Uint32Array {
  const next = xorshift32(o.seed);
  const pairs: number[] = [];
  const push = (address: number, bytes: number, write: boolean) =>
    pairs.push(address, bytes + (write ? 2 ** 31 : 0));
  const writes = () => next() % 100 < o.writes;
  if (o.kind === 'headers') {
    let address = o.base;
    while (pairs.length < 2 * o.count) {
      const size = 8 * (1 + (next() % 40));
      push(address, 8, writes());
      if (next() % 4 === 0 && pairs.length < 2 * o.count) push(address + 8, size, true);
      address += 8 + size;
      if (address > o.base + o.span) address = o.base;
    }
    return Uint32Array.from(pairs);
  }
  for (let i = 0; i < o.count; i++) {
    if (o.kind === 'sequential') {
      push((o.base + i * (o.stride ?? 0)) % o.span, o.bytes, writes());
    } else if (o.kind === 'uniform') {
      const address = o.base + (next() % o.span);
      const size = 1 + (next() % o.bytes);
      push(address, size, writes());
    } else {
      const span = next() % 10 ? Math.floor(o.span / 16) : o.span;
      push(o.base + Math.floor((next() % span) / 4) * 4, o.bytes, writes());
    }
  }
  return Uint32Array.from(pairs);
}
