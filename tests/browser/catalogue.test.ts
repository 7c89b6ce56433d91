import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isCurrent, isForeign } from '../../scripts/kept-results.mjs';
import type { Experiment } from '../../src/experiment/document';
import { decodeLink } from '../../src/experiment/link';
import { flaws, LOOKS, seriousFindings } from './axe';
import { cursorOn, openSite, settled, toPage } from './page';

async function openCatalogue(page: Page): Promise<void> {
  await settled(page);
  await toPage(page, 'Catalogue');
  await page.locator('.preset').first().waitFor();
}

const preset = (page: Page, id: string) => page.locator(`[id="${id}"]`);

/** Runs a preset to its end and gives its fingerprint. */
async function run(page: Page, id: string): Promise<string> {
  await preset(page, id).getByRole('button', { name: 'Run' }).click();
  const print = preset(page, id).locator('[data-preset-fingerprint]');
  await print.waitFor({ timeout: 60_000 });
  return (await print.textContent()) ?? '';
}

/** The text of a file that a click hands out. */
async function downloaded(page: Page, id: string, name: 'CSV' | 'SVG'): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    preset(page, id).getByRole('button', { name, exact: true }).first().click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

const { site, visit } = await openSite(openCatalogue);

describe('the catalogue in a browser', () => {
  it('lists every preset of the command line', async () => {
    const { allPresets } = await import('../../src/experiment/catalogue/list');
    const ids = (await allPresets()).map(({ id }) => id);
    expect(await visit.page.locator('.preset').evaluateAll((all) => all.map((one) => one.id))).toEqual(ids);
  });

  // The page shows no results of another compiler than the one that made its modules.
  it.skipIf(isForeign('malm-nomerge'))('shows the result that came with the page', async () => {
    expect(isCurrent('malm-nomerge'), 'made from other files than these: npm run results').toBe(true);
    const { page } = visit;
    const card = preset(page, 'malm-nomerge');
    await card.scrollIntoViewIfNeeded();
    await card.locator('svg.chart').first().waitFor();
    expect(await card.textContent()).toMatch(/Made by this page’s code when it was built, with emcc/);
    await run(page, 'malm-nomerge');
    expect(await card.textContent()).toMatch(/✓ Fingerprint [0-9a-f]{16}, the same as came with the page/);
  });

  it('runs a preset in its worker and gives what Node gives', async () => {
    const { findPreset } = await import('../../src/experiment/catalogue/list');
    const { Modules } = await import('../../src/engine/modules');
    const { nodeModules } = await import('../../src/cli/node-modules');
    const found = await findPreset('malm-split');
    const ours = await found?.run({
      modules: new Modules(nodeModules),
      trace: () => Promise.reject(new Error('this preset needs no recording')),
      seed: 1,
    });
    expect(await run(visit.page, 'malm-split')).toBe(ours?.fingerprint);
    const card = preset(visit.page, 'malm-split');
    expect(await card.locator('svg.chart').count()).toBe(3);
    // Published and measured are drawn apart, and every number stands in a table.
    expect(await card.locator('svg.chart [data-source="published"] .mark').count()).toBeGreaterThan(3);
    await card.getByText('Numbers', { exact: true }).first().click();
    const cells = await card.locator('tbody tr').first().locator('th, td').allTextContents();
    const series = ours?.series[0];
    expect(cells.slice(0, 3)).toEqual([series?.name, String(series?.x[0]), String(series?.published[0])]);
    expect(await card.locator('.preset-notes li').count()).toBe(ours?.notes.length);
  });

  it('hands out figures as CSV and SVG', async () => {
    const { page } = visit;
    const csv = await downloaded(page, 'malm-split', 'CSV');
    expect(csv.split('\r\n')[0]).toBe('series,unit,x,published,measured,low,high');
    expect(csv.split('\r\n')[1]).toMatch(/^length of the free list,blocks,5,[\d.]+,[\d.]+,/);
    const svg = await downloaded(page, 'malm-split', 'SVG');
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).toContain('stroke-dasharray="4px, 3px"');
  });

  it('draws tables as rows of dots', async () => {
    const { page } = visit;
    await run(page, 'zorn-sample');
    expect(await preset(page, 'zorn-sample').locator('.row-label').count()).toBeGreaterThan(20);
  });

  it('can be cancelled, and run again', async () => {
    const { page } = visit;
    const card = preset(page, 'zorn-variants');
    await card.getByRole('button', { name: 'Run' }).click();
    await card.getByRole('button', { name: /ancel/ }).click();
    await expect.poll(() => card.textContent()).toMatch(/cancelled/);
    expect(await card.getByRole('button', { name: 'Run again' }).count()).toBe(1);
  });

  it('fills a table in trial by trial on all cores, and keeps what is done when cancelled', async () => {
    const { page } = visit;
    const card = preset(page, 'zorn-cpu');
    await card.getByRole('button', { name: 'Run' }).click();
    const cells = card.locator('.heat .ours').filter({ hasText: /\d/ });
    await expect.poll(() => cells.count(), { timeout: 60_000 }).toBeGreaterThan(10);
    await card.getByRole('button', { name: /ancel/ }).click();
    await expect.poll(() => card.textContent()).toMatch(/cancelled/);
    expect(await cells.count()).toBeGreaterThan(10);
    // The paper's figures stand below ours, and plots are drawn when they are asked for.
    expect(await card.locator('.heat .paper').first().textContent()).toBe('68.2');
    expect(await card.locator('svg.chart').count()).toBe(4);
    await card.locator('summary', { hasText: '36 dot plots' }).first().click();
    await expect.poll(() => card.locator('svg.chart').count()).toBe(40);
    const svg = await downloaded(page, 'zorn-cpu', 'SVG');
    expect(svg).toMatch(/<text [^>]*>CFRAC<\/text>/);
    expect(svg).toMatch(/<text [^>]*>68.2<\/text>/);
    expect(svg).toMatch(/<rect [^>]*fill="(rgb|color)\(/);
    expect(await seriousFindings(visit)).toEqual([]);
  });

  it('goes to the card that a link names, and gives its link', async () => {
    const other = await site.visit('#preset=vitali-hits', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const card = preset(other.page, 'vitali-hits');
    const top = async () => (await card.boundingBox())?.y ?? Number.NaN;
    await expect.poll(top, { timeout: 30_000 }).toBeLessThan(400);
    expect(await top()).toBeGreaterThanOrEqual(0);
    expect(await card.getAttribute('class')).toContain('linked');
    await expect.poll(() => new URL(other.page.url()).hash).toMatch(/^#1\./);
    const { view } = (await decodeLink(new URL(other.page.url()).hash)) as Experiment;
    expect([view.page, view.preset]).toEqual(['catalogue', 'vitali-hits']);
    await preset(other.page, 'kumar-speed').getByRole('link', { name: 'Copy link' }).click();
    await expect
      .poll(() => other.page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${site.url}#preset=kumar-speed`);
    await expect.poll(() => preset(other.page, 'kumar-speed').getAttribute('class')).toContain('linked');
    await other.page.evaluate(() => {
      location.hash = '#preset=kumar-nonsense';
    });
    await other.page.getByText('the catalogue has no such preset').waitFor();
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it("times a figure by the device's own clock, and stops when told to", async () => {
    const { page } = visit;
    const clock = preset(page, 'nicol-figure2').getByRole('region', { name: 'By the clock of this device' });
    await clock.getByRole('button', { name: 'Time it on this device' }).click();
    await clock.locator('svg.chart').waitFor({ timeout: 60_000 });
    await clock.getByRole('button', { name: 'Stop the clock' }).click();
    await clock.getByRole('button', { name: 'Time it on this device' }).waitFor();
    // No fingerprint is given to what no other device will repeat.
    expect(await preset(page, 'nicol-figure2').locator('[data-preset-fingerprint]').count()).toBe(0);
    expect(
      await preset(page, 'malm-split').getByRole('button', { name: 'Time it on this device' }).count(),
    ).toBe(0);
  });

  it('opens an experiment in the lab, and keeps its results meanwhile', async () => {
    const { page } = visit;
    await preset(page, 'zorn-sample').getByRole('button', { name: 'Open as experiment' }).click();
    await settled(page);
    await expect.poll(() => page.locator('.trace-name').textContent()).toContain('12 events');
    await openCatalogue(page);
    for (const id of ['malm-split', 'zorn-sample'])
      expect(await preset(page, id).locator('[data-preset-fingerprint]').count()).toBe(1);
  });

  it('opens what runs on a machine on its page, with allocator, cache and cursor', async () => {
    const { page } = visit;
    await preset(page, 'kumar-false-sharing').getByRole('button', { name: 'Open as experiment' }).click();
    await expect
      .poll(() => page.locator('.access-words').textContent(), { timeout: 20_000 })
      .toMatch(/P0 write\(#8, 4\)/);
    expect(await page.locator('select[aria-label="Machine"]').inputValue()).toBe('crunchy2');
    expect(await page.locator('select[aria-label="Cache level"]').inputValue()).toBe('0');
    expect(await cursorOn(page)).toBe(32);
    await expect.poll(() => page.locator('.set-legend').textContent()).toMatch(/both in one line 1/);
    await toPage(page, 'Catalogue');
  });

  it.each(LOOKS)('has no flaws in $colorScheme colours at $viewport.width pixels', async (look) => {
    const other = await site.visit('', look);
    await openCatalogue(other.page);
    await run(other.page, 'malm-split');
    await preset(other.page, 'malm-split').getByText('Numbers', { exact: true }).first().click();
    expect(await flaws(other)).toEqual([]);
    await other.close();
  });

  it('leaves the keys that scroll to the browser', async () => {
    const { page } = visit;
    const playing = () => page.evaluate(() => document.querySelector('[aria-label="Pause"]') !== null);
    await page.locator('.question').first().click();
    await page.keyboard.press('Space');
    await toPage(page, 'Lab');
    await settled(page);
    expect(await playing()).toBe(false);
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
