import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import type { SimulationDocument } from '../../../src/experiment/document';
import { Follower } from '../../../src/simulations/follower';
import { ERRANDS } from '../../../src/simulations/probe';
import { parseTimeWarp, TimeWarpRun } from '../../../src/simulations/timewarp';
import { parseYawns, YawnsRun } from '../../../src/simulations/yawns';
import { modules } from '../engine/lab';

const EVENT = ERRANDS.indexOf('event');
/** dalloc's arena of 64 KiB is too small for these models. */
const able = allocators.filter(({ id }) => id !== 'dalloc').map(({ id }) => id);

const life = (id: string, processors = 4): SimulationDocument => ({
  kind: 'yawns',
  setup: parseYawns({
    model: { kind: 'life', columns: 14, rows: 12, steps: 5, rule: 'conway', density: 0.3 },
    allocator: { id },
    processors,
  }),
});
const phold = (id: string): SimulationDocument => ({
  kind: 'timewarp',
  setup: parseTimeWarp({ allocator: { id }, lps: 6, kernels: 3, end: 5, gvtEvery: 4 }),
});

/** Live blocks of each processor after every frame, as the simulation itself counts them. */
async function liveBlocks(document: SimulationDocument): Promise<number[][]> {
  const frames: number[][] = [];
  if (document.kind === 'yawns') {
    const run = await YawnsRun.create(modules, document.setup);
    const note = () => frames.push(run.processors.map(({ module }) => module.call('yawns_live_blocks')));
    note();
    while (run.advance()) note();
  } else {
    const run = await TimeWarpRun.create(modules, document.setup);
    while (!run.done) {
      if (!run.advance()) continue;
      frames.push(
        Array.from({ length: document.setup.kernels }, (_, k) => {
          const { mild, intensive } = run.account(k);
          return mild + intensive;
        }),
      );
    }
  }
  return frames;
}

describe('inside a window or round', () => {
  it.each([...able.map((id) => [id, life(id)] as const), ...able.map((id) => [id, phold(id)] as const)])(
    'every block that is taken or given back is a row, and no other (%s)',
    async (_, document) => {
      const frames = await liveBlocks(document);
      const follower = new Follower(modules, document);
      // Time Warp's set-up lies before its first frame.
      let before = document.kind === 'yawns' ? frames[0].map(() => 0) : null;
      for (const [frame, after] of frames.slice(0, 6).entries()) {
        const { count, processor, op } = await follower.inside(frame);
        const grown = after.map(() => 0);
        for (let row = 0; row < count; row++) grown[processor[row]] += op[row] === 0 ? 1 : -1;
        if (before) expect(grown).toEqual(after.map((live, p) => live - (before?.[p] ?? 0)));
        before = after;
        const last = count - 1;
        const { heap } = await follower.moment(frame, last);
        expect(heap.liveBlocks).toBe(after[processor[last]]);
      }
    },
  );

  it('counts the events that the window has', async () => {
    const document = life('sysv');
    if (document.kind !== 'yawns') throw new Error('Life is a YAWNS model');
    const run = await YawnsRun.create(modules, document.setup);
    const follower = new Follower(modules, document);
    for (let frame = 1; ; frame++) {
      const sample = run.advance();
      if (!sample) break;
      const { events, event, errand, processor, count } = await follower.inside(frame);
      expect(events).toBe(sample.events.reduce((sum, each) => sum + each, 0));
      for (const [p, own] of sample.events.entries()) {
        const mine = new Set<number>();
        for (let row = 0; row < count; row++)
          if (processor[row] === p && errand[row] === EVENT && event[row] >= 0) mine.add(event[row]);
        expect(mine.size).toBe(own);
      }
    }
  });

  it('shows each block just after it was taken, and no longer once it is given back', async () => {
    const follower = new Follower(modules, life('sysv', 2));
    const { count, op, address, bytes } = await follower.inside(2);
    expect(count).toBeGreaterThan(20);
    for (let row = 0; row < count; row++) {
      const { heap } = await follower.moment(2, row);
      const { blocks } = heap;
      const at = blocks.address.findIndex(
        (start, i) => start + blocks.header[i] === address[row] && blocks.state[i] === 1,
      );
      if (op[row] === 0) {
        expect(at, `row ${row}`).toBeGreaterThanOrEqual(0);
        expect(blocks.requested[at]).toBe(bytes[row]);
        expect(blocks.age[at]).toBe(0);
      } else expect(at, `row ${row}`).toBe(-1);
      // The allocator's live blocks are the simulation's.
      expect(blocks.state.reduce((sum, state) => sum + (state === 1 ? 1 : 0), 0)).toBe(heap.liveBlocks);
    }
  });

  it('shows the board as it is between two cells', async () => {
    const document = life('bsd', 2);
    if (document.kind !== 'yawns') throw new Error('Life is a YAWNS model');
    const run = await YawnsRun.create(modules, document.setup);
    run.advance();
    const before = run.nodes();
    run.advance();
    const after = run.nodes();
    const follower = new Follower(modules, document);
    const { count, errand, event } = await follower.inside(2);
    const first = await follower.moment(2, 0);
    const last = await follower.moment(2, count - 1);
    expect(last.nodes).toEqual(after);
    let changed = 0;
    for (let node = 0; node < before.length; node++) {
      if (before[node] !== after[node]) changed++;
      expect([before[node], after[node]]).toContain(first.nodes?.[node]);
    }
    expect(changed).toBeGreaterThan(3);
    const half = errand.findIndex((each, row) => each === EVENT && event[row] > 3);
    const inner = await follower.moment(2, half);
    expect(inner.nodes).not.toEqual(after);
  });

  it('goes to any frame, and refuses those that the run does not have', async () => {
    const follower = new Follower(modules, life('sysv'));
    const third = await follower.inside(3);
    const first = await follower.inside(1);
    expect(await follower.inside(3)).toEqual(third);
    expect(await follower.inside(1)).toEqual(first);
    expect(first).not.toEqual(third);
    await expect(follower.inside(500)).rejects.toThrow(RangeError);
  });
});
