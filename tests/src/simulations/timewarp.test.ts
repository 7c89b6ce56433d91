import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { machineOf } from '../../../src/machine/presets';
import {
  parseTimeWarp,
  runSequential,
  runTimeWarp,
  type TimeWarpDocument,
  TimeWarpError,
  TimeWarpRun,
  type TimeWarpSample,
  TW_PHASES,
} from '../../../src/simulations/timewarp';
import { scaledMachine } from '../../../src/simulations/timewarp-machine';

const modules = new Modules(nodeModules);
const ALLOCATORS = ['cacheaware', 'dlmalloc', 'sysv', 'bsd'];
/** Contents of a log's segment (SEGMENT_BYTES in wasm/simulations/timewarp_state.c). */
const SEGMENT = 4096 - 8;

const small = (more: Partial<TimeWarpDocument> = {}): TimeWarpDocument => ({
  allocator: { id: 'cacheaware' },
  model: {
    lists: 4,
    smallestBytes: 32,
    largestBytes: 160,
    stateBytes: 2000,
    touchedBytes: 900,
    growsEvery: 6,
  },
  lps: 8,
  kernels: 4,
  end: 25,
  gvtEvery: 6,
  ...more,
});
const nominal = { machine: null };

async function toTheEnd(run: TimeWarpRun): Promise<TimeWarpSample[]> {
  const samples: TimeWarpSample[] = [];
  while (!run.done) {
    const sample = run.advance();
    if (sample) samples.push(sample);
  }
  return samples;
}

describe('the committed history', () => {
  for (const id of ALLOCATORS)
    it(`is the sequential simulator's on ${id}, whatever the mapping and the interval`, async () => {
      for (const seed of [1, 2]) {
        const sequential = await runSequential(modules, small({ allocator: { id }, seed }));
        expect(sequential.committed).toBeGreaterThan(100);
        for (const kernels of [1, 3, 8]) {
          for (const interval of [1, 3, 'auto'] as const) {
            const result = await runTimeWarp(
              modules,
              small({ allocator: { id }, seed, kernels, interval }),
              nominal,
            );
            const { committed, history, states } = result;
            expect({ kernels, interval, committed, history, states }).toEqual({
              kernels,
              interval,
              ...sequential,
            });
            expect(result.executed - result.undone).toBe(committed);
            if (kernels === 8) expect(result.rollbacks).toBeGreaterThan(10);
            if (kernels === 8 && interval === 3) expect(result.coasted).toBeGreaterThan(10);
            if (kernels === 1 || interval === 1) expect(result.coasted).toBe(0);
          }
        }
      }
    });

  it('changes with the seed and with the model', async () => {
    const histories = await Promise.all(
      [small(), small({ seed: 2 }), small({ model: { ...small().model, touchedBytes: 100 } })].map(
        async (document) => (await runSequential(modules, document)).history,
      ),
    );
    expect(new Set(histories).size).toBe(3);
  });

  it('is the same on a machine with caches, to the last bit of every count, twice', async () => {
    const document = small({ kernels: 8, interval: 'auto' });
    const [one, two] = [await runTimeWarp(modules, document), await runTimeWarp(modules, document)];
    const { history } = await runSequential(modules, document);
    expect(one.history).toBe(history);
    expect(one.rollbacks).toBeGreaterThan(10);
    expect(two).toEqual(one);
  });

  it('is the same however seldom the global virtual time is found', async () => {
    const often = await runTimeWarp(modules, small({ gvtEvery: 1 }), nominal);
    const seldom = await runTimeWarp(modules, small({ gvtEvery: 1000 }), nominal);
    expect(often.gvtRounds).toBeGreaterThan(seldom.gvtRounds);
    expect(seldom.history).toBe(often.history);
    expect(seldom.mildBytesAnLp).toBeGreaterThan(often.mildBytesAnLp);
  });
});

describe('memory', () => {
  it('holds at the end the states, a log of each, and the pending events, and nothing else', async () => {
    for (const id of ALLOCATORS) {
      const run = await TimeWarpRun.create(modules, small({ allocator: { id } }), nominal);
      await toTheEnd(run);
      let events = 0;
      for (let k = 0; k < 4; k++) {
        const { mild, intensive, events: queued, buffers, logs, sent } = run.account(k);
        events += queued;
        expect(intensive).toBe(buffers + queued);
        expect([sent, logs]).toEqual([0, 2]);
        // For each of the two LPs its control block, its table of buffers, the log and the log's one segment.
        expect(mild).toBe(2 * 4);
      }
      // PHOLD keeps as many events in the system as there were at first: one an LP.
      expect(events).toBe(8);
      expect(run.close()).toBe(0);
    }
  });

  it('packs a log into segments of a page', async () => {
    const bytes = 3 * SEGMENT - 100;
    const model = { lists: 1, smallestBytes: 64, largestBytes: 64, stateBytes: bytes, touchedBytes: 64 };
    const run = await TimeWarpRun.create(modules, small({ model, lps: 1, kernels: 1 }), nominal);
    await toTheEnd(run);
    expect(run.account(0).mild).toBe(3 + 3);
  });

  it('grows with what is live, not with simulated time', async () => {
    const model = { ...small().model, growsEvery: 0 };
    const short = await runTimeWarp(modules, small({ model, end: 40 }), nominal);
    const long = await runTimeWarp(modules, small({ model, end: 800 }), nominal);
    expect(long.committed).toBeGreaterThan(15 * short.committed);
    expect(long.mildBytesAnLp).toBeLessThan(2 * short.mildBytesAnLp);
    expect(long.footprintBytesAnLp).toBeLessThan(2 * short.footprintBytesAnLp);
  });

  it('ends the run, and says where, when the allocator refuses', async () => {
    const allocator = { id: 'cacheaware', params: { cache: 16384, oversize: 0 } };
    const model = { smallestBytes: 30_000, largestBytes: 30_000, stateBytes: 30_000, touchedBytes: 100 };
    const result = await runTimeWarp(modules, small({ allocator, model }), nominal);
    expect(result.failure).toBe(3);
    expect(result.committed).toBe(0);
  });
});

describe('a run on a machine', () => {
  it('accounts for every cycle and every line', async () => {
    const run = await TimeWarpRun.create(modules, small({ kernels: 8 }), { lanes: true });
    const samples = await toTheEnd(run);
    const result = run.result();
    const spent = TW_PHASES.reduce((sum, phase) => sum + result.phases[phase], 0);
    const lanes = run.lanes;
    if (!lanes) throw new Error('no lanes');
    // All kernels end within the last fossil collection of each other; lanes begin where the set-up ends.
    expect(lanes.cycles.reduce((sum, cycles) => sum + cycles, 0)).toBeLessThanOrEqual(spent);
    expect(lanes.cycles.reduce((sum, cycles) => sum + cycles, 0)).toBeGreaterThan(0.5 * spent);
    for (const { found, lines } of result.accesses ?? [])
      expect(found.reduce((sum, count) => sum + count, 0)).toBe(lines);
    const [, mild, intensive] = result.accesses ?? [];
    expect(mild.lines).toBeGreaterThan(1000);
    expect(intensive.lines).toBeGreaterThan(1000);
    expect(samples.length).toBe(result.gvtRounds);
    for (let i = 1; i < samples.length; i++) {
      expect(samples[i].gvt).toBeGreaterThanOrEqual(samples[i - 1].gvt);
      expect(samples[i].clock).toBeGreaterThan(samples[i - 1].clock);
    }
  });

  it('counts what copies of states touch as intensive where they are read, as mild where they are written', async () => {
    const model = { ...small().model, growsEvery: 0 };
    for (const id of ALLOCATORS) {
      const [every, never] = await Promise.all(
        [1, 1000].map((interval) =>
          runTimeWarp(modules, small({ allocator: { id }, model, lps: 1, kernels: 1, interval, end: 40 })),
        ),
      );
      const linesOf = (result: typeof every, which: string) =>
        result.accesses?.find(({ name }) => name === which)?.lines ?? 0;
      const more = (which: string) => linesOf(every, which) - linesOf(never, which);
      // 2000 bytes in four lists of 32 … 158 bytes and their head, 33 lines at least; nothing else of them is touched.
      const buffers = 16 + 7 + 5 + 4 + 1;
      const perSave = more('intensive') / every.saved;
      expect(perSave).toBeGreaterThan(2000 / 64);
      expect(perSave).toBeLessThan(2700 / 64 + 2 * buffers);
      expect(more('mild') / every.saved).toBeGreaterThan(2000 / 64);
    }
  });

  it('stops when it is told to, and tells how far it is', async () => {
    const stop = new AbortController();
    const gvts: number[] = [];
    const running = runTimeWarp(modules, small({ end: 1e6 }), {
      machine: null,
      signal: stop.signal,
      onProgress: ({ gvt }) => {
        gvts.push(gvt);
        if (gvts.length === 5) stop.abort(new Error('enough'));
      },
    });
    await expect(running).rejects.toThrow('enough');
    expect(gvts.length).toBeGreaterThanOrEqual(5);
  });
});

describe('the document', () => {
  it('is refused with what was expected and found', () => {
    const refused = (more: object) => () => parseTimeWarp({ allocator: { id: 'sysv' }, ...more });
    expect(refused({ kernels: 65 })).toThrow(
      'kernels: expected kernels, a whole number from 1 to 64, found 65',
    );
    expect(refused({ lps: 3, kernels: 4 })).toThrow(
      'Time Warp: kernels: expected at most 3 kernels, each with a logical process, found 4',
    );
    expect(refused({ model: { stateBytes: 10, touchedBytes: 11 } })).toThrow(
      'Time Warp: model.touchedBytes: expected at most the 10 bytes of a state, found 11',
    );
    expect(refused({ model: { smallestBytes: 64, largestBytes: 32 } })).toThrow(
      'Time Warp: model.largestBytes: expected at least the smallest buffers’ 64 bytes, found 32',
    );
    expect(refused({ model: { stateBytes: 10, touchedBytes: 11 } })).toThrow(TimeWarpError);
    expect(refused({ interval: 'never' })).toThrow(TimeWarpError);
  });

  it('scales the caches and the reach of the TLBs', () => {
    const { levels, tlb } = scaledMachine(machineOf('opteron6128'), 32);
    expect(levels.map(({ bytes, ways }) => [bytes, ways])).toEqual([
      [2048, 2],
      [16384, 16],
      [163840, 40],
    ]);
    expect(tlb.map(({ page }) => page)).toEqual([128, 128]);
    expect(() => scaledMachine(machineOf('opteron6128'), 1024)).toThrow('is not one set');
  });
});
