import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { Cursor } from '../../../src/engine/cursor';
import { LIVE, LiveSet } from '../../../src/engine/live-set';
import { replay } from '../../../src/engine/replay';
import { Recorder } from '../../../src/engine/substeps';
import { walkHeap } from '../../../src/engine/walk';
import { allocates } from '../../../src/trace/trace';
import { modules, numbers, sample } from './lab';

const SEEKS = 25;

describe.each(allocators.map(({ id }) => id))('any event of %s', (id) => {
  it('is reached with the heap, the free lists and the steps that it had', async () => {
    const trace = await sample('perl');
    const run = await replay(modules, trace, { id, params: {} }, { snapshotBudget: 1 << 20 });
    const cursor = await Cursor.create(modules, run);
    const recorder = await Recorder.create(modules, run);
    const live = new LiveSet(run);
    const below = numbers(7);
    for (let seek = 0; seek < SEEKS; seek++) {
      const event = below(trace.length);
      const record = recorder.record(event, cursor);
      if (allocates(trace.op[event])) expect(record.result).toBe(run.timeline.address.at(event));
      expect(record.accesses.filter(({ write }) => !write).length).toBe(run.timeline.loads.at(event));
      expect(record.accesses.filter(({ write }) => write).length).toBe(run.timeline.stores.at(event));
      cursor.seek(event);
      const blocks = live.after(event);
      const placed = Array.from(
        { length: blocks.count },
        (_, at) => blocks.rows[at * LIVE.words + LIVE.placed],
      );
      const heap = walkHeap(run, cursor.instance, cursor.host, event, blocks, 1_000_000);
      expect(heap.born.filter((born) => born >= 0).length).toBe(placed.length);
      const bytes = placed.reduce((sum, born) => sum + trace.size[born], 0);
      expect(bytes).toBe(run.timeline.live.at(event));
      if (!run.descriptor.walks) continue;
      const listed = heap.lists.reduce((sum, list) => sum + list.blocks, 0);
      expect(listed).toBe(run.timeline.freeBlocks.at(event));
      const free = heap.lists.reduce((sum, list) => sum + list.bytes, 0);
      expect(free).toBe(run.timeline.freeBytes.at(event));
      const largest = Math.max(0, ...heap.lists.flatMap((list) => Array.from(list.sizes)));
      expect(largest & ~3).toBe(run.timeline.largestFree.at(event) & ~3);
      const taken = heap.blocks.bytes.reduce((sum, size) => sum + size, 0);
      expect(taken).toBe(run.timeline.footprint.at(event));
    }
  });
});
