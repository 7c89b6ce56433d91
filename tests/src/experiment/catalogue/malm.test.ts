import { describe, expect, it } from 'vitest';
import { measuredOf, runPreset, seriesNamed } from '../presets';

describe('malm-split', () => {
  it('leaves one block, which holds what is left of the arena', async () => {
    const result = await runPreset('malm-split');
    expect(measuredOf(result, 'length of the free list')).toEqual([1, 1, 1, 1]);
    const sizes = measuredOf(result, 'mean size of a free block');
    for (const [i, count] of [5, 10, 15].entries()) {
      // 64 KiB less two headers (the block's, the sentinel's) and, an allocation, 2,510 bytes on average, rounded up
      // to 8 (3.5 more), with a header of 24. Four deviations of the mean of 50 runs.
      const expected = 65536 - 48 - count * (2510 + 3.5 + 24);
      expect(Math.abs(sizes[i] - expected)).toBeLessThan((4 * 1438 * Math.sqrt(count)) / Math.sqrt(50));
    }
  });

  it('is the same for the same seed and another for another', async () => {
    const [first, again, other] = [
      await runPreset('malm-split', 7),
      await runPreset('malm-split', 7),
      await runPreset('malm-split', 8),
    ];
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(other.fingerprint).not.toBe(first.fingerprint);
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(runPreset('malm-split', 1, controller.signal)).rejects.toThrow(/abort/i);
  });
});

describe('malm-nomerge and malm-merge', () => {
  it('show that merging keeps lists short and requests served', async () => {
    const without = await runPreset('malm-nomerge');
    const merged = await runPreset('malm-merge');
    const list = 'length of the free list';
    expect(measuredOf(without, list)[0]).toBe(10);
    expect(measuredOf(merged, `latest block freed first: ${list}`)).toEqual([1, 1, 1, 1]);
    const random = measuredOf(merged, `random block freed: ${list}`);
    const unmerged = measuredOf(merged, `random block freed, no merge: ${list}`);
    for (const i of [0, 1, 2, 3]) expect(random[i]).toBeLessThan(unmerged[i] / 4);
    const failed = 'requests that failed';
    expect(measuredOf(merged, `random block freed: ${failed}`)[3]).toBeLessThan(
      measuredOf(without, failed)[3] / 4,
    );
    expect(seriesNamed(without, list).published).toEqual([10, 38, 40, 32]);
    expect(seriesNamed(merged, `random block freed: ${list}`).published).toEqual([2, 4, 6, 8]);
  });
});

describe('malm-headers', () => {
  it('counts bytes, pages and lines as they can be counted by hand', async () => {
    const result = await runPreset('malm-headers');
    expect(measuredOf(result, 'heap from the first header to the last byte')).toEqual([
      40_000, 24_000, 16_000,
    ]);
    expect(measuredOf(result, 'pages written')).toEqual([10, 6, 4]);
    expect(measuredOf(result, 'cache lines written')).toEqual([625, 375, 250]);
    // The pages of the blocks and the two of the array of pointers, each missed once.
    expect(measuredOf(result, 'misses of the TLB')).toEqual([12, 8, 6]);
    const [large, small, smallest] = measuredOf(result, 'misses of the L1 cache');
    expect(large).toBeGreaterThan(100 * small);
    expect(small).toBeGreaterThan(smallest);
  });
});
