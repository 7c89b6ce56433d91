import { grown } from '../trace/columns';
import { ascending } from './order';

/** How often each distinct value occurs: an open-addressing table whose memory is linear in distinct values. */
export class Tally {
  /** Distinct values in order of first appearance; `length` of them count. */
  values = new Float64Array(64);
  counts = new Uint32Array(64);
  length = 0;
  /** One more than the index of the value in the slot; 0 where the slot is empty. */
  private slots = new Uint32Array(256);
  /** 32 minus the slots' number as a power of two. */
  private shift = 24;

  /** Counts `value`, an integer from 0 to 2^53 − 1, and tells its index in `values`. */
  add(value: number): number {
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
    if (this.length === this.values.length) this.grow();
    const index = this.length++;
    this.values[index] = value;
    this.counts[index] = 1;
    this.slots[slot] = index + 1;
    if (this.length * 2 > this.slots.length) this.rehash();
    return index;
  }

  /** The distinct values in ascending order, and how often each occurs. */
  sorted(): { values: number[]; counts: number[]; order: Uint32Array } {
    const order = ascending(this.values.subarray(0, this.length));
    const values = new Array<number>(this.length);
    const counts = new Array<number>(this.length);
    for (let at = 0; at < this.length; at++) {
      values[at] = this.values[order[at]];
      counts[at] = this.counts[order[at]];
    }
    return { values, counts, order };
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

/** Objects by size class: the distinct sizes in ascending order, and each object's index among them. */
export function sizeClasses(size: Uint32Array): { sizes: number[]; counts: number[]; of: Uint32Array } {
  const tally = new Tally();
  const of = new Uint32Array(size.length);
  for (let object = 0; object < size.length; object++) of[object] = tally.add(size[object]);
  const { values, counts, order } = tally.sorted();
  const rank = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) rank[order[at]] = at;
  for (let object = 0; object < of.length; object++) of[object] = rank[of[object]];
  return { sizes: values, counts, of };
}
