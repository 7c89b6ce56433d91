import type { Address } from '../units';

/** States of blocks by number: `block_state` of wasm/include/lab.h, then what a module that cannot be walked leaves. */
export const BLOCK_STATES = ['free', 'live', 'cached', 'meta', 'unused', 'unknown'] as const;
export type BlockState = (typeof BLOCK_STATES)[number];

const [free, live, cached, meta, unused, unknown] = BLOCK_STATES.keys();
/** Numbers of the states. */
export const State = { free, live, cached, meta, unused, unknown };

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
  /** Index into BLOCK_STATES. */
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
