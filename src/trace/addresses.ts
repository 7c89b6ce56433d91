/** No object stands at the address. */
export const NO_OBJECT = -1;

const EMPTY = -1;

/**
 * From 64-bit addresses to object ids, as the tools that print addresses need it: open addressing, linear probing,
 * deletion by shifting back, no object a key. An address is given as its upper and lower 32 bits.
 */
export class AddressTable {
  private bits = 6;
  private mask = (1 << this.bits) - 1;
  private high = new Uint32Array(this.mask + 1);
  private low = new Uint32Array(this.mask + 1);
  private id = new Int32Array(this.mask + 1).fill(EMPTY);
  private used = 0;

  get size(): number {
    return this.used;
  }

  /** The object at an address, or NO_OBJECT. */
  get(high: number, low: number): number {
    return this.id[this.slot(high, low)];
  }

  /** Puts an object at an address, in place of one that was there. */
  set(high: number, low: number, id: number): void {
    let at = this.slot(high, low);
    if (this.id[at] === EMPTY) {
      if ((this.used + 1) * 2 > this.mask) {
        this.grow();
        at = this.slot(high, low);
      }
      this.used++;
      this.high[at] = high;
      this.low[at] = low;
    }
    this.id[at] = id;
  }

  /** Takes away and returns the object at an address, or NO_OBJECT. */
  take(high: number, low: number): number {
    let hole = this.slot(high, low);
    const id = this.id[hole];
    if (id === EMPTY) return NO_OBJECT;
    this.used--;
    // Entries behind the hole that may not stand before their home slot move up, so that probing finds them.
    for (let at = (hole + 1) & this.mask; this.id[at] !== EMPTY; at = (at + 1) & this.mask) {
      const home = this.home(this.high[at], this.low[at]);
      if (((at - home) & this.mask) >= ((at - hole) & this.mask)) {
        this.high[hole] = this.high[at];
        this.low[hole] = this.low[at];
        this.id[hole] = this.id[at];
        hole = at;
      }
    }
    this.id[hole] = EMPTY;
    return id;
  }

  /** All objects, lowest id first. */
  ids(): number[] {
    return Array.from(this.id.filter((id) => id !== EMPTY)).sort((a, b) => a - b);
  }

  clear(): void {
    this.id.fill(EMPTY);
    this.used = 0;
  }

  /** Where an address stands, or the empty slot where it would. */
  private slot(high: number, low: number): number {
    let at = this.home(high, low);
    while (this.id[at] !== EMPTY && (this.low[at] !== low || this.high[at] !== high))
      at = (at + 1) & this.mask;
    return at;
  }

  /** Fibonacci hashing: the upper bits of a product spread neighbours over the whole table. */
  private home(high: number, low: number): number {
    return Math.imul((low >>> 3) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> (32 - this.bits);
  }

  private grow(): void {
    const { high, low, id } = this;
    this.bits++;
    this.mask = (1 << this.bits) - 1;
    this.high = new Uint32Array(this.mask + 1);
    this.low = new Uint32Array(this.mask + 1);
    this.id = new Int32Array(this.mask + 1).fill(EMPTY);
    for (let from = 0; from < id.length; from++) {
      if (id[from] === EMPTY) continue;
      const at = this.slot(high[from], low[from]);
      this.high[at] = high[from];
      this.low[at] = low[from];
      this.id[at] = id[from];
    }
  }
}
