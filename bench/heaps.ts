import { Random } from '../src/random';
import type { HeapBlocks } from '../src/raster/blocks';

/** A heap of `count` blocks of 16 … 112 bytes with headers, slack and every state, from a fixed generator. */
export function syntheticHeap(count: number): HeapBlocks {
  const blocks = {
    count,
    address: new Uint32Array(count),
    bytes: new Uint32Array(count),
    header: new Uint32Array(count).fill(4),
    footer: new Uint32Array(count),
    state: new Uint8Array(count),
    requested: new Uint32Array(count),
    age: new Uint8Array(count),
  };
  const random = new Random(1);
  let at = 0x10000;
  for (let i = 0; i < count; i++) {
    blocks.address[i] = at;
    blocks.bytes[i] = 16 + 4 * random.below(25);
    blocks.state[i] = random.below(10) < 7 ? 1 : random.below(6);
    blocks.requested[i] = Math.max(1, blocks.bytes[i] - 4 - random.below(12));
    blocks.age[i] = random.below(256);
    at += blocks.bytes[i];
  }
  return blocks;
}
