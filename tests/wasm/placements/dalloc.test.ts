import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

const [WIDE, WHEN_TAKEN, OFFSETS] = [0, 1, 2];
const page = { arena: 4096 };

describe('dalloc places', () => {
  it('a block at the upper end of the arena, below the sentinel: 24 bytes of header each', async () => {
    const heap = await openHeap('dalloc');
    heap.malloc('A', 12);
    expect(heap.picture()).toBe('|h h h h h h .*16362|h h h h h h A A A -|# # # # # #|');
    expect(heap.lists()).toBe('free list 0: 0 (65472)');
    expect(heap.footprint).toBe(65536);
  });

  it('8 bytes of header when taken, and 24 or 16 when free', async () => {
    const small = await openHeap('dalloc', { ...page, header: WHEN_TAKEN });
    small.malloc('A', 4); /* its payload must hold two links of 8 bytes one day */
    expect(small.picture()).toBe('|h h h h h h .*1010|h h A - - -|# #|');
    const offsets = await openHeap('dalloc', { ...page, header: OFFSETS });
    offsets.malloc('A', 4); /* two of 4 bytes */
    expect(offsets.picture()).toBe('|h h h h .*1014|h h A -|# #|');
  });

  it('at multiples of 8 bytes, and the whole block where the rest is too small to be one', async () => {
    const heap = await openHeap('dalloc', page);
    heap.malloc('A', 2000);
    heap.malloc('B', 2000);
    expect([heap.at('A') % 8, heap.at('B') % 8]).toEqual([0, 0]);
    expect(heap.usable('B')).toBe(2024); /* 24 bytes of rest: a header, but no payload */
    expect(heap.picture()).toBe('|h h h h h h B*500 - - - - - -|h h h h h h A*500|# # # # # #|');
    expect(heap.lists()).toBe('');
  });

  it('in the first block of the list, which is the one freed last; a remainder keeps its place there', async () => {
    for (const merge of [0, 1]) {
      const heap = await openHeap('dalloc', { ...page, merge });
      for (const name of 'ABCD') heap.malloc(name, 56);
      heap.free('A', 'C');
      expect(heap.lists()).toBe('free list 0: 3832 (80), 3992 (80), 0 (3752)');
      heap.malloc('E', 8);
      expect(heap.lists()).toBe('free list 0: 3832 (48), 3992 (80), 0 (3752)');
      heap.malloc('F', 16);
      expect(heap.picture()).toBe(
        '|h h h h h h .*932|h h h h h h D*14|h h h h h h F F F F - -|h h h h h h E E|h h h h h h B*14|h h h h h h .*14|# # # # # #|',
      );
    }
  });
});

describe('dalloc frees', () => {
  it('side by side without merge, until no block is large enough', async () => {
    const heap = await openHeap('dalloc', { ...page, merge: 0 });
    heap.malloc('A', 2000);
    heap.malloc('B', 2000);
    heap.free('A', 'B');
    expect(heap.picture()).toBe('|h h h h h h .*506|h h h h h h .*500|# # # # # #|');
    expect(heap.lists()).toBe('free list 0: 0 (2048), 2048 (2024)');
    expect(heap.malloc('C', 2032)).toBe(false);
    expect(heap.call('sanity')).toBe(0);
  });

  it('joined with free neighbours with merge, so that the arena is one block again', async () => {
    for (const header of [WIDE, WHEN_TAKEN, OFFSETS]) {
      const heap = await openHeap('dalloc', { ...page, header });
      const whole = heap.malloc('W', 4000) && heap.usable('W');
      heap.free('W');
      for (const name of 'ABCDE') heap.malloc(name, 40);
      for (const name of 'BDCAE') {
        heap.free(name);
        expect(heap.call('sanity')).toBe(0);
      }
      expect(heap.walk().blocks.length).toBe(2);
      heap.malloc('W', 4000);
      expect(heap.usable('W')).toBe(whole);
    }
  });

  it('and refuses what the arena cannot hold: it does not grow', async () => {
    const heap = await openHeap('dalloc', page);
    expect(heap.malloc('A', 4049)).toBe(false);
    expect(heap.malloc('A', 2 ** 32 - 1)).toBe(false);
    expect(heap.malloc('A', 4048)).toBe(true);
    expect(heap.malloc('B', 0)).toBe(false);
    expect(heap.footprint).toBe(4096);
  });
});

describe("dalloc's sanity", () => {
  it.each([
    ['a wrong link back', 8, 1],
    ['a size that is no multiple of 8', -4, 2],
    ['a block of the list that is not marked free', -4, 3],
  ])('finds %s', async (_, offset, condition) => {
    const heap = await openHeap('dalloc', { ...page, header: WHEN_TAKEN });
    heap.malloc('A', 24);
    heap.malloc('B', 24);
    const payload = heap.contents('A', 24);
    const word = new DataView(payload.buffer, payload.byteOffset + offset, 4);
    heap.free('A');
    expect(heap.call('sanity')).toBe(0);
    word.setUint32(0, word.getUint32(0, true) ^ (condition === 1 ? 8 : condition === 2 ? 4 : 1), true);
    expect(heap.call('sanity')).toBe(condition);
  });
});
