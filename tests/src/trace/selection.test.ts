import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkEvents } from '../../../src/trace/links';
import { readTrace } from '../../../src/trace/read';
import { summarise } from '../../../src/trace/summary';
import { Op, type Trace } from '../../../src/trace/trace';
import { findWriter, traceBytes } from '../../../src/trace/write';
import { FULL, traces } from './arbitrary';
import { checkTrace, drawn, readBytes, readText, SAMPLES } from './helpers';

const text = `# alloc-trace 1
a 0 10 0
a 1 20 1 2
r 0 30 2
f 1 3
m 2 40 64 4 3
f 0 5
a 3 50 6
f 2 7
f 3 8
`;

describe('events a to b', () => {
  it.each([
    [0, 9, 'a0:10 a1:20/2 r0:30 f1 m2:40@64/3 f0 a3:50 f2 f3'],
    [4, 7, 'a0:30 m1:40@64/3 f0 a2:50'],
    [5, 6, 'a0:30 m1:40@64/3 f0'],
    [8, 9, 'a0:50 f0'],
    [0, 2, 'a0:10 a1:20/2'],
    [0, 0, ''],
    [7, 3, 'a0:30 a1:20/2'],
    [6, 6, 'm0:40@64/3'],
    [2, 4, 'a0:10 a1:20/2 r0:30 f1'],
  ])('from %i to %i', async (from, to, expected) => {
    const trace = await readText(text, 't', { from, to });
    expect(drawn(trace)).toBe(expected);
    checkTrace(trace);
  });

  it('says what stands for what', async () => {
    expect((await readText(text, 't', { from: 4, to: 7 })).notes).toEqual([
      'Events 4 to 7 of the recording; 1 objects that lived at its start stand as allocations before them.',
    ]);
  });

  it('leaves the same objects live as the whole trace does at that event', async () => {
    const bytes = new Uint8Array(readFileSync(join(SAMPLES, 'gawk.trace.gz')));
    const whole = await readBytes(bytes, 'gawk.trace.gz');
    for (const [from, to] of [
      [20_000, 30_000],
      [1, 60_854],
      [60_000, 99_999],
    ]) {
      const part = await readBytes(bytes, 'gawk.trace.gz', { from, to });
      expect(liveBytes(part, part.length)).toBe(liveBytes(whole, Math.min(to, whole.length)));
      checkTrace(part);
    }
  });

  it('stops reading when it has what it needs', async () => {
    let pieces = 0;
    const line = new TextEncoder().encode('a 0 8\nf 0\n');
    const source = {
      name: 'endless.rep',
      size: null,
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(pieces++ === 0 ? new TextEncoder().encode('1\n1\n') : many(line));
          },
        }),
    };
    // The stream would go on for ever.
    const trace = await readTrace(source, { from: 10, to: 100_000 });
    expect(trace.length).toBe(99_990);
    expect(pieces).toBeLessThan(60);
  });
});

const many = (line: Uint8Array): Uint8Array => {
  const out = new Uint8Array(line.length * 1000);
  for (let at = 0; at < out.length; at += line.length) out.set(line, at);
  return out;
};

function liveBytes(trace: Trace, to: number): number {
  const size = new Map<number, number>();
  for (let event = 0; event < to; event++) {
    if (trace.op[event] === Op.free) size.delete(trace.id[event]);
    else size.set(trace.id[event], trace.size[event]);
  }
  return [...size.values()].reduce((sum, bytes) => sum + bytes, 0);
}

describe('a sample of the objects', () => {
  it('keeps every k-th with all its events', async () => {
    const trace = await readText(text, 't', { everyObject: 2 });
    expect(drawn(trace)).toBe('a0:10 r0:30 m1:40@64/3 f0 f1');
    expect(trace.notes).toEqual(['A sample: of 2 objects one; 4 events left out.']);
  });

  it('of any trace is a sound trace', () => {
    const writer = findWriter('trace') ?? expect.fail();
    return fc.assert(
      fc.asyncProperty(
        traces(FULL),
        fc.nat(40),
        fc.nat(40),
        fc.integer({ min: 1, max: 5 }),
        async (trace, a, b, k) => {
          const part = await readBytes(traceBytes(trace, writer), 't', {
            from: Math.min(a, b),
            to: Math.max(a, b),
            everyObject: k,
          });
          checkTrace(part);
          expect(part.objects).toBeLessThanOrEqual(Math.ceil(trace.objects / k));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('reading', () => {
  const bytes = new Uint8Array(readFileSync(join(SAMPLES, 'lld.trace.gz')));
  const source = (chunk: number) => ({
    name: 'lld.trace.gz',
    size: bytes.length,
    stream: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.subarray(at, at + chunk));
          controller.close();
        },
      }),
  });

  it('tells its progress in bytes and events', async () => {
    const seen: { bytes: number; total: number | null; events: number }[] = [];
    await readTrace(source(50_000), { progress: (progress) => seen.push(progress) });
    const last = seen.at(-1);
    expect(last).toEqual({ bytes: bytes.length, total: bytes.length, events: 53784 });
    for (let i = 1; i < seen.length; i++) {
      expect(seen[i].bytes).toBeGreaterThanOrEqual(seen[i - 1].bytes);
      expect(seen[i].events).toBeGreaterThanOrEqual(seen[i - 1].events);
    }
  });

  it('is cancelled at any time', async () => {
    const stop = new AbortController();
    let events = 0;
    const run = readTrace(source(1000), {
      signal: stop.signal,
      progress: (progress) => {
        events = progress.events;
        stop.abort();
      },
    });
    await expect(run).rejects.toThrow(/abort/i);
    expect(events).toBeLessThan(53784);
    await expect(readTrace(source(1000), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it('leaves room for a message to stop, even when all bytes are there at once', async () => {
    const whole = gunzipSync(bytes);
    const large = new Uint8Array(64 << 20).fill(10);
    large.set(whole);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    await expect(readBytes(large, 'x.trace', { signal: stop.signal })).rejects.toThrow(/abort/i);
  });

  it('passes on what the source itself reports', async () => {
    const broken = {
      name: 'x.gz',
      size: null,
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            controller.enqueue(bytes.subarray(0, 20_000));
            controller.error(new Error('the disk is gone'));
          },
        }),
    };
    await expect(readTrace(broken)).rejects.toThrow(/^the disk is gone$/);
  });
});

describe('links', () => {
  it('lead from each event to the same object before and after', async () => {
    const links = linkEvents(await readText(text));
    const all = Array.from({ length: 9 }, (_, event) => event);
    expect(all.map((event) => links.previous(event))).toEqual([-1, -1, 0, 1, -1, 2, -1, 4, 6]);
    expect(all.map((event) => links.next(event))).toEqual([2, 3, 5, -1, 7, -1, 8, -1, -1]);
  });

  it('end at a double free', async () => {
    const links = linkEvents(await readText('# alloc-trace 1\na 0 8 0\nf 0 1\nf 0 2\nr 0 9 3\n'));
    expect([0, 1, 2, 3].map((event) => links.previous(event))).toEqual([-1, 0, -1, -1]);
    expect([0, 1, 2, 3].map((event) => links.next(event))).toEqual([1, -1, -1, -1]);
  });

  it('agree with each other in any trace', () => {
    fc.assert(
      fc.property(traces(FULL), (trace) => {
        const links = linkEvents(trace);
        for (let event = 0; event < trace.length; event++) {
          const [previous, next] = [links.previous(event), links.next(event)];
          if (next >= 0) {
            expect(links.previous(next)).toBe(event);
            expect(trace.id[next]).toBe(trace.id[event]);
          }
          if (previous >= 0) expect(links.next(previous)).toBe(event);
        }
      }),
    );
  });
});

it('the summary agrees with a plain model', () => {
  fc.assert(
    fc.property(traces(FULL), (trace) => {
      const live = new Map<number, number>();
      let peak = 0;
      let objects = 0;
      for (let event = 0; event < trace.length; event++) {
        const op = trace.op[event];
        const id = trace.id[event];
        if (op === Op.free) live.delete(id);
        else if (op <= Op.memalign && (op !== Op.realloc || live.has(id))) live.set(id, trace.size[event]);
        peak = Math.max(
          peak,
          [...live.values()].reduce((sum, bytes) => sum + bytes, 0),
        );
        objects = Math.max(objects, live.size);
      }
      expect(summarise(trace)).toMatchObject({
        events: trace.length,
        objects: trace.objects,
        peakLiveBytes: peak,
        peakLiveObjects: objects,
        leftLive: live.size,
      });
    }),
  );
});
