import { describe, expect, it } from 'vitest';
import { type Heap, openHeap } from './heap';

/**
 * Superblocks of 4 KiB here: a header of 48 bytes (12 cells) and 4,048 bytes for blocks. A request for 976 bytes has a
 * class of its own, 4 blocks a superblock and a tail of 144 bytes. Processor i has heap i + 1; locks: 0 … 64 the
 * heaps', 65 … the superblocks'.
 */
async function openSmall(parameters: Record<string, number> = {}): Promise<Heap> {
  const heap = await openHeap('hoard', { superblock_order: 12, slack: 0, ...parameters });
  heap.malloc('first', 8); // opens the tables of size classes
  heap.free('first');
  heap.locks();
  return heap;
}
const block = (name: string) => `${name}*244`;

describe('hoard', () => {
  it('carves headerless blocks from a superblock of the size class', async () => {
    const heap = await openHeap('hoard', { superblock_order: 12 });
    heap.malloc('A', 5); // 8 bytes
    heap.malloc('B', 1000); // 1,176 bytes, three a superblock and a tail of 520
    expect(heap.picture()).toBe('{1}|#*12|A A|_*1010|#*12|B*250 -*44|_*588|#*130|');
    expect(heap.locks()).toBe('+0 -0 +1 +0 -0 -1 +1 +0 -0 -1');
  });

  it('has the classes of b = 1.2, or powers of two', async () => {
    const sizes = [1, 9, 49, 65, 97, 121, 1000, 1705];
    const usable = async (base: number) => {
      const heap = await openHeap('hoard', { superblock_order: 12, base });
      return sizes.map((size) => {
        heap.malloc(`${size}`, size);
        return heap.usable(`${size}`);
      });
    };
    expect(await usable(0)).toEqual([8, 16, 64, 80, 120, 144, 1176, 2048]);
    expect(await usable(1)).toEqual([8, 16, 64, 128, 128, 128, 1024, 2048]);
  });

  it('moves a superblock to the global heap when its heap crosses the emptiness threshold', async () => {
    const heap = await openSmall();
    for (const name of 'ABCD') heap.on(0).malloc(name, 976);
    heap.free('A'); // u = 3/4 a: not below 1 - f
    expect(heap.picture()).toBe(`{1}|#*12|.*244|${block('B')}|${block('C')}|${block('D')}|#*36|`);
    heap.locks();
    heap.free('B'); // u = 1/2 a
    expect(heap.picture()).toBe(`{0}|#*12|.*244|.*244|${block('C')}|${block('D')}|#*36|`);
    expect(heap.locks()).toBe('+65 +1 +0 -0 -1 -65');
  });

  it('takes a superblock of the global heap before it maps one, and frees into the owner', async () => {
    const heap = await openSmall();
    for (const name of 'ABCD') heap.on(0).malloc(name, 976);
    heap.free('A', 'B');
    heap.locks();
    heap.on(1).malloc('E', 976);
    expect(heap.picture()).toBe(`{2}|#*12|.*244|${block('E')}|${block('C')}|${block('D')}|#*36|`);
    expect(heap.locks()).toBe('+2 +0 -0 -2');
    heap.on(0).free('C'); // processor 0 frees into heap 2, which crosses its threshold
    expect(heap.locks()).toBe('+65 +2 +0 -0 -2 -65');
    heap.on(3).free('D'); // the global heap keeps what it has
    expect(heap.locks()).toBe('+65 +0 -0 -65');
    expect(heap.picture()).toBe(`{0}|#*12|.*244|${block('E')}|.*244|.*244|#*36|`);
  });

  it('keeps K superblocks of slack', async () => {
    const heap = await openSmall({ slack: 1 });
    for (const name of 'ABCDE') heap.malloc(name, 976); // two superblocks: a = 7,808
    heap.free('A', 'B'); // u = 2,928 + S < a, and u < 3/4 a
    expect(heap.walk().regions.map((region) => region.owner)).toEqual([1, 0]);
    const roomy = await openSmall({ slack: 2 });
    for (const name of 'ABCDE') roomy.malloc(name, 976);
    roomy.free('A', 'B', 'C', 'D', 'E'); // u = 0: free memory of two superblocks is within the slack
    expect(roomy.walk().regions.map((region) => region.owner)).toEqual([1, 1]);
  });

  it('allocates from the fullest superblock with room, and moves the emptiest', async () => {
    const heap = await openSmall({ slack: 1 });
    for (const name of 'ABCDEFG') heap.malloc(name, 976); // 4 and 3 blocks
    heap.free('A', 'B', 'C'); // D alone in the first: u = 4 of 8 blocks, 3,904 + S >= a
    expect(heap.walk().regions.map((region) => region.owner)).toEqual([1, 1]);
    heap.malloc('H', 976); // the second superblock becomes full
    expect(heap.at('H')).toBe(heap.at('G') + 976);
    heap.free('H', 'G'); // u = 3 of 8: the first superblock, with one block, goes
    expect(heap.walk().regions.map((region) => region.owner)).toEqual([0, 1]);
  });

  it('lets another size class have an empty superblock', async () => {
    const heap = await openSmall({ slack: 4 });
    heap.malloc('A', 8);
    heap.free('A');
    expect(heap.picture()).toBe('{1}|#*12|. .|_*1010|');
    heap.malloc('B', 976);
    expect(heap.picture()).toBe(`{1}|#*12|${block('B')}|_*732|#*36|`);
    expect(heap.footprint).toBe(4096);
  });

  it('maps what exceeds S/2 by itself on a multiple of S, and unmaps it', async () => {
    const heap = await openHeap('hoard', { superblock_order: 13 });
    heap.malloc('A', 4096); // S/2
    heap.malloc('B', 8200); // three pages
    heap.malloc('C', 8); // the next multiple of S is a page behind them
    expect(heap.walk().regions.map(({ name, at, bytes, owner }) => [name, at, bytes, owner])).toEqual([
      ['superblock', 0, 8192, 1],
      ['large object', 8192, 12288, -1],
      ['superblock', 24576, 8192, 1],
    ]);
    expect(heap.footprint).toBe(8192 + 12288 + 8192);
    heap.locks();
    heap.free('B');
    expect(heap.locks()).toBe('');
    expect(heap.footprint).toBe(2 * 8192);
  });
});
