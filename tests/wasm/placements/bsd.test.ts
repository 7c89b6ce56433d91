import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

describe('bsd places', () => {
  it('a request in the smallest 2^j − 4 that holds it, carving 2 KiB in ascending order', async () => {
    const heap = await openHeap('bsd');
    heap.malloc('A', 600);
    heap.malloc('B', 1020);
    expect(heap.picture()).toBe('|h A*150 -*105|h B*255|');
    expect(heap.footprint).toBe(2048);
    heap.malloc('C', 1021);
    expect(heap.picture()).toBe('|h A*150 -*105|h B*255|h C*256 -*255|');
    expect(heap.footprint).toBe(4096);
  });

  it('4, 12 and 28 bytes without slack, 5, 13 and 29 in blocks of twice the size', async () => {
    const heap = await openHeap('bsd');
    const usable = (size: number) => {
      heap.malloc('A', size);
      const bytes = heap.usable('A');
      heap.free('A');
      return bytes;
    };
    expect([0, 4, 5, 12, 13, 28, 29, 4092, 4093].map(usable)).toEqual([4, 4, 12, 12, 28, 28, 60, 4092, 8188]);
  });

  it('requests on the block freed last', async () => {
    const heap = await openHeap('bsd');
    for (const name of 'ABC') heap.malloc(name, 500);
    expect(heap.lists()).toBe('blocks of 512: 1536 (512)');
    heap.free('A', 'C', 'B');
    expect(heap.lists()).toBe('blocks of 512: 512 (512), 1024 (512), 0 (512), 1536 (512)');
    heap.malloc('D', 508);
    expect(heap.at('D')).toBe(516);
    expect(heap.picture()).toBe('|h .*127|h D*127|h .*127|h .*127|');
  });

  it('never coalesced: four free blocks of 512 do not serve 1,000 bytes', async () => {
    const heap = await openHeap('bsd');
    for (const name of 'ABCD') heap.malloc(name, 508);
    heap.free('A', 'B', 'C', 'D');
    heap.malloc('E', 1000);
    expect(heap.picture()).toBe('|h .*127|h .*127|h .*127|h .*127|h E*250 - - - - -|h .*255|');
  });

  it('new memory when a list is empty (carve), or the whole of a larger free block (larger)', async () => {
    const carve = await openHeap('bsd');
    const larger = await openHeap('bsd', { empty: 1 });
    for (const heap of [carve, larger]) {
      heap.malloc('A', 1000);
      heap.free('A');
      heap.malloc('B', 8);
    }
    expect(carve.at('B')).toBe(2048 + 4);
    expect(larger.picture()).toBe('|h B B -*253|h .*255|');
    expect(larger.usable('B')).toBe(1020);
    larger.free('B');
    expect(larger.lists()).toBe('blocks of 1024: 0 (1024), 1024 (1024)');
  });

  it('a realloc where it is while the block is the smallest that fits', async () => {
    const heap = await openHeap('bsd');
    heap.malloc('A', 300);
    const at = heap.at('A');
    heap.contents('A', 4).set([1, 2, 3, 4]);
    heap.realloc('A', 508);
    expect(heap.at('A')).toBe(at);
    heap.realloc('A', 253);
    expect(heap.at('A')).toBe(at);
    heap.realloc('A', 252);
    expect(heap.at('A')).toBe(2048 + 4);
    expect([...heap.contents('A', 4)]).toEqual([1, 2, 3, 4]);
  });

  it('more at once where the run is longer', async () => {
    const heap = await openHeap('bsd', { run: 5000 });
    heap.malloc('A', 2044);
    expect(heap.picture()).toBe('|h A*511|h .*511|');
    expect(heap.footprint).toBe(4096);
  });
});
