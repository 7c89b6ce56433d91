import { describe, expect, it } from 'vitest';
import type { AllocatorDescriptor } from '../../../src/allocators/descriptor';
import { allocators } from '../../../src/allocators/list';
import { nodeModules } from '../../../src/cli/node-modules';
import { sampleSource } from '../../../src/cli/traces';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { addUserModule } from '../../../src/engine/user-module';
import { readTrace } from '../../../src/trace/read';
import { Op } from '../../../src/trace/trace';
import { compareAllocators } from '../../../src/worker/compare';
import type { BlockState, CompareRow, TraceSearch } from '../../../src/worker/trace-api';
import { reportTrace } from '../../../src/worker/trace-report';
import { search } from '../../../src/worker/trace-search';
import { blocksWithin } from '../../../src/worker/trace-session';
import { compile } from '../engine/compile-module';
import { drawTrace, modules } from '../engine/lab';

const trace = drawTrace('a 100, a 60, f 0, a 100, a 3000, f 3, f 1');

const seen: number[] = [];
const report = await reportTrace(trace, ({ done, total }) => seen.push(done / (total ?? 0)));

describe('the report of a trace', () => {
  it('tells how much of it is there, pass after pass', () => {
    expect(seen[0]).toBe(0);
    expect(seen).toEqual([...seen].sort());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toBeCloseTo(1 - seen[1]);
  });

  it('tells the peak and what was live then', () => {
    expect(report.peak).toEqual({ event: 4, bytes: 3160 });
    expect(report.peakClasses).toEqual([
      { upTo: 64, objects: 1, bytes: 60 },
      { upTo: 128, objects: 1, bytes: 100 },
      { upTo: 4096, objects: 1, bytes: 3000 },
    ]);
  });

  it('tells what was never freed, and that there are no call stacks', () => {
    expect(report.classes.map(({ upTo, objects, leftBytes }) => [upTo, objects, leftBytes])).toEqual([
      [64, 1, 0],
      [128, 2, 100],
      [4096, 1, 0],
    ]);
    expect(report.siteCount).toBe(0);
  });

  it('tells the sizes that are asked for most', () => {
    expect(report.sizes).toEqual([
      { size: 100, objects: 2 },
      { size: 60, objects: 1 },
      { size: 3000, objects: 1 },
    ]);
    expect(report.distinctSizes).toBe(3);
  });

  it('tells what each site holds at the peak', async () => {
    const parent = Uint32Array.of(0, 0, 1);
    const label = Uint32Array.of(0, 0, 1);
    const sites = { object: Uint32Array.of(1, 2, 1, 2), parent, label, labels: ['main', 'grow'] };
    const rows = (await reportTrace({ ...trace, sites })).sites;
    expect(rows).toMatchObject([
      { node: 2, bytes: 3060, peakObjects: 2, peakBytes: 3060, liveBytes: 0, stack: ['grow', 'main'] },
      { node: 1, bytes: 200, peakObjects: 1, peakBytes: 100, liveBytes: 100 },
    ]);
  });
});

const all: TraceSearch = { by: null, state: null, event: 0, order: 'event' };

describe('search', () => {
  it('finds by object, size and address', async () => {
    const run = await replay(modules, trace, { id: 'sysv', params: {} });
    const find = (kind: 'object' | 'size' | 'address', value: number, limit = 9) =>
      search(run, { ...all, by: { kind, value } }, limit);
    const first = run.timeline.address.at(0);
    expect(find('object', 1).blocks).toEqual([
      {
        object: 1,
        address: run.timeline.address.at(1),
        bytes: 60,
        born: 1,
        ends: 6,
        endedBy: 'free',
        cpu: 0,
        endCpu: 0,
      },
    ]);
    const hundred = find('size', 100, 1);
    expect([hundred.count, hundred.blocks.length]).toEqual([2, 1]);
    expect(find('address', first + 99).blocks[0]).toMatchObject({ object: 0, born: 0, ends: 2 });
    expect(find('object', 99).count).toBe(0);
  });

  it('finds by state', async () => {
    const text = 'a 16, a 4000, a 40, r 0 5000, f 1, r 2 41, a 4294967295, r 2 0, a 8';
    const run = await replay(modules, drawTrace(text), { id: 'bsd', params: {} });
    const born = (state: BlockState, event = 0, order: 'event' | 'size' = 'event') =>
      search(run, { ...all, state, event, order }, 9).blocks.map((block) => block.born);
    expect(search(run, all, 9).blocks.map((block) => block.born)).toEqual([0, 1, 2, 3, 5, 8]);
    expect(born('live', 2)).toEqual([0, 1, 2]);
    expect(born('live', 3)).toEqual([1, 2, 3]);
    expect(born('live', 3, 'size')).toEqual([3, 1, 2]);
    expect(born('live', 8)).toEqual([3, 8]);
    expect(born('freed', 3)).toEqual([]);
    expect(born('freed', 4)).toEqual([1]);
    // A realloc to nothing frees; a realloc to another size does not.
    expect(born('freed', 8)).toEqual([1, 5]);
    expect(born('left')).toEqual([3, 8]);
    expect(born('failed')).toEqual([6]);
    expect(born('moved')).toEqual([3]);
    expect(born('resized')).toEqual([5]);
    expect(born('crossed')).toEqual([]);
    const refused = search(run, { ...all, state: 'failed', by: { kind: 'object', value: 3 } }, 9).blocks;
    expect(refused).toMatchObject([{ born: 6, address: null, ends: null, endedBy: null }]);
  });

  it('agrees with a plain count in a real program on four threads', async () => {
    const lld = await readTrace(sampleSource('lld'));
    const run = await replay(modules, lld, { id: 'bsd', params: {} });
    const count = (state: BlockState, event = 0) => search(run, { ...all, state, event }, 0).count;
    // The recorder's own figures: frees by another thread than the one that allocated, and blocks never freed.
    expect(count('crossed')).toBe(5955);
    expect(count('left')).toBe(4215);
    const event = 30_000;
    const live = new Set<number>();
    for (let at = 0; at <= event; at++) {
      if (lld.op[at] === Op.free) live.delete(lld.id[at]);
      else live.add(lld.id[at]);
    }
    expect(count('live', event)).toBe(live.size);
    expect(count('resized') + count('moved')).toBe(687);
    const largest = search(run, { ...all, state: 'live', event, order: 'size' }, 5).blocks;
    expect(largest.map(({ bytes }) => bytes)).toEqual(
      search(run, { ...all, state: 'live', event }, 1e6)
        .blocks.map(({ bytes }) => bytes)
        .sort((a, b) => b - a)
        .slice(0, 5),
    );
  });

  it('lists what lives in a window of events and addresses', async () => {
    const run = await replay(modules, trace, { id: 'sysv', params: {} });
    const all = { fromAddress: run.heapStart, toAddress: run.heapEnd };
    const at = (event: number) =>
      blocksWithin(run, { ...all, fromEvent: event, toEvent: event + 1 }, 9).blocks.map(
        ({ object }) => object,
      );
    expect([0, 1, 2, 4, 6].map(at)).toEqual([[0], [0, 1], [1], [1, 2, 3], [2]]);
  });
});

it('compares every allocator and gives what a run of it gives', async () => {
  const rows: CompareRow[] = [];
  const done: number[] = [];
  await compareAllocators(
    modules,
    trace,
    [],
    (progress) => done.push(progress.done),
    (row) => rows.push(row),
  );
  expect(rows.map(({ id }) => id)).toEqual(allocators.map(({ id }) => id));
  // Over before a browser's clock ticks.
  expect(rows.map(({ deviceNanoseconds }) => deviceNanoseconds)).toEqual(allocators.map(() => null));
  expect(done.at(-1)).toBe(allocators.length * trace.length);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  for (const id of ['sysv', 'bsd']) {
    const { summary } = await replay(modules, trace, { id, params: {} });
    expect(rows.find((row) => row.id === id)?.summary).toEqual(summary);
  }
});

it('times a trace that is long enough on this device', async () => {
  const long = drawTrace(Array.from({ length: 10_000 }, (_, i) => `a 24, f ${i}`).join(', '));
  const timed: CompareRow[] = [];
  await compareAllocators(
    modules,
    long,
    [],
    () => {},
    (row) => timed.push(row),
  );
  for (const { id, deviceNanoseconds } of timed) expect(deviceNanoseconds, id).toBeGreaterThan(0);
});

it('compares modules of the user’s along with the others, and counts what they did to contents', async () => {
  const own = new Modules(nodeModules);
  const brought: AllocatorDescriptor[] = [];
  for (const name of ['right', 'corrupts', 'overlap'])
    brought.push(await addUserModule(own, `${name}.wasm`, await compile(name)));
  const ids = Array.from({ length: 150 }, (_, id) => id);
  const recording = drawTrace([...ids.map(() => 'a 16'), ...ids.map((id) => `f ${id}`)].join(', '));
  const rows: CompareRow[] = [];
  await compareAllocators(
    own,
    recording,
    brought,
    () => {},
    (row) => rows.push(row),
  );
  expect(rows.map(({ id }) => id)).toEqual([...allocators, ...brought].map(({ id }) => id));
  const [right, corrupts, overlap] = rows.slice(-3);
  expect([right.faults, right.problem, right.deviceNanoseconds]).toEqual([0, null, null]);
  const { summary } = await replay(own, recording, { id: 'user:right', params: {} });
  expect(right.summary).toEqual(summary);
  expect(corrupts.faults).toBeGreaterThan(0);
  expect(overlap.faults).toBeGreaterThan(0);
}, 60_000);
