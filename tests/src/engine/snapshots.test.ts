import { describe, expect, it } from 'vitest';
import { Cursor } from '../../../src/engine/cursor';
import { replay } from '../../../src/engine/replay';
import type { Run } from '../../../src/engine/run';
import { Snapshots } from '../../../src/engine/snapshots';
import { modules, numbers, sample } from './lab';

const MIB = 1 << 20;

/** The heap's bytes after an event, as a replay from the start leaves them. */
async function plainHeap(run: Run, event: number): Promise<Uint8Array> {
  const none = new Snapshots(new Uint8Array(0), 0);
  const fresh = await Cursor.create(modules, Object.create(run, { snapshots: { value: none } }));
  fresh.instance.reserveUpTo(run.heapEnd);
  fresh.seek(event);
  return heapOf(run, fresh);
}

const heapOf = (run: Run, { instance }: Cursor): Uint8Array =>
  new Uint8Array(instance.memory.buffer).slice(run.heapStart, run.heapEnd);

describe.each(['sysv', 'dlmalloc'])('the snapshots of %s', (id) => {
  it.each([2 * MIB, MIB / 2, 8192, 0])('hold at most their budget of %d bytes', async (budget) => {
    const trace = await sample('lld');
    const run = await replay(modules, trace, { id, params: {} }, { snapshotBudget: budget });
    expect(run.snapshots.bytes).toBeLessThanOrEqual(budget);
    // There is something to hold: without the budget it would be more.
    const free = await replay(modules, trace, { id, params: {} });
    expect(free.snapshots.bytes).toBeGreaterThan(budget);
    expect(free.snapshots.count).toBeGreaterThan(run.snapshots.count);
  });

  it('keeps those of the beginning where memory as a whole does not fit', async () => {
    const trace = await sample('lld');
    const whole = await replay(modules, trace, { id, params: {} });
    const budget = Math.floor((whole.heapEnd - whole.heapStart) / 2);
    const run = await replay(modules, trace, { id, params: {} }, { snapshotBudget: budget });
    expect(run.snapshots.bytes).toBeLessThanOrEqual(budget);
    expect(run.snapshots.mark(0)).not.toBeNull();
    expect(run.snapshots.mark(run.snapshots.before(run.events))?.event).toBeLessThan(run.events - 1);
  });

  it('lead to the same heap after thinning, forwards and backwards, and while they are thinned under a cursor', async () => {
    const trace = await sample('lld');
    const run = await replay(modules, trace, { id, params: {} });
    const cursor = await Cursor.create(modules, run);
    const below = numbers(3);
    for (const budget of [64 * MIB, 2 * MIB, 2 * MIB, MIB, MIB / 4, 0]) {
      cursor.seek(below(trace.length));
      run.snapshots.budget = budget;
      expect(run.snapshots.bytes).toBeLessThanOrEqual(budget);
      const event = below(trace.length);
      cursor.seek(event);
      expect(Buffer.compare(heapOf(run, cursor), await plainHeap(run, event))).toBe(0);
    }
    expect(run.snapshots.count).toBe(0);
  });
});
