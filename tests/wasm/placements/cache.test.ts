import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

/** A … E of 32, 64, 96, 128 and 160 bytes, freed in order, with live blocks V … Z that keep them apart. */
async function fiveSizes() {
  const heap = await openHeap('cache');
  for (const [index, name] of [...'ABCDE'].entries()) {
    heap.malloc(name, 32 * (index + 1));
    heap.malloc('VWXYZ'[index], 8);
  }
  heap.free(...'ABCDE');
  return heap;
}

/** The cached sizes in the order of the most recent access. */
const cached = (lists: string) => [...lists.matchAll(/^cache (\d+)/gm)].map(([, size]) => Number(size));

describe('cache', () => {
  it('keeps a freed item by its size, rounded up to 32 bytes, and hands it out again', async () => {
    const heap = await openHeap('cache');
    heap.malloc('A', 12);
    heap.free('A');
    expect(heap.picture()).toBe('|#|h .*1015 f|h : : : f|#|');
    expect(heap.lists()).toBe('free list 0: 4 (4068)\ncache 32: 4072 (20)');
    heap.malloc('B', 8);
    expect(heap.picture()).toBe('|#|h .*1015 f|h B B - f|#|');
    expect(heap.lists()).toBe('free list 0: 4 (4068)');
  });

  it('takes the item that was freed last, of those that are as large as the request', async () => {
    const heap = await openHeap('cache');
    for (const [name, size] of Object.entries({ A: 28, B: 12, C: 20 })) heap.malloc(name, size);
    heap.free('A', 'B', 'C');
    expect(heap.picture()).toBe('|#|h .*999 f|h : : : : : f|h : : : f|h :*7 f|#|');
    expect(heap.lists()).toBe('free list 0: 4 (4004)\ncache 32: 4008 (28), 4036 (20), 4056 (36)');
    heap.malloc('D', 24);
    expect(heap.picture()).toBe('|#|h .*999 f|h : : : : : f|h : : : f|h D D D D D D - f|#|');
    heap.malloc('E', 24); /* 28 bytes would do, but the two that are left have 20 and 12 */
    expect(heap.picture()).toBe('|#|h .*991 f|h E E E E E E f|h : : : : : f|h : : : f|h D D D D D D - f|#|');
  });

  it('flushes the least recently used of five sizes, whose items merge with their neighbours', async () => {
    const heap = await fiveSizes();
    expect(cached(heap.lists())).toEqual([160, 128, 96, 64, 32]);
    heap.malloc('F', 192);
    heap.free('F'); /* flushes 32: A, at the end of the heap */
    expect(cached(heap.lists())).toEqual([192, 160, 128, 96, 64]);
    expect(heap.picture()).toBe(
      '|#|h .*820 f|h :*48 f|h Z Z f|h :*40 f|h Y Y f|h :*32 f|h X X f|h :*24 f|h W W f|h :*16 f|h V V f|h .*8 f|#|',
    );
    heap.free('V'); /* of 8 bytes: flushes 64; A does not wait for V, which is cached in its turn */
    expect(cached(heap.lists())).toEqual([32, 192, 160, 128, 96]);
    expect(heap.picture()).toBe(
      '|#|h .*820 f|h :*48 f|h Z Z f|h :*40 f|h Y Y f|h :*32 f|h X X f|h :*24 f|h W W f|h .*16 f|h : : f|h .*8 f|#|',
    );
  });

  it('counts a malloc as an access', async () => {
    const heap = await fiveSizes();
    heap.malloc('A', 30);
    expect(cached(heap.lists())).toEqual([160, 128, 96, 64]);
    heap.malloc('B', 192);
    heap.free('A', 'B'); /* 32 was found by malloc and free: 64 goes */
    expect(cached(heap.lists())).toEqual([192, 32, 160, 128, 96]);
  });

  it('is whole again when the only entry is flushed', async () => {
    const heap = await openHeap('cache', { entries: 1 });
    heap.malloc('A', 20);
    heap.malloc('B', 20);
    heap.malloc('C', 200);
    heap.free('A', 'B');
    expect(heap.picture()).toBe('|#|h .*954 f|h C*50 f|h : : : : : f|h : : : : : f|#|');
    heap.free('C');
    expect(heap.picture()).toBe('|#|h .*954 f|h :*50 f|h .*12 f|#|');
  });

  it('rounds the requests instead where the parameter says so', async () => {
    const heap = await openHeap('cache', { round: 1 });
    heap.malloc('A', 12);
    expect(heap.picture()).toBe('|#|h .*1010 f|h A A A - - - - - f|#|');
    heap.free('A');
    heap.malloc('B', 30);
    expect(heap.picture()).toBe('|#|h .*1010 f|h B*8 f|#|');
  });

  it('refuses what first refuses', async () => {
    const heap = await openHeap('cache');
    expect(heap.malloc('A', 2 ** 32 - 1)).toBe(false);
    expect(heap.malloc('A', 2 ** 31)).toBe(false);
    expect(heap.malloc('A', 0)).toBe(true);
    heap.free('A');
    heap.malloc('B', 1);
    expect(heap.picture()).toBe('|#|h .*1016 f|h B - f|#|');
  });
});
