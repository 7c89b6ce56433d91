/** A replay that uses the browser's memory up: what is done stays, and a part or a sample can be loaded instead. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLongTrace } from '../../bench/long-trace';
import { seriousFindings } from './axe';
import { dropFile, fingerprintsOn, openSite, type Site, settled, toPage, type Visit } from './page';

const EVENTS = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'heapscope-memory-'));
let file: string;

/** Put before the worker's script: each replay gets so many bytes for its timeline, as in a browser without more. */
const SCARCE = `{
  const Real = Uint32Array;
  let left = Infinity;
  addEventListener('message', ({ data }) => {
    if (data?.path?.join() === 'run') left = 3_000_000;
  });
  globalThis.Uint32Array = new Proxy(Real, {
    construct(target, args) {
      if (args[0] === 4096 && (left -= 4 * args[0]) < 0) throw new RangeError('Array buffer allocation failed');
      return Reflect.construct(target, args);
    },
  });
}
`;

const scarce = async (page: Page): Promise<void> => {
  await page.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: SCARCE + (await response.text()) });
  });
};

const { site } = await openSite();

beforeAll(async () => {
  file = await writeLongTrace(folder, EVENTS);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the trace where memory runs out on both columns. */
async function exhausted(options: Parameters<Site['visit']>[1] = {}): Promise<Visit> {
  const visit = await site.visit('', options, scarce);
  const { page } = visit;
  await settled(page);
  await dropFile(page, file);
  await page.locator('.run-status', { hasText: 'No more memory to be had after' }).nth(1).waitFor();
  await page.locator('.job.idle').waitFor({ state: 'attached' });
  return visit;
}

const problems = (page: Page) => page.locator('.problem', { hasText: 'Memory ran out' });
const numberIn = (text: string | null, pattern: RegExp): number =>
  Number(pattern.exec(text ?? '')?.[1].replaceAll(',', ''));

describe('a replay that uses the browser’s memory up', () => {
  it('names the size and what could be held, offers what is replayed, and loads it', async () => {
    const { page, complaints, close } = await exhausted();
    // One message for both columns.
    await expect.poll(() => problems(page).textContent()).toContain('System V and BSD');
    const words = await problems(page).textContent();
    const replayed = numberIn(
      words,
      /has 1,000,000 events\. Replaying them on System V and BSD \(Kingsley\), the browser gave no more memory after ([\d,]+) of them/,
    );
    expect(replayed).toBeGreaterThan(50_000);
    expect(replayed).toBeLessThan(EVENTS);
    expect(words).toMatch(/By then [\d.]+ [KMG]iB were held for the trace and its runs\./);
    const first = problems(page);
    expect(await first.getByLabel('First event of the part').inputValue()).toBe('0');
    expect(await first.getByLabel('Event to stop before').inputValue()).toBe(
      replayed.toLocaleString('en-US'),
    );
    // What was done is still there, also on the trace page.
    await toPage(page, 'Trace');
    await page.locator('.run-reach', { hasText: 'No more memory to be had after' }).waitFor();
    await page.locator('.address-time-area .ahead', { hasText: 'no more memory here' }).waitFor();
    await toPage(page, 'Lab');
    await first.getByRole('button', { name: 'Load this part' }).click();
    await page.locator('.trace-name', { hasText: `${replayed.toLocaleString('en-US')} events` }).waitFor();
    await page.locator('.job.idle').waitFor({ state: 'attached' });
    await settled(page);
    // What was said of the other trace has gone with it.
    expect(await problems(page).filter({ hasText: 'has 1,000,000 events' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('offers a sample that fits, also when its message was put away', async () => {
    const { page, complaints, close } = await exhausted();
    await problems(page).getByRole('button', { name: 'Dismiss' }).click();
    expect(await problems(page).count()).toBe(0);
    await page.locator('.run-status').first().getByRole('button', { name: 'Load less' }).click();
    await problems(page)
      .getByRole('button', { name: /Load a sample: one object of every \d+/ })
      .click();
    await page.locator('.trace-name', { hasText: '1,000,000 events' }).waitFor({ state: 'detached' });
    await page.locator('.job.idle').waitFor({ state: 'attached' });
    await settled(page);
    await expect
      .poll(() => fingerprintsOn(page))
      .toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(await page.locator('.run-status').count()).toBe(0);
    expect(await problems(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const)(
    'can be read in $colorScheme colours at $width pixels',
    async ({ colorScheme, width }) => {
      const visit = await exhausted({ colorScheme, viewport: { width, height: 844 } });
      expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      expect(await seriousFindings(visit)).toEqual([]);
      await visit.close();
    },
    60_000,
  );
});
