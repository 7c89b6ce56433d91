/** A long trace on the page: pictures before its end, cancel, and the budget of snapshots. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLongTrace } from '../../bench/long-trace';
import { coloursOf, dropFile, fingerprintsOn, mapColours, Site, settled, toPage, type Visit } from './page';

const EVENTS = 2_000_000;
let site: Site;
let visit: Visit;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heapscope-long-'));
  [site, file] = await Promise.all([Site.open(), writeLongTrace(folder, EVENTS)]);
  visit = await site.visit();
  await settled(visit.page);
  await dropFile(visit.page, file);
  await visit.page.locator('.trace-name', { hasText: '2,000,000 events' }).waitFor();
}, 60_000);
afterAll(async () => {
  await visit?.close();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Event up to which the footprint's curve is drawn, as a share of the plot. */
const drawn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const plot = document.querySelector('.scrub')?.getBoundingClientRect();
    const ahead = document.querySelector('.ahead rect')?.getBoundingClientRect();
    return plot && ahead ? (ahead.left - plot.left) / plot.width : 1;
  });

describe('a long trace on the page', () => {
  it('shows heap, figures and curve before it is replayed, and keeps them when it is cancelled', async () => {
    const { page } = visit;
    await page.waitForFunction(() => {
      const ahead = document.querySelector('.ahead rect');
      const curve = document.querySelector('.curve')?.getAttribute('d') ?? '';
      const figures = document.querySelector('.key-figures')?.textContent ?? '–';
      return ahead !== null && curve.length > 20 && !figures.includes('–');
    });
    await page.locator('.job').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.run-status', { hasText: 'Cancelled after' }).waitFor();
    expect(await drawn(page)).toBeLessThan(1);
    expect(await mapColours(page, 0)).toBeGreaterThan(20);
    expect((await fingerprintsOn(page))[0] ?? null).toBeNull();
  });

  it('says on the trace page how far the map over time and what is listed go', async () => {
    const { page } = visit;
    await toPage(page, 'Trace');
    await page.locator('.run-reach', { hasText: /Cancelled after [\d,]+ of 2,000,000 events/ }).waitFor();
    await page.locator('.address-time-area .ahead', { hasText: 'cancelled here' }).waitFor();
    expect(await coloursOf(page.locator('.address-time-area canvas:not([hidden])'))).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Table of the blocks in view' }).click();
    const table = page.getByRole('region', { name: 'Blocks in view' });
    await expect
      .poll(() => table.locator('caption').textContent())
      .toMatch(/blocks in view, of the first [\d,]+ of 2,000,000 events/);
    await toPage(page, 'Lab');
  });

  it('goes on when asked to, to the end', async () => {
    const { page } = visit;
    const on = page.getByRole('button', { name: 'Go on' });
    // The second column was replayed after the first was cancelled, or is still.
    await page.locator('.job.idle').waitFor({ state: 'attached', timeout: 60_000 });
    while ((await on.count()) > 0) {
      await on.first().click();
      await page.waitForTimeout(50);
      await page.locator('.job.idle').waitFor({ state: 'attached', timeout: 60_000 });
    }
    await expect.poll(() => drawn(page)).toBe(1);
    expect((await fingerprintsOn(page)).every((hash) => /^[0-9a-f]{16}$/.test(hash ?? ''))).toBe(true);
  }, 120_000);

  it('says what it holds, and thins snapshots to the budget that is set, also on the next visit', async () => {
    const { page } = visit;
    await toPage(page, 'Trace');
    const panel = page.getByRole('region', { name: 'Memory' });
    await panel.getByText('B an event').first().waitFor();
    const each = /([\d.]+) B an event/.exec((await panel.textContent()) ?? '');
    expect(Number(each?.[1])).toBeGreaterThan(17);
    expect(Number(each?.[1])).toBeLessThanOrEqual(40);
    const field = panel.getByRole('textbox');
    await field.fill('lots');
    expect(await panel.getByRole('button', { name: 'Set' }).isDisabled()).toBe(true);
    await field.fill('3');
    await panel.getByRole('button', { name: 'Set' }).click();
    const held = panel.getByText(/MiB of 3\.00 MiB|KiB of 3\.00 MiB/);
    await expect.poll(() => panel.textContent(), { timeout: 10_000 }).toContain('of 3.00 MiB');
    await expect.poll(() => held.count(), { timeout: 10_000 }).toBe(2);
    // Without the link, which names a file that was not kept.
    await page.evaluate(() => history.replaceState(null, '', location.pathname));
    await page.reload();
    await settled(page);
    await toPage(page, 'Trace');
    await expect
      .poll(() => page.getByRole('region', { name: 'Memory' }).getByRole('textbox').inputValue())
      .toBe('3');
  });

  it('fills the map over time in while it is replayed', async () => {
    const other = await site.visit();
    const { page } = other;
    await settled(page);
    await toPage(page, 'Trace');
    await page.locator('.address-time-area canvas:not([hidden])').waitFor();
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      const look = () => {
        const edge = document.querySelector('.address-time-area .ahead line');
        const words = document.querySelector('.address-time-area .ahead text')?.textContent;
        if (edge) seen.add(`${words} ${edge.getAttribute('x1')}`);
        requestAnimationFrame(look);
      };
      look();
    });
    await dropFile(page, file);
    await page.locator('.trace-name', { hasText: '2,000,000 events' }).waitFor();
    await page.locator('.job.idle').waitFor({ state: 'attached', timeout: 60_000 });
    await expect.poll(() => page.locator('.run-reach').count()).toBe(0);
    await expect.poll(() => page.locator('.address-time-area .ahead').count()).toBe(0);
    expect(await coloursOf(page.locator('.address-time-area canvas:not([hidden])'))).toBeGreaterThan(20);
    const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
    expect(seen.filter((one) => one.startsWith('not replayed yet')).length).toBeGreaterThan(1);
    expect(seen.every((one) => /^(not (replayed|drawn) yet|undefined) \d/.test(one))).toBe(true);
    expect(other.complaints).toEqual([]);
    await other.close();
  }, 120_000);

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
