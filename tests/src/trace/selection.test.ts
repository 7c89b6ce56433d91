import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLimit, TraceLimitError } from '../../../src/trace/errors';
import { linkEvents } from '../../../src/trace/links';
import { loadedEvent, recordedEvent } from '../../../src/trace/part';
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
    expect(trace.notes).toEqual(['A sample: one object of every 2; 4 events left out.']);
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

describe('a part knows where its events stood', () => {
  it.each([
    [{ from: 4, to: 7 }, [4, 4, 5, 6]],
    [{ everyObject: 2 }, [0, 2, 4, 5, 7]],
    [{ from: 3, to: 8, everyObject: 2 }, [3, 4, 5, 7]],
  ] as const)('%j', async (options, expected) => {
    const trace = await readText(text, 't', options);
    expect(Array.from({ length: trace.length }, (_, e) => recordedEvent(trace.part, e))).toEqual(expected);
  });

  it('and finds them again, in any part of any trace', () => {
    const writer = findWriter('trace') ?? expect.fail();
    return fc.assert(
      fc.asyncProperty(
        traces(FULL),
        fc.nat(40),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (whole, from, length, everyObject) => {
          const bytes = traceBytes(whole, writer);
          const part = await readBytes(bytes, 't', { from, to: from + length, everyObject });
          for (let event = part.part?.introduced ?? 0; event < part.length; event++) {
            const recorded = recordedEvent(part.part, event);
            expect(part.op[event]).toBe(whole.op[recorded]);
            expect(part.size[event]).toBe(whole.size[recorded]);
            expect(loadedEvent(part.part, recorded, part.length)).toBe(event);
          }
          expect(loadedEvent(part.part, from + length, part.length)).toBe(null);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('counts the recording where it was read to its end', async () => {
    expect((await readText(text, 't', { from: 4 })).part).toMatchObject({ from: 4, to: 9, recorded: 9 });
    expect((await readText(text, 't', { from: 4, to: 6 })).part).toMatchObject({ to: 6, recorded: null });
    expect((await readText(text, 't')).part).toBeUndefined();
  });
});

describe('a recording beyond the limit', () => {
  it('is refused with its size, the limit and about how much there is', async () => {
    const error = await readText(text.repeat(1), 't.trace', { mostEvents: 4 }).catch((caught) => caught);
    expect(error).toBeInstanceOf(TraceLimitError);
    expect(error).toMatchObject({ mostEvents: 4, aboutEvents: 4 });
    expect(error.message).toBe(
      `t.trace: found more than 4 events in the first ${text.length} of ${text.length} bytes, expected at most 4 events`,
    );
  });

  it('is loaded in a part that stays within it', async () => {
    expect((await readText(text, 't', { mostEvents: 9 })).length).toBe(9);
    expect((await readText(text, 't', { mostEvents: 5, from: 4, to: 7 })).length).toBe(4);
    expect((await readText(text, 't', { mostEvents: 5, everyObject: 2 })).length).toBe(5);
    await expect(readText(text, 't', { mostEvents: 3, from: 4, to: 7 })).rejects.toThrow(
      /more than 3 events/,
    );
  });

  it('is what a want of memory turns into, and no other error', () => {
    const wanting = new RangeError('Array buffer allocation failed');
    expect(asLimit(wanting, 't', 10)).toMatchObject({ mostEvents: 5, found: '10 events' });
    const other = new RangeError('Maximum call stack size exceeded');
    expect(asLimit(other, 't', 10)).toBe(other);
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
    let begun = false;
    const progress = () => {
      // As a message from the page: in a task of its own, which comes when reading leaves room for one.
      if (!begun) setImmediate(() => stop.abort());
      begun = true;
    };
    await expect(readBytes(large, 'x.trace', { signal: stop.signal, progress })).rejects.toThrow(/abort/i);
    expect(begun).toBe(true);
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
