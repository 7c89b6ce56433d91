import { expect, it } from 'vitest';
import { Cursor } from '../../../src/engine/cursor';
import { LiveSet } from '../../../src/engine/live-set';
import { pinnedPages } from '../../../src/engine/pinned';
import { replay } from '../../../src/engine/replay';
import { walkHeap } from '../../../src/engine/walk';
import { drawTrace, modules } from './lab';

it('names the pages that a small block keeps from being given back', async () => {
  // System V: blocks of 4 + size bytes from the heap's start on. Of the second page only object 1 stays.
  const trace = drawTrace('a 4092, a 60, a 4028, a 4092, f 2');
  const run = await replay(modules, trace, { id: 'sysv', params: {} });
  const cursor = await Cursor.create(modules, run);
  cursor.seek(4);
  const heap = walkHeap(run, cursor.instance, cursor.host, 4, new LiveSet(run).after(4), 10);
  const pinned = pinnedPages(heap, 0.25, 10);
  expect(pinned.map(({ address, liveBytes }) => [address - run.heapStart, liveBytes])).toEqual([[4096, 64]]);
  expect(pinned[0].rows.map((row) => heap.blocks.requested[row])).toEqual([60]);
  expect(pinnedPages(heap, 1, 10)).toHaveLength(3);
});
