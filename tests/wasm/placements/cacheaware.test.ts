import { describe, expect, it } from 'vitest';
import { type Heap, openHeap } from './heap';

/**
 * A cache of 16 KiB, cut at 13,056 bytes (80 % in whole stripes of 64). A region begins with 64 bytes of metadata and
 * a bitmap of 64; so 101 chunks of 128 bytes are intensive, from 128 up, and 50 of 64 bytes mild, from 16,192 down.
 */
const small = { cache: 16384, stock: 1 };
const [BLOCK, THRESHOLD] = [16384, 13056];

const mild = (heap: Heap, name: string, size: number) => heap.malloc(name, size);
const intensive = (heap: Heap, name: string, size: number) => heap.malloc(name, size, 'intensive_malloc');

describe('cacheaware places', () => {
  it('mild chunks from the end of a block down, intensive ones from its start up', async () => {
    const heap = await openHeap('cacheaware', small);
    mild(heap, 'A', 40);
    expect(heap.at('A')).toBe(16384 - 64 - 64 - 64);
    intensive(heap, 'C', 100);
    expect(heap.picture()).toBe('{0}|#*32|C*25 -*7|_*3200|_*784|A*10 - - - - - -|#*32|');
    mild(heap, 'B', 64);
    intensive(heap, 'D', 128);
    expect(heap.picture()).toBe('{0}|#*32|C*25 -*7|D*32|_*3168|_*768|B*16|A*10 - - - - - -|#*32|');
    expect(heap.footprint).toBe(16384);
  });

  it('regions where the threshold says', async () => {
    for (const [threshold, at] of [
      [80, 13056],
      [50, 8192],
      [5, 768],
    ]) {
      const heap = await openHeap('cacheaware', { ...small, threshold });
      mild(heap, 'A', 40);
      const regions = heap.walk().regions.map(({ name, at, bytes }) => `${name} ${at} ${bytes}`);
      expect(regions).toEqual([
        'stock 0 16384',
        'block 0 16384',
        `intensive region 0 ${at}`,
        `mild region ${at} ${16384 - at}`,
        'metadata 0 64',
        'metadata 16256 128',
      ]);
    }
  });

  it('the first free chunk by the bitmap: next_chunk follows the lowest one that was freed', async () => {
    const heap = await openHeap('cacheaware', small);
    for (const name of 'ABCDE') mild(heap, name, 64);
    heap.free('D', 'B');
    expect(heap.lists()).toBe('mild 64: 16128 (64), 16000 (64)');
    mild(heap, 'F', 50);
    mild(heap, 'G', 60);
    mild(heap, 'H', 33);
    expect(['F', 'G', 'H'].map((name) => heap.at(name))).toEqual([16128, 16000, 16192 - 5 * 64]);
    expect(heap.lists()).toBe('');
  });

  it('chunks of a core from cache ÷ cores · core on, round the region', async () => {
    const heap = await openHeap('cacheaware', small);
    for (const core of [0, 1, 3]) {
      heap.on(core);
      intensive(heap, `I${core}`, 128);
      mild(heap, `M${core}`, 64);
    }
    /* 4096 ÷ 128 = chunk 32 of 101, 4096 ÷ 64 = chunk 64 mod 50 = 14; three times that: 96, and 192 mod 50 = 42 */
    expect([0, 1, 3].map((core) => heap.at(`I${core}`) % BLOCK)).toEqual([
      128,
      128 + 32 * 128,
      128 + 96 * 128,
    ]);
    expect([0, 1, 3].map((core) => heap.at(`M${core}`) % BLOCK)).toEqual([
      16192,
      16192 - 14 * 64,
      16192 - 42 * 64,
    ]);
    for (const name of ['P', 'Q', 'R', 'S']) intensive(heap, name, 128);
    expect(heap.at('S') % BLOCK).toBe(128 + 100 * 128);
    intensive(heap, 'T', 128);
    expect(heap.at('T') % BLOCK).toBe(128);
    expect(
      heap
        .walk()
        .regions.filter(({ name }) => name === 'stock')
        .map(({ at, owner }) => [at, owner]),
    ).toEqual([
      [0, 0],
      [BLOCK, 1],
      [2 * BLOCK, 3],
    ]);
  });

  it('another chunk size in the next block, where the other side may have a third one', async () => {
    const heap = await openHeap('cacheaware', { ...small, stock: 2 });
    intensive(heap, 'A', 128);
    intensive(heap, 'B', 64);
    mild(heap, 'C', 1000);
    expect(['A', 'B', 'C'].map((name) => Math.floor(heap.at(name) / BLOCK))).toEqual([0, 1, 0]);
    expect(heap.usable('C')).toBe(1024);
    expect(heap.footprint).toBe(2 * BLOCK);
  });

  it('more of a size in chained blocks, then in new stocks, and goes back to the first with room', async () => {
    const heap = await openHeap('cacheaware', { ...small, stock: 2 });
    for (const name of 'ABCDEFG') intensive(heap, name, 4096); /* three to a region */
    expect([...'ABCDEFG'].map((name) => heap.at(name))).toEqual([
      128,
      128 + 4096,
      128 + 8192,
      BLOCK + 128,
      BLOCK + 128 + 4096,
      BLOCK + 128 + 8192,
      2 * BLOCK + 128,
    ]);
    expect(heap.footprint).toBe(4 * BLOCK);
    heap.free('B', 'E');
    intensive(heap, 'H', 4096);
    intensive(heap, 'I', 4096);
    intensive(heap, 'J', 4096);
    expect(['H', 'I', 'J'].map((name) => heap.at(name))).toEqual([
      128 + 4096,
      BLOCK + 128 + 4096,
      2 * BLOCK + 128 + 4096,
    ]);
  });

  it('what the hint and the calling context say', async () => {
    const side = (heap: Heap, name: string) => (heap.at(name) % BLOCK < THRESHOLD ? 'intensive' : 'mild');
    const heap = await openHeap('cacheaware', small);
    heap.malloc('A', 64);
    heap.call('intensive_buffer', 1);
    heap.malloc('B', 64);
    heap.on(1).malloc('C', 64); /* another kernel, whose hint is its own */
    heap.on(0).call('intensive_buffer', 0);
    heap.malloc('D', 64);
    expect(['A', 'B', 'C', 'D'].map((name) => side(heap, name))).toEqual([
      'mild',
      'intensive',
      'mild',
      'mild',
    ]);
    heap.realloc('B', 500);
    expect(side(heap, 'B')).toBe('intensive');
    const application = await openHeap('cacheaware', { ...small, context: 1 });
    application.malloc('A', 64);
    expect(side(application, 'A')).toBe('intensive');
  });

  it('no two kinds on the same part of the cache, whatever the sizes and however many stocks', async () => {
    const heap = await openHeap('cacheaware', { ...small, stock: 3 });
    let overlaps = 0;
    for (let i = 0; i < 2000; i++) {
      const size = 1 + ((i * 2654435761) % 2000);
      heap.on(i % 5);
      mild(heap, `m${i}`, size);
      intensive(heap, `i${i}`, size);
      if (heap.at(`m${i}`) % BLOCK < THRESHOLD || (heap.at(`i${i}`) + size - 1) % BLOCK >= THRESHOLD)
        overlaps++;
    }
    expect(overlaps).toBe(0);
    expect(heap.footprint / BLOCK).toBeGreaterThan(100);
  });
});

describe('cacheaware answers a request that no chunk can hold', () => {
  it('with NULL where it denies', async () => {
    const heap = await openHeap('cacheaware', { ...small, oversize: 0 });
    expect(mild(heap, 'A', 2048)).toBe(true);
    expect(mild(heap, 'B', 2049)).toBe(false);
    expect(intensive(heap, 'C', 8192)).toBe(true);
    expect(intensive(heap, 'D', 8193)).toBe(false);
    expect(intensive(heap, 'D', 2 ** 32 - 1)).toBe(false);
  });

  it('with pages of its own where it falls back, which go when it is freed', async () => {
    const heap = await openHeap('cacheaware', small);
    mild(heap, 'L', 3000);
    expect(heap.at('L')).toBe(16);
    mild(heap, 'A', 64); /* the stock lies at the next multiple of the cache's size */
    expect(heap.at('A')).toBe(BLOCK + 16192);
    expect(heap.footprint).toBe(4096 + BLOCK);
    expect(heap.picture()).toBe('{0}|h h h h L*750 -*270| … |#*16|_*3248|_*784|A*16|#*32|');
    heap.free('L');
    expect(heap.footprint).toBe(BLOCK);
    heap.limit(BLOCK);
    expect(mild(heap, 'L', 3000)).toBe(false);
    expect(mild(heap, 'M', 128)).toBe(false);
    expect(mild(heap, 'N', 64)).toBe(true);
  });

  it('and keeps stocks and their cut when all is freed', async () => {
    const heap = await openHeap('cacheaware', small);
    for (const name of 'ABC') mild(heap, name, 64);
    heap.free('B', 'A', 'C');
    expect(heap.picture()).toBe('{0}|#*16|_*3248|_*752|.*16|.*16|.*16|#*32|');
    expect(heap.lists()).toBe('mild 64: 16192 (64), 16128 (64), 16064 (64)');
  });
});
