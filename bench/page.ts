/** What a user waits for, in Chromium: first pictures of long traces, seeks, frames while the page is busy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { encodeLink } from '../src/experiment/pack';
import { dropFile, Site, settled } from '../tests/browser/page';
import { defaultExperiment } from '../web/state/default-experiment';
import { LONG, writeLongTrace } from './long-trace';
import { handingOver } from './picture-hand-over';
import { published } from './published';
import { type BenchRow, quantile } from './row';

/** Seconds from the drop to the first picture that the page is held to, by events. */
const FIRST_PICTURE: Readonly<Record<number, number>> = { 100000: 0.1, 1000000: 0.5, 10000000: 4 };
/** Each is loaded so often, the quickest counts: others work on the machine. */
const ROUNDS: Readonly<Record<number, number>> = { 100000: 8, 1000000: 3, 10000000: 2 };
/** After so long a page that was opened is at rest: what it loads ahead is there. */
const REST_MS = 1000;
const SEEKS = 60;
/** A display's frame, and half of one more: from there on a frame was missed. */
const FRAME_MS = 1000 / 60;
const LATE_MS = FRAME_MS * 1.5;
const WATCHED_MS = 3000;

export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heapscope-bench-'));
  const site = await Site.open();
  try {
    const rows: BenchRow[] = [];
    for (const events of LONG) {
      const file = await writeLongTrace(folder, events);
      const rounds = ROUNDS[events];
      const times: Loaded[] = [];
      for (let round = 0; round < rounds; round++) {
        const last = events === LONG[LONG.length - 1] && round === rounds - 1;
        times.push(await withPage(site, file, events, last ? rows : null));
      }
      rows.push(...loadRows(events, times));
    }
    return rows;
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Loaded {
  /** Seconds from the drop until heap map and figures show something, and until all is replayed. */
  readonly first: number;
  readonly whole: number;
  /** Longest time between two frames meanwhile, ms. */
  readonly stall: number;
}

/** Opens the lab with one column of bsd, drops the file, and with `rows` measures what can be done with it then. */
async function withPage(site: Site, file: string, events: number, rows: BenchRow[] | null): Promise<Loaded> {
  const allocators = [{ id: 'bsd', params: {} }];
  const fragment = await encodeLink({ ...defaultExperiment, allocators });
  const { page, close } = await site.visit(fragment, {}, async (fresh) => {
    // What runs in the page was compiled with names kept by a helper of this name.
    await fresh.addInitScript('globalThis.__name = (value) => value');
  });
  try {
    await settled(page);
    await page.waitForTimeout(REST_MS);
    const loaded = await load(page, file, events);
    if (rows) {
      rows.push(...(await seeks(page, events)));
      rows.push(...(await playing(page)), ...(await scrubbing(page)), ...(await zooming(page)));
      rows.push(...(await handingOver(page)));
    }
    return loaded;
  } finally {
    await close();
  }
}

async function load(page: Page, file: string, events: number): Promise<Loaded> {
  await watchFrames(page);
  const name = `${events.toLocaleString('en')} events`;
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('.map-canvas canvas');
          const figures = document.querySelector('.key-figures')?.textContent ?? '–';
          const opened = document.querySelector('.trace-name')?.textContent?.includes(wanted);
          // A canvas that nobody has drawn on is 300 pixels wide.
          if (opened && canvas && canvas.width !== 300 && !figures.includes('–')) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    name,
  );
  await dropFile(page, file);
  const first = await shown;
  const whole = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('.job.idle')) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  const dropped = await page.evaluate(() => performance.getEntriesByName('dropped')[0].startTime);
  const frames = await watchedFrames(page);
  await settled(page);
  return {
    first: (first - dropped) / 1000,
    whole: (whole - dropped) / 1000,
    stall: Math.max(...frames),
  };
}

function loadRows(events: number, times: readonly Loaded[]): BenchRow[] {
  const least = (of: (loaded: Loaded) => number) => Math.min(...times.map(of));
  const name = events.toLocaleString('en');
  return [
    {
      name: `page: file to first picture, ${name} events, bsd`,
      measured: least(({ first }) => first),
      unit: 's',
      target: FIRST_PICTURE[events],
      better: 'less',
      published: published.firstPicture[events],
    },
    {
      name: `page: file to the whole replay, ${name} events, bsd`,
      measured: least(({ whole }) => whole),
      unit: 's',
      target: null,
      better: 'less',
    },
    {
      name: `page: longest frame meanwhile, ${name} events`,
      measured: least(({ stall }) => stall),
      unit: 'ms',
      target: null,
      better: 'less',
    },
  ];
}

/** From moving the cursor until the sentence of the event is there: worker, messages and page. */
async function seeks(page: Page, events: number): Promise<BenchRow[]> {
  const wanted = Array.from({ length: SEEKS }, (_, seek) =>
    Math.floor(((Math.imul(seek + 1, 0x9e37_79b1) >>> 0) / 2 ** 32) * events),
  );
  const times = await page.evaluate(async (all) => {
    const slider = document.querySelector('.scrubber') as HTMLInputElement;
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const spent: number[] = [];
    for (const event of all) {
      const begin = performance.now();
      set?.call(slider, String(event));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      const words = `event ${event.toLocaleString('en-US')} `;
      await new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('.sentence')?.textContent?.includes(words)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      spent.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return spent;
  }, wanted);
  const row = (share: number, label: string): BenchRow => ({
    name: `page: from the cursor's move to the event on the page, 10,000,000 events, ${label}`,
    measured: quantile(times, share),
    unit: 'ms',
    target: null,
    better: 'less',
    published: published.seek,
  });
  return [row(0.5, 'median'), row(0.95, '95th percentile')];
}

async function playing(page: Page): Promise<BenchRow[]> {
  await page.locator('.speed input').fill('9');
  await page.keyboard.press('Space');
  const rows = await watched(page, 'playing at 10,000 events/s', () => page.waitForTimeout(WATCHED_MS));
  await page.keyboard.press('Space');
  return rows;
}

/** Drags over the curves from end to end. */
async function scrubbing(page: Page): Promise<BenchRow[]> {
  const box = await page.locator('.scrub').boundingBox();
  if (!box) throw new Error('there are no curves');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 4, y);
  await page.mouse.down();
  const rows = await watched(page, 'scrubbing from end to end', () =>
    forAWhile((share) => page.mouse.move(box.x + share * (box.width - 8) + 4, y)),
  );
  await page.mouse.up();
  return rows;
}

/** Zooms both maps by the wheel, from all to little and back. */
async function zooming(page: Page): Promise<BenchRow[]> {
  const zoomed = async (selector: string, name: string): Promise<BenchRow[]> => {
    const map = page.locator(selector).first();
    await map.scrollIntoViewIfNeeded();
    const box = await map.boundingBox();
    if (!box) throw new Error(`there is no ${name}`);
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3);
    await page.waitForTimeout(500);
    await page.keyboard.down('Control');
    const rows = await watched(page, `zooming the ${name}`, () =>
      forAWhile((share) => page.mouse.wheel(0, share < 0.5 ? -120 : 120)),
    );
    await page.keyboard.up('Control');
    return rows;
  };
  const rows = await zoomed('.map-canvas', 'heap map');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: 'Trace', exact: true })
    .click();
  await page.locator('.address-time-area').waitFor();
  await page.waitForTimeout(2500);
  rows.push(...(await zoomed('.address-time-area', 'address × time map')));
  return rows;
}

async function forAWhile(step: (share: number) => Promise<void>): Promise<void> {
  const begin = performance.now();
  for (let spent = 0; spent < WATCHED_MS; spent = performance.now() - begin) await step(spent / WATCHED_MS);
}

/** Frames while something is done: the 95th percentile, and how many come late. */
async function watched(page: Page, doing: string, act: () => Promise<void>): Promise<BenchRow[]> {
  await watchFrames(page);
  await act();
  const frames = await watchedFrames(page);
  const late = frames.filter((frame) => frame > LATE_MS).length / frames.length;
  return [
    {
      name: `page: ${doing}, time between frames, 95th percentile`,
      measured: quantile(frames, 0.95),
      unit: 'ms',
      target: LATE_MS,
      better: 'less',
    },
    { name: `page: ${doing}, late frames`, measured: 100 * late, unit: '%', target: null, better: 'less' },
  ];
}

async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = { frames: [] as number[], on: true };
    Object.assign(globalThis, { watch });
    let last = performance.now();
    const frame = (now: number) => {
      watch.frames.push(now - last);
      last = now;
      if (watch.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const watchedFrames = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { watch } = globalThis as unknown as { watch: { frames: number[]; on: boolean } };
    watch.on = false;
    return watch.frames.slice(1);
  });
