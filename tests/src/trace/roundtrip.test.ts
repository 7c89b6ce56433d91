import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Op, type Trace } from '../../../src/trace/trace';
import { findWriter, traceBytes, traceWriters, writeTrace } from '../../../src/trace/write';
import { FULL, type TraceShape, traces } from './arbitrary';
import { drawn, readBytes, readNow } from './helpers';

const writer = (id: string) => traceWriters.find((each) => each.id === id) ?? expect.fail(`no writer ${id}`);

/** What a tool's log can hold: no misuse, no script. */
const LOG: TraceShape = {
  ...FULL,
  cpus: 1,
  clock: 'events',
  times: false,
  doubleFrees: false,
  scripted: false,
};

/** The richest traces that each format holds without loss. */
const SHAPES: Record<string, TraceShape> = {
  trace: FULL,
  csv: { ...FULL, clock: 'ticks' },
  jsonl: { ...FULL, clock: 'ticks' },
  rep: { ...LOG, callocs: false, memaligns: false, minRealloc: 1 },
  mtrace: { ...LOG, callocs: false, memaligns: false },
  valgrind: LOG,
  ltrace: LOG,
  'heaptrack-raw': { ...LOG, callocs: false, memaligns: false, reallocs: false, clock: 'ms' },
  bytehound: { ...LOG, callocs: false, memaligns: false, minRealloc: 1, clock: 'us' },
};

/** Clocks that a reader gives where the shape has none. */
const comparable = (trace: Trace) => ({
  events: drawn(trace),
  times: trace.clock === 'events' ? [] : [...trace.time],
});

describe.each(traceWriters.map(({ id }) => id))('%s', (id) => {
  const shape = SHAPES[id];

  it('holds what it says it holds', () => {
    fc.assert(
      fc.property(traces(shape), fc.integer({ min: 1, max: 200 }), (trace, piece) => {
        fc.pre(trace.length > 0);
        const { notes } = writeTrace(trace, writer(id));
        const harmless = notes.filter(
          (note) => !/is not kept as such|Frees and reallocs of freed/.test(note),
        );
        const back = readNow(traceBytes(trace, writer(id)), piece);
        const plain = shape.clock === 'events' ? { ...trace, clock: 'events' } : trace;
        expect(comparable({ ...back, clock: plain.clock })).toEqual(comparable(plain));
        expect(harmless).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what a format cannot hold is said', () => {
  it('of a trace that has everything', () => {
    const builder = fc.sample(traces(FULL), { numRuns: 30, seed: 5 }).sort((a, b) => b.length - a.length)[0];
    const losses = Object.fromEntries(traceWriters.map((each) => [each.id, writeTrace(builder, each).notes]));
    expect(losses).toMatchSnapshot();
  });

  it('and every format reads back as many mallocs as it was given', () => {
    fc.assert(
      fc.property(traces({ ...FULL, doubleFrees: false, minRealloc: 1 }), (trace) => {
        const allocations = (each: Trace) =>
          each.op.filter((op) => op === Op.malloc || op === Op.calloc || op === Op.memalign).length;
        fc.pre(allocations(trace) > 0);
        for (const each of traceWriters) {
          const resized = each.id === 'heaptrack-raw' ? trace.op.filter((op) => op === Op.realloc).length : 0;
          expect(allocations(readNow(traceBytes(trace, each)))).toBe(allocations(trace) + resized);
        }
      }),
      { numRuns: 100 },
    );
  });
});

it('a written trace survives gzip and streaming', async () => {
  const [trace] = fc.sample(traces(FULL), { numRuns: 1, seed: 11 });
  const packed = new Blob([traceBytes(trace, writer('trace')) as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('gzip'));
  const back = await readBytes(new Uint8Array(await new Response(packed).arrayBuffer()), 'x.trace.gz');
  expect(drawn(back)).toBe(drawn(trace));
  expect([...back.time]).toEqual([...trace.time]);
});

it('finds a writer by id and by file name', () => {
  expect(findWriter('out.trace.gz')?.id).toBe('trace');
  expect(findWriter('valgrind')?.id).toBe('valgrind');
  expect(findWriter('a.b.jsonl')?.id).toBe('jsonl');
  expect(findWriter('a.xyz')).toBeUndefined();
});
