import type { Bytes, EventIndex } from '../units';

/** Values under one entry of the finest level; each level above gathers sixteen of the one below. */
export const FINEST = 256;
const FACTOR = 16;

/** Least, greatest and sum of a stretch of values. */
export interface Extremes {
  min: number;
  max: number;
  sum: number;
}

/** One level: an entry for every `FINEST × 16^n` values, complete ones only. */
class Level {
  min = new Uint32Array(16);
  max = new Uint32Array(16);
  sum = new Float64Array(16);
  length = 0;

  push(min: number, max: number, sum: number): void {
    if (this.length === this.min.length) {
      this.min = doubled(this.min, new Uint32Array(this.length * 2));
      this.max = doubled(this.max, new Uint32Array(this.length * 2));
      this.sum = doubled(this.sum, new Float64Array(this.length * 2));
    }
    this.min[this.length] = min;
    this.max[this.length] = max;
    this.sum[this.length++] = sum;
  }

  include(entry: number, into: Extremes): void {
    if (this.min[entry] < into.min) into.min = this.min[entry];
    if (this.max[entry] > into.max) into.max = this.max[entry];
    into.sum += this.sum[entry];
  }
}

/**
 * Levels of detail over a column of values (a pyramid as of Williams, "Pyramidal parametrics", 1983): extremes and sums
 * of ever longer stretches. A question about any stretch reads at most thirty entries a level.
 */
export class Levels {
  private readonly levels: Level[] = [new Level()];

  get bytes(): Bytes {
    return this.levels.reduce((sum, { min }) => sum + min.length * 16, 0);
  }

  /** Takes the next values, a multiple of `FINEST` of them. @returns their extremes */
  append(values: Uint32Array): Extremes {
    const all = { min: Number.POSITIVE_INFINITY, max: 0, sum: 0 };
    for (let from = 0; from < values.length; from += FINEST) {
      let min = values[from];
      let max = min;
      let sum = 0;
      for (let at = from; at < from + FINEST; at++) {
        const value = values[at];
        sum += value;
        if (value < min) min = value;
        else if (value > max) max = value;
      }
      this.levels[0].push(min, max, sum);
      if (min < all.min) all.min = min;
      if (max > all.max) all.max = max;
      all.sum += sum;
    }
    this.carry();
    return all;
  }

  /** Adds what lies in from … to − 1, both multiples of `FINEST` and within what was appended. */
  collect(from: EventIndex, to: EventIndex, into: Extremes): void {
    let low = from / FINEST;
    let high = to / FINEST;
    for (let n = 0; low < high; n++) {
      const level = this.levels[n];
      const coarser = this.levels[n + 1];
      const stop = coarser ? Math.min(high, coarser.length * FACTOR) : 0;
      if (stop - low < FACTOR) {
        for (; low < high; low++) level.include(low, into);
        return;
      }
      for (; low % FACTOR !== 0; low++) level.include(low, into);
      for (; high > stop || high % FACTOR !== 0; high--) level.include(high - 1, into);
      low /= FACTOR;
      high /= FACTOR;
    }
  }

  /** Completes entries of the coarser levels. */
  private carry(): void {
    for (let n = 0; n < this.levels.length; n++) {
      const level = this.levels[n];
      const complete = Math.floor(level.length / FACTOR);
      if (complete > 0 && !this.levels[n + 1]) this.levels.push(new Level());
      const coarser = this.levels[n + 1];
      for (let entry = coarser?.length ?? complete; entry < complete; entry++) {
        const part = { min: Number.POSITIVE_INFINITY, max: 0, sum: 0 };
        for (let at = entry * FACTOR; at < (entry + 1) * FACTOR; at++) level.include(at, part);
        coarser.push(part.min, part.max, part.sum);
      }
    }
  }
}

function doubled<T extends Uint32Array | Float64Array>(column: T, into: T): T {
  into.set(column);
  return into;
}
