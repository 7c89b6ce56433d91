import type { Address } from '../units';

/** Finds among rows in ascending order of their first word the last at or below an address: a look-up, a short search. */
export class RowIndex {
  /** By bucket of addresses: the first row in it or above. */
  private readonly first: Uint32Array;
  private readonly shift: number;
  private readonly base: Address;

  /**
   * @param width words of a row
   * @param buckets memory for the look-up: two words a row, and two
   */
  constructor(
    private readonly rows: Uint32Array,
    private readonly width: number,
    buckets: Uint32Array,
  ) {
    const count = rows.length / width;
    this.base = count > 0 ? rows[0] : 0;
    const extent = count > 0 ? rows[(count - 1) * width] - this.base : 0;
    // At most two buckets a row.
    this.shift = Math.max(0, Math.clz32(count) - Math.clz32(extent));
    this.first = buckets.subarray(0, (extent >>> this.shift) + 2);
    let filled = 0;
    for (let row = 0; row < count; row++) {
      const bucket = (rows[row * width] - this.base) >>> this.shift;
      while (filled <= bucket) this.first[filled++] = row;
    }
    this.first.fill(count, filled);
  }

  /** −1 where all rows lie above. */
  holding(address: Address): number {
    const { rows, width, first } = this;
    const offset = address - this.base;
    if (offset < 0) return -1;
    const bucket = Math.min(offset >>> this.shift, first.length - 2);
    let low = first[bucket];
    let high = first[bucket + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows[middle * width] <= address) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
