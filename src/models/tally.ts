import { grown } from '../trace/columns';
import { orderOf } from './order';

/**
 * Numbers distinct values as they come, and counts them: an open-addressing table whose memory is linear in distinct
 * values, or, for values below a bound that the user can afford, a plain table.
 */
export class Tally {
  /** Distinct values in order of first appearance; `length` of them count. */
  values = new Float64Array(64);
  counts = new Uint32Array(64);
  length = 0;
  /** One more than the index of the value in the slot; 0 where the slot is empty. */
  private slots = new Uint32Array(256);
  /** 32 minus the slots' number as a power of two. */
  private shift = 24;
  /** As `slots`, a place a value; null where values are hashed. */
  private readonly places: Uint32Array | null;

  /** @param bound all values are below it; a table of so many places takes the place of hashing. 0 for none */
  constructor(private readonly bound = 0) {
    this.places = bound > 0 ? new Uint32Array(bound) : null;
  }

  /** Counts `value`, an integer from 0 to 2^53 − 1, and tells its index in `values`. */
  add(value: number): number {
    const { places } = this;
    if (places) {
      const held = places[value];
      if (held === 0) {
        places[value] = this.length + 1;
        return this.begin(value);
      }
      this.counts[held - 1]++;
      return held - 1;
    }
    return this.hashed(value);
  }

  private hashed(value: number): number {
    const mask = this.slots.length - 1;
    let slot = this.home(value);
    for (;;) {
      const held = this.slots[slot];
      if (held === 0) break;
      if (this.values[held - 1] === value) {
        this.counts[held - 1]++;
        return held - 1;
      }
      slot = (slot + 1) & mask;
    }
    const index = this.begin(value);
    this.slots[slot] = index + 1;
    if (this.length * 2 > this.slots.length) this.rehash();
    return index;
  }

  /** The value's first time. */
  private begin(value: number): number {
    if (this.length === this.values.length) this.grow();
    const index = this.length++;
    this.values[index] = value;
    this.counts[index] = 1;
    return index;
  }

  /** Indices of the distinct values, the values ascending. */
  ascending(): Uint32Array {
    const { places, bound, length } = this;
    if (!places) return orderOf(this.values.subarray(0, length));
    const order = new Uint32Array(length);
    let next = 0;
    for (let value = 0; value < bound; value++) if (places[value] > 0) order[next++] = places[value] - 1;
    return order;
  }

  private home(value: number): number {
    // Knuth's multiplicative hashing (TAOCP vol. 3, 6.4) of both halves; `| 0` keeps a double's low 32 bits.
    const high = (value * 2 ** -32) | 0;
    return Math.imul((value | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> this.shift;
  }

  private grow(): void {
    this.values = grown(this.values, this.length * 2);
    this.counts = grown(this.counts, this.length * 2);
  }

  private rehash(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    this.shift--;
    const mask = this.slots.length - 1;
    for (let index = 0; index < this.length; index++) {
      let slot = this.home(this.values[index]);
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = index + 1;
    }
  }
}
