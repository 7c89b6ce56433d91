import { beforeAll, describe, expect, it } from 'vitest';
import { prolonged } from '../../../bench/long-trace';
import { nodeModules } from '../../../src/cli/node-modules';
import { startReplay } from '../../../src/engine/replay';
import { ADDRESS_TIME_COLOURS, AddressTimeRaster, RAMP } from '../../../src/raster/address-time';
import { bytesSource, readTrace, type TraceSource } from '../../../src/trace/read';
import { traceBytes } from '../../../src/trace/write';
import { traceTextWriter } from '../../../src/trace/writers/text';
import type { RunInfo } from '../../../src/worker/api';
import { Lab } from '../../../src/worker/lab';
import type { PixelImage } from '../../../src/worker/pixels';
import type { AddressTimeRequest, TraceMatches } from '../../../src/worker/trace-api';
import { blocksWithin, drawAddressTime, indexOf } from '../../../src/worker/trace-session';
import { modules, sample } from '../engine/lab';

const EVENTS = 400_000;
/** All of it, on few pixels. */
const OVER_TIME: AddressTimeRequest = {
  fromEvent: 0,
  toEvent: EVENTS,
  fromAddress: 0,
  toAddress: 1 << 24,
  width: 300,
  height: 60,
  by: 'life',
  palette: Uint32Array.from(
    { length: ADDRESS_TIME_COLOURS },
    (_, colour) => 0xff00_0000 + colour * 0x0a_0b07,
  ),
};
const config = { id: 'bsd', params: {} };
let source: TraceSource;

beforeAll(async () => {
  const long = prolonged(await sample('perl'), EVENTS);
  source = bytesSource('long.trace', traceBytes(long, traceTextWriter));
});

async function opened(): Promise<Lab<PixelImage>> {
  const lab = new Lab({ modules: nodeModules, sample: async () => source, handOver: (image) => image });
  await lab.open({ kind: 'sample', name: 'long' }, null, 0, () => undefined);
  return lab;
}

describe('a run under way', () => {
  it('shows pictures before its end, that are those of the whole run', async () => {
    const lab = await opened();
    const early: { readonly event: number; readonly moment: unknown; readonly last: number }[] = [];
    const infos: RunInfo[] = [];
    const asked: Promise<void>[] = [];
    const done = await lab.run(0, config, (_, info) => {
      if (info === null || info.end !== null) return;
      infos.push(info);
      const event = info.summary.events - 1;
      asked.push(
        (async () => {
          // Asked at once: by the time of the other answers there is more.
          const series = lab.series(0, 'live', 0, EVENTS, 100);
          const { live } = (await lab.moment(0, event, 10)).figures;
          const { last } = await series;
          const reached = Math.floor((info.summary.events / EVENTS) * 100);
          expect(last[Math.max(0, reached - 1)]).toBeGreaterThan(0);
          if (reached < 99) expect(last[99]).toBeNaN();
          early.push({ event, moment: live, last: await colours(lab, event) });
        })(),
      );
    });
    await Promise.all(asked);
    expect(infos.length).toBeGreaterThan(0);
    expect(infos[0].summary.events).toBeLessThan(EVENTS);
    expect(done.end).toBe('complete');
    for (const { event, moment, last } of early) {
      expect((await lab.moment(0, event, 10)).figures.live).toBe(moment);
      expect(await colours(lab, event)).toBe(last);
    }
  });

  it('draws blocks over time before its end, as they will be, and hatches what is ahead', async () => {
    const trace = await readTrace(source);
    const run = await startReplay(modules, trace, config);
    const early: { readonly pixels: Uint32Array; readonly reached: number }[] = [];
    const listed: TraceMatches[] = [];
    const draw = () => {
      const { image, reached } = drawAddressTime(run, OVER_TIME);
      return { pixels: new Uint32Array(image.pixels), reached };
    };
    await run.proceed({
      onProgress: (events) => {
        if (events === EVENTS) return;
        early.push(draw());
        listed.push(blocksWithin(run, { ...OVER_TIME, fromEvent: events - 1 }, 5));
        listed.push(blocksWithin(run, { ...OVER_TIME, fromEvent: EVENTS - 1 }, 5));
      },
    });
    expect(early.length).toBeGreaterThan(0);
    const { pixels: last, reached: end } = draw();
    expect(end).toBe(EVENTS);
    // A picture that took in what came is the one that is drawn at once.
    expect(last).toEqual(new AddressTimeRaster(indexOf(run), OVER_TIME).draw(OVER_TIME.palette, EVENTS));
    const { width, palette } = OVER_TIME;
    const ahead = new Set(palette.subarray(1 + RAMP));
    expect(last.some((pixel) => ahead.has(pixel))).toBe(false);
    for (const { pixels, reached: by } of early) {
      const columns = Math.floor((by / EVENTS) * width);
      expect(columns).toBeLessThan(width);
      pixels.forEach((pixel, at) => {
        if (at % width >= columns) expect(ahead.has(pixel)).toBe(true);
        else if (pixel !== last[at]) expect.fail(`pixel ${at} of ${columns} columns changes later`);
      });
    }
    // Where the run stands blocks live; ahead of it nothing is known.
    expect(listed[0].count).toBeGreaterThan(0);
    for (const { reached: by } of listed) expect(by).toBeLessThan(EVENTS);
    expect(listed[1]).toMatchObject({ count: 0, blocks: [] });
  });

  it('keeps what was done when it is cancelled, and goes on to what an undisturbed run gives', async () => {
    const lab = await opened();
    const cancelled = await lab.run(0, config, (progress) => {
      if (progress.done > 0) void lab.cancel();
    });
    const { events } = cancelled.summary;
    expect(cancelled.end).toBe('cancelled');
    expect(events).toBeGreaterThan(0);
    expect(events).toBeLessThan(EVENTS);
    const there = await lab.moment(0, events - 1, 10);
    expect(there.figures.live).toBeGreaterThan(0);
    expect((await lab.series(0, 'footprint', 0, events, 10)).last.every((value) => value > 0)).toBe(true);
    const resumed = await lab.resume(0, () => undefined);
    const whole = await lab.run(1, config, () => undefined);
    expect(resumed.end).toBe('complete');
    expect(resumed.summary).toEqual(whole.summary);
  });

  it('holds at most forty bytes an event for trace and timeline, and tells them', async () => {
    const lab = await opened();
    await lab.run(0, config, () => undefined);
    const { events, trace, links, runs } = await lab.memory();
    expect(events).toBe(EVENTS);
    const each = (trace + links + runs[0].timeline + runs[0].lives) / events;
    expect(each).toBeGreaterThan(17);
    expect(each).toBeLessThanOrEqual(40);
    const before = runs[0].snapshots;
    expect(before).toBeGreaterThan(1 << 20);
    await lab.keepSnapshots(before / 2);
    const after = (await lab.memory()).runs[0];
    expect(after.snapshots).toBeLessThanOrEqual(before / 2);
    expect(after.budget).toBe(before / 2);
  });
});

/** Different pixels of a small heap map: enough to tell two heaps apart. */
async function colours(lab: Lab<PixelImage>, event: number): Promise<number> {
  const palette = Uint32Array.from({ length: 24 }, (_, colour) => 0xff00_0000 + colour * 0x0a0b07);
  const { pixels } = await lab.heapMap(0, {
    event,
    step: null,
    width: 64,
    height: 44,
    from: 0x1_0000,
    rowBytes: 1 << 15,
    rowHeight: 9,
    rowGap: 2,
    palette,
  });
  return new Uint32Array(pixels).reduce((hash, pixel) => Math.imul(hash ^ pixel, 0x0100_0193) >>> 0, 1);
}
