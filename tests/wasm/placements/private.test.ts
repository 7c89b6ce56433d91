import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

describe('private', () => {
  it('carves blocks of a power of two from a page of their class, a tag in front of each', async () => {
    const heap = await openHeap('private');
    heap.malloc('A', 12); // 16
    heap.malloc('B', 13); // 32
    heap.malloc('C', 1); // 8
    heap.malloc('D', 4097); // 8192
    expect(heap.picture()).toBe('{0}|h A A A|_*1020|h B B B B - - -|_*1016|h C|_*1022|h D*1025 -*1022|');
  });

  it('moves a freed block to the heap of the thread that frees it, which uses it again', async () => {
    const heap = await openHeap('private');
    heap.on(0).malloc('A', 12);
    heap.malloc('B', 12);
    heap.on(1).free('A');
    expect(heap.picture()).toBe('{1}|h . . .|{0}|h B B B|_*1016|');
    expect(heap.lists()).toBe('free list of heap 1: 0 (16)');
    heap.on(0).malloc('C', 12); // its own heap has no free block
    expect(heap.at('C')).toBe(32 + 4);
    heap.on(1).malloc('D', 12); // A's place, on a line with B and C: passive false sharing
    expect(heap.picture()).toBe('{1}|h D D D|{0}|h B B B|h C C C|_*1012|');
  });

  it('takes the newest free block, and takes no lock', async () => {
    const heap = await openHeap('private');
    for (const name of 'ABC') heap.malloc(name, 12);
    heap.free('A', 'C');
    expect(heap.lists()).toBe('free list of heap 0: 32 (16), 0 (16)');
    heap.malloc('D', 12);
    expect(heap.picture()).toBe('{0}|h . . .|h B B B|h D D D|_*1012|');
    expect(heap.locks()).toBe('');
  });

  it('grows without bound where one thread allocates and another frees', async () => {
    const heap = await openHeap('private');
    const names = Array.from({ length: 256 }, (_, i) => `b${i}`); // 256 blocks of 16 bytes: a page
    for (let round = 1; round <= 4; round++) {
      heap.on(0);
      for (const name of names) heap.malloc(name, 12);
      heap.on(1).free(...names);
      expect(heap.footprint).toBe(round * 4096);
    }
  });
});
