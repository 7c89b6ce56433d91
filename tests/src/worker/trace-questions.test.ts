import { describe, expect, it } from 'vitest';
import type { AllocatorDescriptor } from '../../../src/allocators/descriptor';
import { allocators } from '../../../src/allocators/list';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { addUserModule } from '../../../src/engine/user-module';
import { compareAllocators } from '../../../src/worker/compare';
import type { CompareRow } from '../../../src/worker/trace-api';
import { reportTrace } from '../../../src/worker/trace-report';
import { blocksWithin, search } from '../../../src/worker/trace-session';
import { compile } from '../engine/compile-module';
import { drawTrace, modules } from '../engine/lab';

const trace = drawTrace('a 100, a 60, f 0, a 100, a 3000, f 3, f 1');

describe('the report of a trace', () => {
  const report = reportTrace(trace);

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
});

describe('search', () => {
  it('finds by object, size and address', async () => {
    const run = await replay(modules, trace, { id: 'sysv', params: {} });
    const first = run.timeline.address.at(0);
    expect(search(run, { kind: 'object', value: 1 }, 9).blocks).toEqual([
      { object: 1, address: run.timeline.address.at(1), bytes: 60, born: 1, ends: 6 },
    ]);
    const hundred = search(run, { kind: 'size', value: 100 }, 1);
    expect([hundred.count, hundred.blocks.length]).toEqual([2, 1]);
    const there = search(run, { kind: 'address', value: first + 99 }, 9).blocks;
    expect(there[0]).toMatchObject({ object: 0, born: 0, ends: 2 });
    expect(search(run, { kind: 'object', value: 99 }, 9).count).toBe(0);
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
