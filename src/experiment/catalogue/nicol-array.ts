import type { Stream } from '../../models/random';
import type { Address, Bytes } from '../../units';

/** Sizes of the blocks, given to the array's positions in turn (Nicol 1990, §4.1). */
export const SIZES: readonly Bytes[] = [8, 16, 32, 64, 128, 256];

interface Calls {
  malloc(size: Bytes): Address;
  free(address: Address): void;
}

/**
 * The program of Nicol's §4.1: an array of S pointers of which about half are filled at first; in every pass each
 * position changes its state with probability ½, from empty to a block of its size or back.
 */
export class PointerArray {
  private readonly blocks: Uint32Array;
  /** Calls of malloc and free in the passes so far. */
  calls = 0;

  /** Fills about half of the positions. */
  constructor(
    size: number,
    private readonly random: Stream,
    private readonly allocator: Calls,
  ) {
    this.blocks = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      if (random.next() < 0.5) this.blocks[i] = allocator.malloc(SIZES[i % SIZES.length]);
    }
  }

  pass(): void {
    const { blocks, random, allocator } = this;
    for (let i = 0; i < blocks.length; i++) {
      if (random.next() >= 0.5) continue;
      this.calls++;
      const block = blocks[i];
      if (block !== 0) {
        allocator.free(block);
        blocks[i] = 0;
      } else {
        blocks[i] = allocator.malloc(SIZES[i % SIZES.length]);
      }
    }
  }
}

/** The routines that the overhead run calls: they only say whether a position is filled. */
export const nothing: Calls = { malloc: () => 1, free: () => undefined };
