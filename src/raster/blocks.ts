import type { Address } from '../units';

/** Blocks of a heap as parallel columns, in ascending order of address and without overlap. */
export interface HeapBlocks {
  /** Blocks in use of each column. */
  readonly count: number;
  /** First byte of the whole extent, header included. */
  readonly address: Uint32Array;
  /** Whole extent, header, slack and footer included. */
  readonly bytes: Uint32Array;
  /** Bytes at the start, and at the end, that are the allocator's. */
  readonly header: Uint32Array;
  readonly footer: Uint32Array;
  /** `block_state` of wasm/include/lab.h: 0 free, 1 live, 2 cached, 3 meta, 4 unused; 5 unknown. */
  readonly state: Uint8Array;
  /** Bytes that the program asked for; read for live blocks only. */
  readonly requested: Uint32Array;
  /** Live blocks only: 0 just allocated … 255 the oldest. */
  readonly age: Uint8Array;
}

/** Blocks to point out. Any address within a block names it. */
export interface LitBlocks {
  /** Block of the current event, or of the current sub-step. */
  readonly event: Address | null;
  /** Blocks that the search has looked at so far, in order. */
  readonly visited: readonly Address[];
}

/** Index of the block that holds an address, or −1. */
export function blockIndexAt(blocks: HeapBlocks, address: Address): number {
  const index = lastAtOrBelow(blocks, address);
  return index >= 0 && address < blocks.address[index] + blocks.bytes[index] ? index : -1;
}

/** Index of the first block that ends above an address; `count` when there is none. */
export function firstBlockFrom(blocks: HeapBlocks, address: Address): number {
  const index = lastAtOrBelow(blocks, address);
  return index >= 0 && address < blocks.address[index] + blocks.bytes[index] ? index : index + 1;
}

function lastAtOrBelow(blocks: HeapBlocks, address: Address): number {
  let low = 0;
  let high = blocks.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (blocks.address[middle] <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
