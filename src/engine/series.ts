import type { Bytes, EventIndex } from '../units';
import { type Extremes, Levels } from './levels';
import { BLOCK, PACKED_ROW, Packed, type PackedChunk } from './packed';

/** A metric at pixel resolution, a bucket a pixel. */
export interface Buckets {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  readonly mean: Float64Array;
}

/**
 * A column of unsigned 32-bit values, one an event, exact and packed (`Packed`): mostly a byte or two a value. Levels of
 * detail over it grow with it, so that a chart costs pixels and not events.
 */
export class Series {
  private readonly packed = new Packed();
  private readonly levels = new Levels();
  /** The values that do not fill a block yet. */
  private readonly tail = new Uint32Array(BLOCK);
  private tailLength = 0;

  get length(): number {
    return this.packed.length + this.tailLength;
  }

  /** Bytes held by the packed values and the levels of detail. */
  get bytes(): Bytes {
    return this.packed.bytes + this.levels.bytes + this.tail.byteLength;
  }

  /** Takes the values that the host has packed since the last time. */
  append({ blocks, sums, rows, words, rest }: PackedChunk): void {
    let from = 0;
    for (let block = 0; block < blocks; block++) {
      const row = (block * PACKED_ROW) / 4;
      const [least, greatest, width, shift] = [rows[row + 2], rows[row + 3], rows[row + 4], rows[row + 5]];
      const to = from + (width * BLOCK) / 32;
      this.packed.add(least, width, shift, words.subarray(from, to));
      // The first block took in what stood here: so it is also where there is no memory for the next.
      this.tailLength = 0;
      this.levels.append(least, greatest, sums[(block * PACKED_ROW) / 8]);
      from = to;
    }
    this.tail.set(rest);
    this.tailLength = rest.length;
  }

  at(event: EventIndex): number {
    const { packed } = this;
    return event < packed.length ? packed.at(event) : this.tail[event - packed.length];
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
    const first = Math.min(to, Math.ceil(from / BLOCK) * BLOCK);
    const last = Math.max(first, Math.floor(Math.min(to, this.packed.length) / BLOCK) * BLOCK);
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
}
