import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { prolonged } from '../../../bench/long-trace';
import { nodeModules } from '../../../src/cli/node-modules';
import { LiveSet } from '../../../src/engine/live-set';
import { type Replay, replay, startReplay } from '../../../src/engine/replay';
import { PAGE, Snapshots } from '../../../src/engine/snapshots';
import { lacksMemory, TraceLimitError } from '../../../src/trace/errors';
import { bytesSource } from '../../../src/trace/read';
import type { Trace } from '../../../src/trace/trace';
import { traceBytes } from '../../../src/trace/write';
import { traceTextWriter } from '../../../src/trace/writers/text';
import { Lab } from '../../../src/worker/lab';
import { drawTrace, modules, sample } from './lab';

const bsd = { id: 'bsd', params: {} };
const EVENTS = 400_000;
let trace: Trace;
let whole: Replay;

beforeAll(async () => {
  trace = prolonged(await sample('perl'), EVENTS);
  whole = await startReplay(modules, trace, bsd);
  await whole.proceed({});
});
afterEach(() => {
  vi.unstubAllGlobals();
  setFlagsFromString('--wasm-max-mem-pages=65536');
});

/** Lets arrays of 32-bit numbers be made until so many bytes were taken, and then only small ones. */
function giveOnly(bytes: number): void {
  const Real = Uint32Array;
  let taken = 0;
  const take = (length: unknown) => {
    if (typeof length === 'number') taken += length * 4;
    if (taken > bytes && Number(length) >= 1024) throw new RangeError('Array buffer allocation failed');
  };
  vi.stubGlobal(
    'Uint32Array',
    new Proxy(Real, {
      construct(target, args) {
        take(args[0]);
        return Reflect.construct(target, args);
      },
    }),
  );
}

/** Blocks of a heap: the events that placed them, in order. */
const liveAt = (run: Replay, event: number): number[] => {
  const { count, rows } = new LiveSet(run).after(event);
  return Array.from({ length: count }, (_, at) => rows[at * 3]).sort((a, b) => a - b);
};

describe('a replay that runs out of memory', () => {
  it.each([600_000, 1_100_000, 1_700_000])('keeps what is done, with arrays of %d bytes', async (bytes) => {
    const run = await startReplay(modules, trace, bsd);
    giveOnly(bytes);
    await run.proceed({});
    vi.unstubAllGlobals();
    expect(run.end).toBe('out of memory');
    expect(run.faultCount).toBe(0);
    expect(run.events).toBeGreaterThan(10_000);
    expect(run.events).toBeLessThan(EVENTS);
    for (const name of ['address', 'live', 'footprint', 'instructions'] as const)
      expect(run.timeline[name].slice(0, run.events)).toEqual(whole.timeline[name].slice(0, run.events));
    const last = run.events - 1;
    expect(liveAt(run, last)).toEqual(liveAt(whole, last));
  });

  it('does not blame the allocator when it is the host’s memory that cannot grow', async () => {
    const objects = 300;
    setFlagsFromString(`--wasm-max-mem-pages=${MOST_PAGES}`);
    const run = await replay(modules, apart(objects), bsd);
    expect(run.end).toBe('out of memory');
    expect(run.faults).toEqual([]);
    expect(run.events).toBeGreaterThan(objects / 4);
    expect(run.events).toBeLessThan(objects);
    expect(run.summary).toMatchObject({ events: run.events, failures: 0, peakLiveBytes: 16 * run.events });
    expect(run.timeline.live.at(run.events - 1)).toBe(16 * run.events);
  });
});

/** Pages of 64 KiB that a memory may have here, and objects that the host knows of in two of them. */
const MOST_PAGES = 272;
const PAGE_OBJECTS = 16_384;

/** Objects whose numbers lie so far apart that each takes a page of the host's memory. */
function apart(count: number): Trace {
  const drawn = drawTrace(Array.from({ length: count }, () => 'a 16').join(', '));
  return { ...drawn, id: drawn.id.map((id) => id * PAGE_OBJECTS), objects: count * PAGE_OBJECTS };
}

describe('snapshots', () => {
  it('are as they were where there is no memory for another, which can be made later', () => {
    const memory = new Uint8Array(8 * PAGE).map((_, at) => at >> 12);
    let left = 3;
    const scarce = {
      slice: (from: number, to: number) => {
        if (left-- === 0) throw new RangeError('Array buffer allocation failed');
        return memory.slice(from, to).buffer;
      },
    } as ArrayBuffer;
    const snapshots = new Snapshots(new Uint8Array(0), 1 << 20);
    snapshots.add({ event: 0, globals: [] }, memory.buffer, Uint32Array.of(1, 2));
    memory.fill(100);
    expect(() => snapshots.add({ event: 1, globals: [] }, scarce, Uint32Array.of(1, 2, 3, 4))).toThrow(
      RangeError,
    );
    expect([snapshots.count, snapshots.bytes]).toEqual([1, 2 * PAGE]);
    const restored = new Uint8Array(8 * PAGE);
    snapshots.restore(restored, null, 0, new Uint32Array(0));
    expect([1, 2, 3, 4].map((page) => restored[page * PAGE])).toEqual([1, 2, 0, 0]);
    snapshots.add({ event: 2, globals: [] }, memory.buffer, Uint32Array.of(5));
    snapshots.restore(restored, snapshots.mark(0), 1, new Uint32Array(0));
    expect([1, 2, 3, 4, 5, 6].map((page) => restored[page * PAGE])).toEqual([100, 100, 100, 100, 100, 0]);
  });
});

describe('the lab', () => {
  async function opened(): Promise<Lab<unknown>> {
    const source = bytesSource('long.trace', traceBytes(trace, traceTextWriter));
    const lab = new Lab({ modules: nodeModules, sample: async () => source, handOver: (image) => image });
    await lab.open({ kind: 'sample', name: 'long' }, null, 0, () => undefined);
    return lab;
  }

  it('says how far it came and what it held, shows it, and goes on with less', async () => {
    const lab = await opened();
    giveOnly(1_500_000);
    const ended = await lab.run(0, bsd, () => undefined);
    vi.unstubAllGlobals();
    const { events } = ended.summary;
    expect(ended.end).toBe('out of memory');
    expect(events).toBeGreaterThan(10_000);
    expect(events).toBeLessThan(EVENTS);
    expect(ended.held).toBeGreaterThan(1_500_000);
    const { figures } = await lab.moment(0, events - 1, 10);
    expect(figures.live).toBe(whole.timeline.live.at(events - 1));
    // Room for what looks into it.
    const [{ snapshots, budget }] = (await lab.memory()).runs;
    expect(snapshots).toBeLessThanOrEqual(budget);
    await lab.open({ kind: 'sample', name: 'long', from: 0, to: events }, null, 0, () => undefined);
    const part = await lab.run(0, bsd, () => undefined);
    expect([part.end, part.summary.events, part.held]).toEqual(['complete', events, null]);
  });

  it('says that there is no memory to look into a run, and looks when there is', async () => {
    const lab = await opened();
    await lab.run(0, bsd, () => undefined);
    const { heapEnd } = await lab.run(1, bsd, () => undefined);
    // Enough for what the heap begins with.
    setFlagsFromString(`--wasm-max-mem-pages=${Math.ceil(heapEnd / 65536) - 8}`);
    const error = await lab.moment(0, EVENTS - 1, 10).catch((reason: unknown) => reason);
    expect(lacksMemory(error)).toBe(true);
    setFlagsFromString('--wasm-max-mem-pages=65536');
    expect(await lab.moment(0, EVENTS - 1, 10)).toEqual({
      ...(await lab.moment(1, EVENTS - 1, 10)),
      column: 0,
    });
  });

  it('offers half of a trace where a run cannot even begin', async () => {
    const lab = await opened();
    setFlagsFromString('--wasm-max-mem-pages=1');
    const error = await lab.run(0, bsd, () => undefined).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TraceLimitError);
    expect(error).toMatchObject({ file: 'long', mostEvents: EVENTS / 2, found: '400,000 events' });
  });
});
