import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

describe('sysv places', () => {
  it('the first request at the low end of a fresh page, behind a header of one word', async () => {
    const heap = await openHeap('sysv');
    heap.malloc('A', 12);
    expect(heap.picture()).toBe('|h A A A|h .*1019|');
    expect(heap.lists()).toBe('free list 0: 16 (4080)');
    expect(heap.footprint).toBe(4096);
  });

  it('the first block of the list that is large enough, not the best one', async () => {
    const heap = await openHeap('sysv');
    heap.malloc('A', 20);
    heap.malloc('B', 4);
    heap.malloc('C', 8);
    heap.malloc('D', 4);
    heap.free('A', 'C');
    expect(heap.picture()).toBe('|h . . . . .|h B|h . .|h D|h .*1010|');
    heap.malloc('E', 8);
    expect(heap.picture()).toBe('|h E E|h . .|h B|h . .|h D|h .*1010|');
    expect(heap.lists()).toBe('free list 0: 12 (12), 32 (12), 52 (4044)');
  });

  it('keeps a remainder of under two words with the block', async () => {
    const heap = await openHeap('sysv');
    heap.malloc('A', 8);
    heap.malloc('B', 4);
    heap.free('A');
    heap.malloc('C', 4);
    expect(heap.picture()).toBe('|h C -|h B|h .*1018|');
    expect(heap.usable('C')).toBe(8);
  });

  it('orders the list by address whatever the order of frees, and coalesces with both neighbours', async () => {
    const heap = await openHeap('sysv');
    for (const name of 'ABCDE') heap.malloc(name, 8);
    heap.free('D');
    heap.free('B');
    expect(heap.lists()).toBe('free list 0: 12 (12), 36 (12), 60 (4036)');
    heap.free('C');
    expect(heap.picture()).toBe('|h A A|h .*8|h E E|h .*1008|');
    heap.free('E');
    expect(heap.picture()).toBe('|h A A|h .*1020|');
    heap.free('A');
    expect(heap.picture()).toBe('|h .*1023|');
  });

  it('grows by the missing pages where the last block is free', async () => {
    const heap = await openHeap('sysv');
    heap.malloc('A', 4);
    heap.malloc('B', 4092);
    expect(heap.picture()).toBe('|h A|h B*1023|h .*1021|');
    expect(heap.footprint).toBe(8192);
    heap.malloc('C', 4080);
    heap.malloc('D', 8192);
    expect(heap.picture()).toBe('|h A|h B*1023|h C*1020 -|h D*2048|h .*1022|');
  });

  it('shrinks in place and moves to grow', async () => {
    const heap = await openHeap('sysv');
    heap.malloc('A', 20);
    heap.malloc('B', 4);
    heap.contents('A', 8).set([1, 2, 3, 4, 5, 6, 7, 8]);
    heap.realloc('A', 8);
    expect(heap.picture()).toBe('|h A A|h . .|h B|h .*1015|');
    heap.realloc('A', 12);
    expect(heap.picture()).toBe('|h . . . . .|h B|h A A A|h .*1011|');
    expect([...heap.contents('A', 8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('answers NULL when the OS refuses, and is as it was', async () => {
    const heap = await openHeap('sysv');
    heap.malloc('A', 12);
    heap.limit(4096);
    expect(heap.malloc('B', 4090)).toBe(false);
    expect(heap.malloc('B', 2 ** 32 - 1)).toBe(false);
    expect(heap.realloc('A', 2 ** 31)).toBe(false);
    expect(heap.picture()).toBe('|h A A A|h .*1019|');
  });
});
