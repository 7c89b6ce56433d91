import type { Bytes } from '../units';
import { enlarged } from './growing';

/** Values that are packed together. */
export const BLOCK = 256;
const BLOCK_BITS = 8;
/** Words of a page of packed bits; a block never reaches over its end. */
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;

/** Bytes of a row of what the host packs: a 64-bit sum, then least, greatest, width and shift. */
export const PACKED_ROW = 24;

/** Values as the host packs them (wasm/host/pack.c). */
export interface PackedChunk {
  /** Complete blocks. */
  readonly blocks: number;
  /** The rows of the blocks, as 64-bit and as 32-bit numbers. */
  readonly sums: Float64Array;
  readonly rows: Uint32Array;
  /** The words of the blocks, one after the other. */
  readonly words: Uint32Array;
  /** The values behind the last complete block, not packed. */
  readonly rest: Uint32Array;
}

/**
 * Unsigned 32-bit values in blocks of 256, each as its distance from the block's least in as many bits as the largest
 * needs, without the low bits in which none differ (wasm/host/pack.c). Any value is found in constant time.
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

  /** Takes the next 256 values, packed. */
  add(least: number, width: number, shift: number, words: Uint32Array): void {
    if (this.used + words.length > PAGE) {
      this.pages.push(new Uint32Array(PAGE));
      this.used = 0;
    }
    if (this.blocks === this.least.length) this.grow();
    const block = this.blocks++;
    this.least[block] = least;
    this.width[block] = width;
    this.shift[block] = shift;
    this.start[block] = ((this.pages.length - 1) << PAGE_BITS) | this.used;
    if (words.length > 0) this.pages[this.pages.length - 1].set(words, this.used);
    this.used += words.length;
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

  private grow(): void {
    this.least = enlarged(this.least);
    this.width = enlarged(this.width);
    this.shift = enlarged(this.shift);
    this.start = enlarged(this.start);
  }
}
