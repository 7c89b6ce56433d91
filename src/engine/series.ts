import type { EventIndex } from '../units';

/** Values of a packed chunk. */
export const CHUNK = 4096;

interface Chunk {
  readonly min: number;
  readonly max: number;
  readonly last: number;
  readonly sum: number;
  /** Differences from `min` in the narrowest type that holds them; null where every value is the same. */
  readonly deltas: Uint8Array | Uint16Array | Uint32Array | null;
}

/**
 * A column of unsigned 32-bit values, one an event, packed by chunks of 4,096 as differences from the chunk's least.
 * Exact; mostly one or two bytes a value; each chunk knows its extremes, so that a chart costs pixels and not events.
 */
export class Series {
  private readonly chunks: Chunk[] = [];
  private readonly tail = new Uint32Array(CHUNK);
  private tailLength = 0;

  get length(): number {
    return this.chunks.length * CHUNK + this.tailLength;
  }

  /** Bytes held by the packed values. */
  get bytes(): number {
    return this.chunks.reduce((sum, { deltas }) => sum + (deltas?.byteLength ?? 0), this.tail.byteLength);
  }

  append(values: Uint32Array): void {
    for (let from = 0; from < values.length; ) {
      const count = Math.min(values.length - from, CHUNK - this.tailLength);
      this.tail.set(values.subarray(from, from + count), this.tailLength);
      this.tailLength += count;
      from += count;
      if (this.tailLength === CHUNK) {
        this.chunks.push(pack(this.tail));
        this.tailLength = 0;
      }
    }
  }

  at(event: EventIndex): number {
    const chunk = this.chunks[event >>> 12];
    if (!chunk) return this.tail[event & (CHUNK - 1)];
    return chunk.deltas ? chunk.min + chunk.deltas[event & (CHUNK - 1)] : chunk.min;
  }

  /** Copies the values from … to − 1 into an array. */
  slice(from: EventIndex, to: EventIndex): Uint32Array {
    const values = new Uint32Array(Math.max(0, to - from));
    for (let index = 0; index < values.length; index++) values[index] = this.at(from + index);
    return values;
  }

  /**
   * Least, greatest, last and mean value of each of `buckets` equal parts of from … to − 1.
   * Buckets narrower than an event repeat it.
   */
  buckets(from: EventIndex, to: EventIndex, buckets: number) {
    const min = new Float64Array(buckets);
    const max = new Float64Array(buckets);
    const last = new Float64Array(buckets);
    const mean = new Float64Array(buckets);
    const end = Math.min(to, this.length);
    for (let bucket = 0; bucket < buckets; bucket++) {
      const lo = Math.floor(from + ((to - from) * bucket) / buckets);
      const hi = Math.max(lo + 1, Math.floor(from + ((to - from) * (bucket + 1)) / buckets));
      const known = lo < end;
      const extremes = known ? this.extremes(lo, Math.min(hi, end)) : null;
      min[bucket] = extremes?.min ?? Number.NaN;
      max[bucket] = extremes?.max ?? Number.NaN;
      last[bucket] = extremes?.last ?? Number.NaN;
      mean[bucket] = extremes?.mean ?? Number.NaN;
    }
    return { min, max, last, mean };
  }

  private extremes(from: number, to: number) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let event = from; event < to; ) {
      const chunk = event % CHUNK === 0 && event + CHUNK <= to ? this.chunks[event >>> 12] : undefined;
      const low = chunk ? chunk.min : this.at(event);
      const high = chunk ? chunk.max : low;
      if (low < min) min = low;
      if (high > max) max = high;
      sum += chunk ? chunk.sum : low;
      event += chunk ? CHUNK : 1;
    }
    return { min, max, last: this.at(to - 1), mean: sum / (to - from) };
  }
}

function pack(values: Uint32Array): Chunk {
  let min = values[0];
  let max = min;
  let sum = 0;
  for (const value of values) {
    sum += value;
    if (value < min) min = value;
    else if (value > max) max = value;
  }
  const last = values[CHUNK - 1];
  const range = max - min;
  if (range === 0) return { min, max, last, sum, deltas: null };
  const deltas =
    range < 256 ? new Uint8Array(CHUNK) : range < 65536 ? new Uint16Array(CHUNK) : new Uint32Array(CHUNK);
  for (let index = 0; index < CHUNK; index++) deltas[index] = values[index] - min;
  return { min, max, last, sum, deltas };
}
