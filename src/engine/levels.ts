import type { Bytes, EventIndex } from '../units';
import { enlarged } from './growing';
import { BLOCK } from './packed';

/** Values under one entry of the finest level; each level above gathers sixteen of the one below. */
const FINEST = BLOCK;
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
      this.min = enlarged(this.min);
      this.max = enlarged(this.max);
      this.sum = enlarged(this.sum);
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

  /** Takes what is known of the next `FINEST` values. */
  append(min: number, max: number, sum: number): void {
    this.levels[0].push(min, max, sum);
    if (this.levels[0].length % FACTOR === 0) this.carry();
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
