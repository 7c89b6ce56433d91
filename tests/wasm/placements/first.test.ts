import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

/** Two blocks of 13 words and two that keep them apart; the large ones are free again, C at the list's front. */
async function twoHoles() {
  const heap = await openHeap('first');
  heap.malloc('A', 52);
  heap.malloc('B', 8);
  heap.malloc('C', 52);
  heap.malloc('D', 8);
  heap.free('A', 'C');
  return heap;
}

describe('first places', () => {
  it('a block at the upper end of the free one, between two tags, and guards at the ends of the heap', async () => {
    const heap = await openHeap('first');
    heap.malloc('A', 12);
    expect(heap.picture()).toBe('|#|h .*1015 f|h A A A f|#|');
    expect(heap.lists()).toBe('free list 0: 4 (4068)');
  });

  it('each request after the block that served the last one: the roving pointer goes round', async () => {
    const heap = await twoHoles();
    expect(heap.picture()).toBe('|#|h .*982 f|h D D f|h .*13 f|h B B f|h .*13 f|#|');
    heap.malloc('E', 8);
    expect(heap.picture()).toBe('|#|h .*982 f|h D D f|h .*9 f|h E E f|h B B f|h .*13 f|#|');
    heap.malloc('F', 8);
    expect(heap.picture()).toBe('|#|h .*982 f|h D D f|h .*9 f|h E E f|h B B f|h .*9 f|h F F f|#|');
    heap.malloc('G', 8);
    heap.malloc('H', 8);
    expect(heap.picture()).toBe(
      '|#|h .*978 f|h G G f|h D D f|h . . . . . f|h H H f|h E E f|h B B f|h .*9 f|h F F f|#|',
    );
    expect(heap.lists()).toBe('free list 0: 3956 (28), 4032 (44), 4 (3920)');
  });

  it('the search on the next block where the one under the roving pointer is merged away', async () => {
    const heap = await twoHoles();
    heap.malloc('E', 8); /* the rover stands on A's place */
    heap.free('B');
    expect(heap.picture()).toBe('|#|h .*982 f|h D D f|h .*9 f|h E E f|h .*17 f|#|');
    heap.malloc('F', 8);
    expect(heap.picture()).toBe('|#|h .*978 f|h F F f|h D D f|h .*9 f|h E E f|h .*17 f|#|');
  });

  it('the first block that is large enough, though another would fit to the byte', async () => {
    const heap = await openHeap('first');
    heap.malloc('A', 20);
    heap.malloc('B', 8);
    heap.malloc('C', 52);
    heap.malloc('D', 8);
    heap.free('A', 'C');
    heap.malloc('E', 20);
    expect(heap.picture()).toBe(
      '|#|h .*990 f|h D D f|h . . . . . . f|h E E E E E f|h B B f|h . . . . . f|#|',
    );
  });

  it('no remainder under 16 bytes, and none under the parameter', async () => {
    for (const [remainder, held, picture] of [
      [16, 20, '|#|h .*1009 f|h B B f|h C C - - - f|#|'],
      [16, 24, '|#|h .*1008 f|h B B f|h . . f|h C C f|#|'],
      [32, 36, '|#|h .*1005 f|h B B f|h C C -*7 f|#|'],
      [32, 40, '|#|h .*1004 f|h B B f|h . . . . . . f|h C C f|#|'],
    ] as const) {
      const heap = await openHeap('first', { remainder });
      heap.malloc('A', held);
      heap.malloc('B', 8);
      heap.free('A');
      heap.malloc('C', 8);
      expect(heap.picture()).toBe(picture);
    }
  });

  it('a freed block together with its free neighbours: none, the lower, the upper, both', async () => {
    const heap = await openHeap('first');
    for (const name of 'ABCDE') heap.malloc(name, 8);
    heap.free('D');
    expect(heap.picture()).toBe('|#|h .*1000 f|h E E f|h . . f|h C C f|h B B f|h A A f|#|');
    heap.free('C');
    expect(heap.picture()).toBe('|#|h .*1000 f|h E E f|h . . . . . . f|h B B f|h A A f|#|');
    heap.free('A');
    heap.free('B');
    expect(heap.picture()).toBe('|#|h .*1000 f|h E E f|h .*14 f|#|');
    heap.free('E');
    expect(heap.picture()).toBe('|#|h .*1020 f|#|');
    expect(heap.lists()).toBe('free list 0: 4 (4088)');
  });

  it('new pages behind the last block, fewer by what is free there', async () => {
    const above = await openHeap('first');
    above.malloc('A', 12);
    above.malloc('B', 5000);
    expect(above.picture()).toBe('|#|h .*1015 f|h A A A f|h .*794 f|h B*1250 f|#|');
    expect(above.footprint).toBe(3 * 4096);
    const merged = await openHeap('first');
    merged.malloc('A', 12);
    merged.malloc('B', 12);
    merged.free('A');
    merged.malloc('C', 4096);
    expect(merged.picture()).toBe('|#|h .*1010 f|h B B B f|h C*1024 - - - f|#|');
    expect(merged.footprint).toBe(2 * 4096);
  });

  it('nothing when the OS refuses or the size is absurd', async () => {
    const heap = await openHeap('first');
    heap.malloc('A', 12);
    heap.limit(4096);
    expect(heap.malloc('B', 4096)).toBe(false);
    expect(heap.malloc('B', 2 ** 32 - 1)).toBe(false);
    expect(heap.malloc('B', 2 ** 32 - 8)).toBe(false);
    expect(heap.malloc('Z', 0)).toBe(true);
    expect(heap.picture()).toBe('|#|h .*1011 f|h - - f|h A A A f|#|');
  });
});
