import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

describe('ssmalloc places', () => {
  it('a block behind two words: sysv’s size, and its own record of the request', async () => {
    const heap = await openHeap('ssmalloc');
    heap.malloc('A', 12);
    expect(heap.picture()).toBe('|h h A A A|h .*1018|');
    expect(heap.usable('A')).toBe(12);
  });

  it('a freed block in the list of its exact size, from which the next request of that size is served', async () => {
    const heap = await openHeap('ssmalloc');
    for (const name of 'ABC') heap.malloc(name, 8);
    heap.free('A', 'B');
    expect(heap.picture()).toBe('|h h : :|h h : :|h h C C|h .*1011|');
    expect(heap.lists()).toBe('free list 0: 48 (4048)\ncached 8: 16 (16), 0 (16)');
    heap.malloc('D', 8);
    expect(heap.picture()).toBe('|h h : :|h h D D|h h C C|h .*1011|');
  });

  it('nothing of another size on a cached block: 7 bytes are not 8', async () => {
    const heap = await openHeap('ssmalloc');
    heap.malloc('A', 8);
    heap.free('A');
    heap.malloc('B', 7);
    expect(heap.picture()).toBe('|h h : :|h h B B|h .*1015|');
  });

  it('a size beyond the L lists through sysv, and back (bounded)', async () => {
    const heap = await openHeap('ssmalloc', { lists: 1 });
    heap.malloc('A', 8);
    heap.malloc('B', 16);
    heap.malloc('C', 8);
    heap.free('A', 'B');
    expect(heap.picture()).toBe('|h h : :|h . . . . .|h h C C|h .*1009|');
    expect(heap.lists()).toBe('free list 0: 16 (24), 56 (4040)\ncached 8: 0 (16)');
  });

  it('the list touched most distantly in the past gives its blocks back to sysv (lru)', async () => {
    const heap = await openHeap('ssmalloc', { lists: 2, full: 1 });
    for (const name of 'AB') heap.malloc(name, 8);
    heap.malloc('C', 16);
    heap.free('A', 'B'); // touches 8 after 16
    heap.free('C'); // touches 16
    expect(heap.lists()).toBe('free list 0: 56 (4040)\ncached 8: 16 (16), 0 (16)\ncached 16: 32 (24)');
    heap.malloc('D', 24); // 8 goes: two blocks of 16 coalesce into 32, which is what 24 needs
    expect(heap.picture()).toBe('|h h D D D D D D|h h : : : :|h .*1009|');
    expect(heap.lists()).toBe('free list 0: 56 (4040)\ncached 16: 32 (24)');
  });

  it('a block whose list was replaced straight back to sysv (lru)', async () => {
    const heap = await openHeap('ssmalloc', { lists: 1, full: 1 });
    heap.malloc('A', 8);
    heap.malloc('B', 16);
    heap.free('A');
    expect(heap.picture()).toBe('|h . . .|h h B B B B|h .*1013|');
    expect(heap.lists()).toBe('free list 0: 0 (16), 40 (4056)');
  });

  it('blocks that heap_walk tells apart even where a size looks like a link', async () => {
    const heap = await openHeap('ssmalloc');
    heap.malloc('A', 8);
    const word = heap.address('A') - 4; // where a link to A's block would point
    heap.free('A');
    const other = await openHeap('ssmalloc');
    other.malloc('A', word);
    expect(other.address('A')).toBe(word + 4);
    other.malloc('B', word);
    const states = () => other.walk().blocks.map((block) => block.state);
    expect(states()).toEqual([1, 1, 0]);
    other.free('A', 'B'); // B's link names A, and reads like B's size
    expect(states()).toEqual([2, 2, 0]);
    other.malloc('C', word); // B again, whose word is now a size that names A
    expect(states()).toEqual([2, 1, 0]);
  });
});
