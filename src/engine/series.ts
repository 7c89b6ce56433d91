import type { Bytes, EventIndex } from '../units';
import { type Extremes, FINEST, Levels } from './levels';

/** Values of a packed chunk. */
export const CHUNK = 4096;
const CHUNK_BITS = 12;

interface Chunk {
  readonly min: number;
  /** Differences from `min` in the narrowest type that holds them; null where every value is the same. */
  readonly deltas: Uint8Array | Uint16Array | Uint32Array | null;
}

/** A metric at pixel resolution, a bucket a pixel. */
export interface Buckets {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  readonly mean: Float64Array;
}

/**
 * A column of unsigned 32-bit values, one an event, packed by chunks of 4,096 as differences from the chunk's least.
 * Exact; mostly one or two bytes a value. Levels of detail over it grow with it, so that a chart costs pixels and not
 * events.
 */
export class Series {
  private readonly chunks: Chunk[] = [];
  private readonly levels = new Levels();
  private readonly tail = new Uint32Array(CHUNK);
  private tailLength = 0;
  private packed: Bytes = 0;

  get length(): number {
    return this.chunks.length * CHUNK + this.tailLength;
  }

  /** Bytes held by the packed values and the levels of detail. */
  get bytes(): Bytes {
    return this.packed + this.tail.byteLength + this.levels.bytes;
  }

  append(values: Uint32Array): void {
    for (let from = 0; from < values.length; ) {
      const count = Math.min(values.length - from, CHUNK - this.tailLength);
      this.tail.set(values.subarray(from, from + count), this.tailLength);
      this.tailLength += count;
      from += count;
      if (this.tailLength === CHUNK) {
        const chunk = this.pack();
        this.chunks.push(chunk);
        this.packed += chunk.deltas?.byteLength ?? 0;
        this.tailLength = 0;
      }
    }
  }

  at(event: EventIndex): number {
    const chunk = this.chunks[event >>> CHUNK_BITS];
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
   * Least, greatest, last and mean value of each of `buckets` equal parts of from … to − 1; NaN where a part has no
   * values yet. Buckets narrower than an event repeat it. Costs the buckets, whatever lies in them.
   */
  buckets(from: EventIndex, to: EventIndex, buckets: number): Buckets {
    const [min, max, last, mean] = Array.from({ length: 4 }, () =>
      new Float64Array(buckets).fill(Number.NaN),
    );
    const end = Math.min(to, this.length);
    for (let bucket = 0; bucket < buckets; bucket++) {
      const lo = Math.floor(from + ((to - from) * bucket) / buckets);
      const hi = Math.max(lo + 1, Math.floor(from + ((to - from) * (bucket + 1)) / buckets));
      if (lo >= end) break;
      const part = this.extremes(lo, Math.min(hi, end));
      min[bucket] = part.min;
      max[bucket] = part.max;
      last[bucket] = this.at(Math.min(hi, end) - 1);
      mean[bucket] = part.sum / (Math.min(hi, end) - lo);
    }
    return { min, max, last, mean };
  }

  /** Single values at both ends, levels between. */
  private extremes(from: EventIndex, to: EventIndex): Extremes {
    const into = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, sum: 0 };
    const whole = this.chunks.length * CHUNK;
    const first = Math.min(to, Math.ceil(from / FINEST) * FINEST);
    const last = Math.max(first, Math.floor(Math.min(to, whole) / FINEST) * FINEST);
    this.scan(from, first, into);
    if (last > first) this.levels.collect(first, last, into);
    this.scan(last, to, into);
    return into;
  }

  private scan(from: EventIndex, to: EventIndex, into: Extremes): void {
    for (let event = from; event < to; event++) {
      const value = this.at(event);
      if (value < into.min) into.min = value;
      if (value > into.max) into.max = value;
      into.sum += value;
    }
  }

  private pack(): Chunk {
    const values = this.tail;
    const { min, max } = this.levels.append(values);
    const range = max - min;
    if (range === 0) return { min, deltas: null };
    const deltas =
      range < 256 ? new Uint8Array(CHUNK) : range < 65536 ? new Uint16Array(CHUNK) : new Uint32Array(CHUNK);
    for (let index = 0; index < CHUNK; index++) deltas[index] = values[index] - min;
    return { min, deltas };
  }
}
