/**
 * A small seeded generator of 32-bit numbers: sfc32 by Chris Doty-Humphrey (PractRand), seeded through splitmix32.
 * Whole-number arithmetic only, so that every browser and Node give the same numbers.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    let state = seed >>> 0;
    const next = () => {
      state = (state + 0x9e37_79b9) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
      return (mixed ^ (mixed >>> 15)) >>> 0;
    };
    this.a = next();
    this.b = next();
    this.c = next();
    for (let round = 0; round < 12; round++) this.bits();
  }

  /** 0 … 2^32 − 1. */
  bits(): number {
    const sum = (this.a + this.b + this.counter) >>> 0;
    this.counter = (this.counter + 1) >>> 0;
    this.a = (this.b ^ (this.b >>> 9)) >>> 0;
    this.b = (this.c + (this.c << 3)) >>> 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) >>> 0;
    return sum;
  }

  /** 0 … n − 1, for n up to 2^32. */
  below(n: number): number {
    return Math.floor((this.bits() / 2 ** 32) * n);
  }
}
