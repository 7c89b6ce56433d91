import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

/** A taken block has 4 header words, a free one 7: book-keeping node, then free-list node. */
describe('seq', () => {
  it('maps a page for the first request and splits it', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 12);
    expect(heap.picture()).toBe('|h h h h A A A|h*7 .*1010|');
    expect(heap.lists()).toBe('free list 0: 28 (4068)');
    expect(heap.footprint).toBe(4096);
  });

  it('answers malloc(0) with NULL and maps nothing', async () => {
    const heap = await openHeap('seq');
    expect(heap.malloc('A', 0)).toBe(false);
    expect(heap.footprint).toBe(0);
  });

  it('aligns requests to the word, and leaves room for the free-list node', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 17);
    heap.malloc('B', 1);
    expect(heap.picture()).toBe('|h h h h A A A A A|h h h h B - -|h*7 .*1001|');
    expect([heap.usable('A'), heap.usable('B')]).toEqual([20, 12]);
  });

  it('takes the best fit: 40 bytes for 36, though 56 and 48 are free too', async () => {
    const heap = await openHeap('seq');
    for (const [name, size] of [
      ['A', 40],
      ['x', 12],
      ['B', 24],
      ['y', 12],
      ['C', 32],
      ['z', 12],
    ] as const)
      heap.malloc(name, size);
    heap.free('B', 'A', 'C');
    expect(heap.lists()).toBe('free list 0: 152 (48), 0 (56), 84 (40), 228 (3868)');
    heap.malloc('D', 20);
    expect(heap.at('D')).toBe(84 + 16);
    expect(heap.lists()).toBe('free list 0: 152 (48), 0 (56), 228 (3868)');
  });

  it('takes the newest of equal fits', async () => {
    const heap = await openHeap('seq');
    for (const name of 'AxBy') heap.malloc(name, 12);
    heap.free('A', 'B');
    heap.malloc('C', 12);
    expect(heap.picture()).toBe('|h*7|h h h h x x x|h h h h C C C|h h h h y y y|h*7 .*989|');
  });

  it('splits off a remainder that holds both nodes (28 bytes), and none that does not', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 48);
    heap.malloc('x', 12);
    heap.free('A');
    heap.malloc('B', 24); // 64 - 40 = 24
    expect(heap.picture()).toBe('|h h h h B B B B B B - - - - - -|h h h h x x x|h*7 .*994|');
    heap.free('B');
    heap.malloc('C', 20); // 64 - 36 = 28
    expect(heap.picture()).toBe('|h h h h C C C C C|h*7|h h h h x x x|h*7 .*994|');
    expect(heap.lists()).toBe('free list 0: 36 (28), 92 (4004)');
  });

  it('merges with neither, the block in front, the block behind, and both', async () => {
    const heap = await openHeap('seq');
    for (const name of 'ABCDE') heap.malloc(name, 12);
    heap.free('B'); // neither
    expect(heap.lists()).toBe('free list 0: 28 (28), 140 (3956)');
    heap.free('C'); // in front
    expect(heap.lists()).toBe('free list 0: 28 (56), 140 (3956)');
    heap.free('E'); // behind
    expect(heap.lists()).toBe('free list 0: 112 (3984), 28 (56)');
    expect(heap.picture()).toBe('|h h h h A A A|h*7 .*7|h h h h D D D|h*7 .*989|');
    heap.free('D'); // both
    expect(heap.picture()).toBe('|h h h h A A A|h*7 .*1010|');
    heap.free('A'); // a whole page does not exceed the page size: it stays
    expect(heap.picture()).toBe('|h*7 .*1017|');
    expect(heap.footprint).toBe(4096);
  });

  it('unmaps a block that covers its pages', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 5000);
    expect(heap.picture()).toBe('|h h h h A*1250|h*7 .*787|');
    heap.free('A');
    expect(heap.footprint).toBe(0);
    expect(heap.lists()).toBe('');
  });

  it('unmaps the whole pages of a block, and splits off the residue', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 5000); // 5016 bytes
    heap.malloc('B', 12);
    heap.free('A');
    expect(heap.picture()).toBe(' … |h*7 .*223|h h h h B B B|h*7 .*780|');
    expect(heap.lists()).toBe('free list 0: 4096 (920), 5044 (3148)');
    expect(heap.footprint).toBe(4096);
  });

  it('keeps the last page with a residue that is too small for a block', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 8192); // 8208 bytes: two pages and 16
    heap.malloc('B', 12);
    heap.free('A');
    expect(heap.picture()).toBe(' … |h*7 .*1021|h h h h B B B|h*7 .*1006|');
    expect(heap.footprint).toBe(8192);
  });

  it('keeps a block of many pages that does not begin on a page boundary', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 12);
    heap.malloc('B', 4040); // takes 12 bytes more: all the page has
    heap.malloc('C', 8000);
    heap.free('B', 'C');
    expect(heap.picture()).toBe('|h h h h A A A|h*7 .*3058|');
    expect(heap.footprint).toBe(12288);
    heap.free('A');
    expect(heap.footprint).toBe(0);
  });

  it('does not merge over a gap between mappings; a mapping in the gap takes in the free block behind it', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 4080); // page 0
    heap.malloc('B', 8176); // pages 1 and 2
    heap.malloc('C', 4080); // page 3
    heap.free('B');
    heap.free('A', 'C');
    expect(heap.picture()).toBe('|h*7 .*1017| … |h*7 .*1017|');
    expect(heap.lists()).toBe('free list 0: 12288 (4096), 0 (4096)');
    heap.malloc('D', 8172); // 8,188 bytes of two pages: the 4 left over join page 3
    expect(heap.picture()).toBe('|h*7 .*1017|h h h h D*2043|h*7 .*1018|');
    expect(heap.lists()).toBe('free list 0: 12284 (4100), 0 (4096)');
    heap.free('D');
    expect(heap.footprint).toBe(0);
  });

  it('answers NULL when the OS refuses, and ignores a block that was freed already', async () => {
    const heap = await openHeap('seq');
    heap.malloc('A', 12);
    heap.limit(4096);
    expect(heap.malloc('B', 4096)).toBe(false);
    expect(heap.malloc('B', 2 ** 32 - 1)).toBe(false);
    const address = heap.address('A');
    heap.free('A');
    heap.freeAddress(address);
    expect(heap.picture()).toBe('|h*7 .*1017|');
    expect(heap.lists()).toBe('free list 0: 0 (4096)');
  });
});
