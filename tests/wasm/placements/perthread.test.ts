import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

/** Mutex 0 guards the initialization, mutex 1 + i heap i. */
describe('perthread', () => {
  it('maps the initial pages of every heap with the first request', async () => {
    const heap = await openHeap('perthread', { heaps: 2 });
    heap.on(0).malloc('A', 12);
    expect(heap.picture()).toBe('{0}|h h h h A A A|h*7 .*2034|{1}|h*7 .*2041|');
    expect(heap.footprint).toBe(4 * 4096);
    expect(heap.locks()).toBe('+0 -0 +1 -1');
  });

  it('serves each thread from its own heap, so that two threads never share a page', async () => {
    const heap = await openHeap('perthread', { heaps: 2, initial_pages: 1 });
    heap.on(0).malloc('A', 12);
    heap.on(1).malloc('B', 12);
    heap.on(0).malloc('C', 12);
    heap.on(1).malloc('D', 12);
    expect(heap.picture()).toBe(
      '{0}|h h h h A A A|h h h h C C C|h*7 .*1003|{1}|h h h h B B B|h h h h D D D|h*7 .*1003|',
    );
  });

  it('returns a block to the heap that owns it, searching its own heap first and then the others in order', async () => {
    const heap = await openHeap('perthread', { heaps: 3, initial_pages: 1 });
    heap.on(1).malloc('A', 12);
    heap.malloc('B', 12);
    heap.on(2);
    heap.locks();
    heap.free('A');
    expect(heap.locks()).toBe('+3 -3 +1 -1 +2 -2');
    expect(heap.picture()).toBe('{0}|h*7 .*1017|{1}|h*7|h h h h B B B|h*7 .*1003|{2}|h*7 .*1017|');
    heap.on(1).free('B');
    expect(heap.locks()).toBe('+2 -2');
    heap.on(2).malloc('C', 12);
    expect(heap.at('C')).toBe(2 * 4096 + 16); // not where A was
  });

  it('unmaps only what leaves the initial pages mapped', async () => {
    const heap = await openHeap('perthread', { heaps: 1 });
    heap.malloc('x', 12);
    heap.malloc('A', 12000); // 3 pages behind the 2 initial ones
    expect(heap.picture()).toBe('{0}|h h h h x x x|h*7 .*2034|h h h h A*3000|h*7 .*61|');
    heap.free('A'); // merges with the free block in front, which begins behind x
    expect(heap.picture()).toBe('{0}|h h h h x x x|h*7 .*5106|');
    heap.free('x'); // 5 pages on a page boundary: unmapping them would leave none
    expect(heap.picture()).toBe('{0}|h*7 .*5113|');
    expect(heap.footprint).toBe(5 * 4096);
  });

  it('unmaps what lies beyond the initial pages, and merges with no other heap', async () => {
    const heap = await openHeap('perthread', { heaps: 2 });
    heap.on(0).malloc('A', 12000); // behind heap 1's initial pages
    expect(heap.picture()).toBe('{0}|h*7 .*2041|{1}|h*7 .*2041|{0}|h h h h A*3000|h*7 .*61|');
    heap.free('A');
    expect(heap.picture()).toBe('{0}|h*7 .*2041|{1}|h*7 .*2041|');
    expect(heap.footprint).toBe(4 * 4096);
  });

  it('takes the init mutex with every request, or looks without it first', async () => {
    const literal = await openHeap('perthread', { heaps: 2 });
    for (const name of 'AB') literal.malloc(name, 12);
    expect(literal.locks()).toBe('+0 -0 +1 -1 +0 -0 +1 -1');
    const checked = await openHeap('perthread', { heaps: 2, init_check: 1 });
    for (const name of 'AB') checked.malloc(name, 12);
    expect(checked.locks()).toBe('+0 -0 +1 -1 +1 -1');
  });

  it('does not lock for malloc(0) and free(NULL), and releases every mutex when a block is nobody’s', async () => {
    const heap = await openHeap('perthread', { heaps: 2 });
    expect(heap.malloc('A', 0)).toBe(false);
    heap.freeAddress(0);
    expect(heap.locks()).toBe('');
    expect(heap.footprint).toBe(0);
    heap.malloc('A', 12);
    const address = heap.address('A');
    heap.free('A'); // merged: its node is gone
    heap.locks();
    heap.freeAddress(address + 4);
    expect(heap.locks()).toBe('+1 -1 +2 -2');
  });
});
