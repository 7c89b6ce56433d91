import { describe, expect, it } from 'vitest';
import { type Heap, openHeap } from './heap';

/** Merge, split, unmap with a residue, and a mapping: what the two heaps must do alike. */
function exercise(heap: Heap): string {
  const pictures: string[] = [];
  for (const name of 'ABCDE') heap.malloc(name, 20);
  heap.free('B', 'D', 'C');
  pictures.push(heap.picture());
  heap.malloc('F', 5000);
  heap.malloc('G', 40);
  heap.free('F');
  pictures.push(heap.picture(), heap.lists());
  return pictures.join('\n');
}

describe('serial', () => {
  it('places as seq does: it is seq behind a mutex', async () => {
    expect(exercise(await openHeap('serial'))).toBe(exercise(await openHeap('seq')));
  });

  it('locks once for a request and releases on every way out', async () => {
    const heap = await openHeap('serial');
    heap.malloc('A', 12); // pages are mapped
    expect(heap.locks()).toBe('+0 -0');
    heap.malloc('B', 12); // found in the free list
    expect(heap.locks()).toBe('+0 -0');
    heap.limit(4096);
    expect(heap.malloc('C', 5000)).toBe(false); // no memory
    expect(heap.locks()).toBe('+0 -0');
    const address = heap.address('A');
    heap.free('A');
    expect(heap.locks()).toBe('+0 -0');
    heap.freeAddress(address); // freed already: found out under the mutex
    expect(heap.locks()).toBe('+0 -0');
    const emptied = await openHeap('serial');
    emptied.malloc('A', 5000);
    emptied.locks();
    emptied.free('A'); // its pages are unmapped, the heap is empty
    expect(emptied.footprint).toBe(0);
    expect(emptied.locks()).toBe('+0 -0');
  });

  it('does not lock for malloc(0) and free(NULL)', async () => {
    const heap = await openHeap('serial');
    expect(heap.malloc('A', 0)).toBe(false);
    heap.freeAddress(0);
    expect(heap.locks()).toBe('');
  });
});
