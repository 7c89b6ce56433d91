import type { Bytes } from '../units';
import { enlarged } from './growing';

/** Values that are packed together. */
export const BLOCK = 256;
const BLOCK_BITS = 8;
/** Words of a page of packed bits; a block never reaches over its end. */
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;

/**
 * Unsigned 32-bit values in blocks of 256, each as its distance from the block's least in as many bits as the largest
 * needs, without the low bits in which none differ (frame of reference: Goldstein, Ramakrishnan and Shaft, "Compressing
 * relations and indexes", 1998). Any value is found in constant time.
 */
export class Packed {
  private readonly pages: Uint32Array[] = [];
  private used = PAGE;
  private blocks = 0;
  /** By block: least value, bits a value, bits left out, and where its words begin. */
  private least = new Uint32Array(16);
  private width = new Uint8Array(16);
  private shift = new Uint8Array(16);
  private start = new Uint32Array(16);

  get length(): number {
    return this.blocks << BLOCK_BITS;
  }

  get bytes(): Bytes {
    return this.pages.length * PAGE * 4 + this.least.length * 10;
  }

  /** Packs the next 256 values, the least of which is known. */
  append(values: Uint32Array, least: number): void {
    let differing = 0;
    for (let at = 0; at < BLOCK; at++) differing |= values[at] - least;
    const shift = differing === 0 ? 0 : 31 - Math.clz32(differing & -differing);
    const width = 32 - Math.clz32(differing >>> shift);
    if (this.used + width * (BLOCK / 32) > PAGE) {
      this.pages.push(new Uint32Array(PAGE));
      this.used = 0;
    }
    if (this.blocks === this.least.length) this.grow();
    const block = this.blocks++;
    this.least[block] = least;
    this.width[block] = width;
    this.shift[block] = shift;
    this.start[block] = ((this.pages.length - 1) << PAGE_BITS) | this.used;
    if (width > 0) this.write(values, least, width, shift);
    this.used += width * (BLOCK / 32);
  }

  at(index: number): number {
    const block = index >>> BLOCK_BITS;
    const width = this.width[block];
    if (width === 0) return this.least[block];
    const bit = (index & (BLOCK - 1)) * width;
    const start = this.start[block];
    const page = this.pages[start >>> PAGE_BITS];
    const word = (start & (PAGE - 1)) + (bit >>> 5);
    const from = bit & 31;
    let value = page[word] >>> from;
    if (from + width > 32) value |= page[word + 1] << (32 - from);
    if (width < 32) value &= (1 << width) - 1;
    return this.least[block] + ((value << this.shift[block]) >>> 0);
  }

  private write(values: Uint32Array, least: number, width: number, shift: number): void {
    const page = this.pages[this.pages.length - 1];
    let word = this.used;
    let gathered = 0;
    let bits = 0;
    for (let at = 0; at < BLOCK; at++) {
      const value = (values[at] - least) >>> shift;
      gathered |= value << bits;
      bits += width;
      if (bits < 32) continue;
      page[word++] = gathered;
      bits -= 32;
      // What did not fit begins the next word.
      gathered = bits === 0 ? 0 : value >>> (width - bits);
    }
  }

  private grow(): void {
    this.least = enlarged(this.least);
    this.width = enlarged(this.width);
    this.shift = enlarged(this.shift);
    this.start = enlarged(this.start);
  }
}
