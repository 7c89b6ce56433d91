import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeModules } from '../../src/cli/node-modules';
import { Modules } from '../../src/engine/modules';
import { runYawns } from '../../src/simulations/yawns';
import { seriousFindings } from './axe';
import { Site, type Visit } from './page';

let site: Site;
let visit: Visit;

const SLOW = { timeout: 60_000 };
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const status = (page: Page) => page.locator('section[aria-label="Run"] [role="status"]');
const part = (page: Page, name: string) => page.locator(`[aria-labelledby="sim-${name}-title"]`);

async function openPage(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: 'Simulations', exact: true })
    .click();
  await page.getByLabel('Model').waitFor();
}

/** A torus of 24 × 24 cells for 6 steps on 4 processors. */
async function setUpSmallLife(page: Page): Promise<void> {
  await page.getByLabel('Model').selectOption('life');
  await page.getByLabel('Cells a side').fill('24');
  await page.getByLabel('Steps').fill('6');
  await button(page, 'Set up').click();
  await expect.poll(() => status(page).textContent(), SLOW).toContain('window 0');
}

beforeAll(async () => {
  site = await Site.open();
  visit = await site.visit();
  await openPage(visit.page);
});
afterAll(async () => {
  await visit?.close();
  await site?.close();
});

describe('the simulations page in a browser', { timeout: 120_000 }, () => {
  it('steps by event and by window, and back over what there is', async () => {
    const { page } = visit;
    await setUpSmallLife(page);
    await button(page, 'One event').click();
    await expect.poll(() => status(page).textContent()).toContain('an event on P0');
    await button(page, 'One window on').click();
    await expect.poll(() => status(page).textContent()).toContain('window 1');
    await page.locator('#sim-title').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => status(page).textContent()).toContain('window 2');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => status(page).textContent()).toContain('window 1');
  });

  it('draws the board that the model has at the cursor', async () => {
    const { page } = visit;
    const board = () =>
      part(page, 'board')
        .locator('canvas')
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const first = await board();
    await page.keyboard.press('Home');
    await expect.poll(board).not.toBe(first);
    expect(await part(page, 'board').locator('.hint').textContent()).toMatch(/\d+ of 576 cells alive/);
  });

  it('plays to the end, with the figures of the engine', async () => {
    const { page } = visit;
    await setUpSmallLife(page);
    await page.locator('#sim-title').click();
    await page.keyboard.press('Space');
    await expect.poll(() => part(page, 'account').locator('dl').count(), SLOW).toBe(1);
    const model = { kind: 'life', columns: 24, rows: 24, steps: 6 } as const;
    const run = await runYawns(new Modules(nodeModules), {
      model,
      allocator: { id: 'sysv' },
      processors: 4,
      seed: 1,
    });
    const figures = await part(page, 'account').locator('dd').allTextContents();
    expect(figures.at(-1)).toBe(run.history);
    expect(figures[0]).toBe(`${Number(run.seconds.toPrecision(4))} s`);
    await part(page, 'lanes').getByText('Cycles by processor').click();
    expect(await part(page, 'lanes').locator('tbody tr').count()).toBe(4);
    const work = await part(page, 'lanes').locator('tbody tr').nth(1).locator('td').first().textContent();
    expect(Number(work?.replaceAll(',', ''))).toBe(run.processors[1].cycles.work);
    expect(await part(page, 'memory').locator('svg.chart .line').count()).toBe(2 * 4);
  });

  it('sweeps the processors and sets the report’s speedups beside ours', async () => {
    const { page } = visit;
    await button(page, /^Run on 1 to 16/).click();
    const words = part(page, 'speedups').locator('.sim-words');
    await expect.poll(() => words.locator('li').count(), SLOW).toBe(3);
    await expect.poll(() => button(page, /^Run on 1 to 16/).count(), SLOW).toBe(1);
    expect(await words.textContent()).toContain('All runs had the same events');
    expect(await words.textContent()).toContain('Nicol’s report: 11.70');
    // System V's lists shrink with a processor's part of the board, ssmalloc's do not cost by their length.
    expect(await words.locator('[data-inflated="true"] strong').allTextContents()).toEqual([
      'sysv: inflated speedup',
    ]);
    const charts = part(page, 'speedups').locator('svg.chart');
    // Two allocators, the report's two, and the ideal line.
    expect(await charts.first().locator('.line').count()).toBe(5);
    expect(await charts.nth(1).locator('[data-source="published"]').count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      part(page, 'speedups').getByRole('button', { name: 'CSV' }).first().click(),
    ]);
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(rows.length).toBe(1 + 2 * 5);
    expect(rows[1]).toMatch(/^sysv,1,[\d.]+,1,/);
  });

  it('runs Time Warp, with its phases and queues', async () => {
    const { page } = visit;
    await page.getByLabel('Model').selectOption('phold');
    await page.getByLabel('To time').fill('6');
    await button(page, 'Set up').click();
    await expect.poll(() => status(page).textContent(), SLOW).toContain('GVT round 0');
    await button(page, 'One event').click();
    await button(page, 'Run to the end').click();
    await expect.poll(() => part(page, 'account').locator('dl').count(), SLOW).toBe(1);
    expect(await part(page, 'lanes').locator('thead th').allTextContents()).toContain('coasting');
    expect(await part(page, 'account').locator('thead th').allTextContents()).toContain('rollbacks');
    expect(await seriousFindings(visit)).toEqual([]);
  });

  it('can be cancelled, and keeps what there is', async () => {
    const { page } = visit;
    await page.getByLabel('Model').selectOption('life');
    await page.getByLabel('Cells a side').fill('128');
    await page.getByLabel('Steps').fill('500');
    await button(page, 'Set up').click();
    await expect.poll(() => status(page).textContent(), SLOW).toContain('window 0');
    await button(page, 'Run to the end').click();
    await expect.poll(() => status(page).textContent(), SLOW).toMatch(/window [1-9]/);
    await button(page, 'Cancel').click();
    expect(await page.locator('.simulations .failed').textContent()).toContain('cancelled');
    expect(await part(page, 'lanes').count()).toBe(1);
  });

  it('fits a telephone, in the dark', async () => {
    const other = await site.visit('', { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    await openPage(other.page);
    await setUpSmallLife(other.page);
    await button(other.page, 'One window on').click();
    await expect.poll(() => status(other.page).textContent()).toContain('window 1');
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await seriousFindings(other)).toEqual([]);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
