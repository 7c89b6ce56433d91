import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../src/cli/node-modules';
import { openTrace } from '../../src/cli/traces';
import { Modules } from '../../src/engine/modules';
import { compareModels } from '../../src/models/comparison';
import { reportOf } from '../../src/models/report';
import { addressWhere } from './address';
import { flaws, seriousFindings } from './axe';
import { cursorOn, drop, openSite, settled, toPage } from './page';

const SLOW = { timeout: 60_000 };
const TRIALS = 2;

/** Opens the shortest recording with a life of its own, and the models' page. */
async function openSort(page: Page): Promise<void> {
  await settled(page);
  await page.keyboard.press('o');
  await page.getByRole('button', { name: /^sort/ }).click();
  await page.locator('.trace-name', { hasText: '1,006 events' }).waitFor();
  await settled(page);
  await toPage(page, 'Models');
}

async function fitAll(page: Page): Promise<void> {
  await page.getByLabel('Trials a model').fill(String(TRIALS));
  await page.getByRole('button', { name: /^Fit to [0-9]/ }).click();
  await expect.poll(() => page.locator('#models-generate').count(), SLOW).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: /^Fit to [0-9]/ }).count(), SLOW).toBe(1);
}

async function downloaded(page: Page, button: ReturnType<Page['locator']>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path(), 'utf8');
}

const { site, visit } = await openSite(openSort);

describe('the models page in a browser', { timeout: 120_000 }, () => {
  it('fits a short trace as it is opened', async () => {
    const { page } = visit;
    await expect.poll(() => page.locator('.errors thead th').count(), SLOW).toBe(7);
  });

  it('fits five models to the open trace, with the figures of the command line', async () => {
    const { page } = visit;
    await fitAll(page);
    const trace = await openTrace('sort');
    const report = reportOf(await compareModels(new Modules(nodeModules), trace, { trials: TRIALS }));
    const csv = await downloaded(
      page,
      page.locator('[aria-labelledby="models-errors"]').getByRole('button', { name: 'CSV' }),
    );
    const lines = csv.trim().split('\r\n');
    expect(lines.length).toBe(1 + report.models.length * report.models[0].figures.length);
    const [first] = report.models[0].figures;
    expect(lines[1]).toBe(
      ['total bytes', first.actual, 'mean', first.mean, first.low, first.high, first.relativeError].join(','),
    );
    expect(await page.locator('.errors thead th').allTextContents()).toEqual([
      'figure',
      'actual',
      'MEAN',
      'CDF',
      'SIZE',
      'TIME',
      'TRANS',
    ]);
    expect(await page.locator('.errors td[data-tint]').count()).toBeGreaterThan(20);
    const svg = await downloaded(
      page,
      page.locator('[aria-labelledby="models-errors"]').getByRole('button', { name: 'SVG' }),
    );
    expect(svg).toMatch(/<text [^>]*>memory efficiency, best<\/text>/);
    expect(svg).toMatch(/<rect [^>]*fill="(rgb|color)\(/);
  });

  it('compares the report’s programs trial by trial, and keeps what is done when it is cancelled', async () => {
    const { page } = visit;
    await page.getByLabel('Trials a model').fill('10');
    await page.getByRole('button', { name: 'Fit to the report’s programs' }).click();
    const rows = page.locator('[aria-labelledby="models-programs"] table').first().locator('tbody tr');
    await expect.poll(() => rows.count(), SLOW).toBe(7);
    // The report's own averages, of Table 11.
    const published = ['0.253', '0.177', '0.193', '0.797', '0.200'];
    expect(await rows.last().locator('td').allTextContents()).toEqual(published);
    const first = () => rows.nth(0).locator('td').first().textContent();
    await expect.poll(first, { timeout: 110_000 }).toMatch(/\d/);
    expect(await page.getByRole('progressbar').getAttribute('max')).toBe('250');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.locator('.failed').textContent()).toContain('What was done by then');
    expect(await first()).toMatch(/\d/);
    await page.getByRole('button', { name: 'gawk', exact: true }).click();
    await page.getByText('32,892 objects').waitFor();
    await fitAll(page);
  });

  it('overlays distributions, the CDF model’s sizes on the program’s own', async () => {
    const { page } = visit;
    const part = page.locator('[aria-labelledby="models-distributions"]');
    expect(await part.locator('svg.chart').count()).toBe(3);
    expect(await part.locator('svg.chart').first().locator('.line').count()).toBe(6);
    await part.getByText('Numbers', { exact: true }).first().click();
    const median = await part.locator('tbody tr').nth(3).locator('td').allTextContents();
    // Half of the objects are at most so large: CDF draws from the program's own distribution, MEAN does not.
    expect(median[2]).toBe(median[0]);
    expect(median[1]).not.toBe(median[0]);
  });

  it('draws live bytes with the interval as a band, a model at a time', async () => {
    const { page } = visit;
    const part = page.locator('[aria-labelledby="models-live"]');
    expect(await part.locator('.band').getAttribute('d')).toMatch(/^M[\d.,LZ-]+/);
    const before = await part.locator('.line').last().getAttribute('d');
    await part.getByRole('button', { name: 'MEAN' }).click();
    await expect.poll(() => part.locator('.line').last().getAttribute('d')).not.toBe(before);
    const svg = await downloaded(page, part.getByRole('button', { name: 'SVG' }));
    expect(svg).toContain('fill-opacity="0.16"');
  });

  it('ranks the allocators by model', async () => {
    const ranks = visit.page.locator('[aria-labelledby="models-ranks"]');
    expect(await ranks.locator('svg.chart').count()).toBe(2);
    expect(await ranks.locator('.bump-rank').count()).toBe(2 * 4 * 6);
  });

  it('shows the transition matrix, which can be zoomed', async () => {
    const { page } = visit;
    const part = page.locator('[aria-labelledby="models-transitions"]');
    const pixels = () =>
      part.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL().length);
    const whole = await pixels();
    await part.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(pixels).not.toBe(whole);
    await part.getByRole('button', { name: 'Whole matrix' }).click();
    await expect.poll(pixels).toBe(whole);
    expect(await downloaded(page, part.getByRole('button', { name: 'SVG' }))).toMatch(/<rect x="[\d.]+"/);
    expect(await seriousFindings(visit)).toEqual([]);
  });

  it('generates a trace of a model, opens it in the lab, and links it', async () => {
    const { page } = visit;
    await page.getByLabel('Events', { exact: true }).fill('3000');
    await page.getByLabel('Seed', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Generate, and play in the lab' }).click();
    await expect.poll(() => page.locator('.trace-name').textContent(), SLOW).toContain('3,000 events');
    await page.getByRole('button', { name: 'Pause' }).click(SLOW);
    expect(await cursorOn(page)).toBeGreaterThanOrEqual(999);
    await settled(page);
    const { experiment } = await addressWhere(page, ({ workload }) => workload.kind === 'model');
    expect(experiment.workload).toMatchObject({ kind: 'model', events: 3000, model: { model: 'cdf' } });
    expect(experiment.seed).toBe(5);
    await toPage(page, 'Models');
    expect(await page.locator('.models-head').textContent()).toContain('fit again');
  });

  it('counts time in events where a clock stands still, and says so before', async () => {
    const { page } = visit;
    await drop(page, 'still.trace', '# alloc-trace 1\na 0 16 0\na 1 24 0\nf 0 0\na 2 16 0\nf 1 0\nf 2 0\n');
    await expect.poll(() => page.locator('.trace-name').textContent()).toContain('6 events');
    await page.getByRole('button', { name: /^Fit to 6/ }).click();
    await expect.poll(() => page.locator('.failed').textContent(), SLOW).toContain('clock that stands still');
    await page.getByRole('button', { name: 'events', exact: true }).click();
    await fitAll(page);
    expect(await page.locator('.failed').count()).toBe(0);
  });

  it('fits a telephone', async () => {
    const other = await site.visit('', { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    await openSort(other.page);
    await fitAll(other.page);
    expect(await flaws(other)).toEqual([]);
    await other.close();
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
