/** Whose the lines of a cache are: content joined with the program's objects and the allocator's blocks. */
import { firstBlockFrom, type HeapBlocks, State } from '../raster/blocks';
import type { Address, Bytes } from '../units';
import type { MachineRun } from './run';

/** What a line is to the processor whose cache is looked at. */
export const LINE_CLASSES = ['empty', 'own', 'other', 'mixed', 'allocator', 'free'] as const;
export const Line = { empty: 0, own: 1, other: 2, mixed: 3, allocator: 4, free: 5 } as const;

type Live = ReturnType<MachineRun['liveObjects']>;

export interface Owners {
  /** An index into LINE_CLASSES for each line. */
  readonly owner: Uint8Array;
  /** Object that the line holds bytes of, the first of several; −1 for none. */
  readonly object: Int32Array;
}

/**
 * Whose each line is.
 * @param state 0 for an empty place, whose address says nothing
 * @param allocatedBy processor whose thread allocated each object
 * @param processor whose point of view is taken
 */
export function ownersOf(
  { address, state }: { readonly address: Uint32Array; readonly state: Uint8Array },
  line: Bytes,
  live: Live,
  blocks: HeapBlocks,
  allocatedBy: Uint8Array,
  processor: number,
): Owners {
  const owner = new Uint8Array(address.length);
  const object = new Int32Array(address.length).fill(-1);
  for (let i = 0; i < address.length; i++) {
    if (state[i] === 0) continue;
    const from = address[i];
    let mine = false;
    let theirs = false;
    for (let k = firstEndingAfter(live, from); k < live.id.length && live.address[k] < from + line; k++) {
      if (object[i] < 0) object[i] = live.id[k];
      if (allocatedBy[live.id[k]] === processor) mine = true;
      else theirs = true;
    }
    if (mine && theirs) owner[i] = Line.mixed;
    else if (mine) owner[i] = Line.own;
    else if (theirs) owner[i] = Line.other;
    else owner[i] = isFree(blocks, from, line) ? Line.free : Line.allocator;
  }
  return { owner, object };
}

/** Index of the first live object that ends after an address. */
function firstEndingAfter({ address, size }: Live, from: Address): number {
  let low = 0;
  let high = address.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (address[middle] + size[middle] <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True where a line holds bytes of free blocks and nothing that the allocator writes to. */
function isFree(blocks: HeapBlocks, from: Address, line: Bytes): boolean {
  let found = false;
  for (let b = firstBlockFrom(blocks, from); b < blocks.count && blocks.address[b] < from + line; b++) {
    const state = blocks.state[b];
    if (state !== State.free && state !== State.cached && state !== State.unused) return false;
    if (blocks.header[b] > 0 && blocks.address[b] + blocks.header[b] > from) return false;
    found = true;
  }
  return found;
}
