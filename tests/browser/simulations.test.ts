import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../src/cli/node-modules';
import { Modules } from '../../src/engine/modules';
import { findPreset } from '../../src/experiment/catalogue/list';
import { decodeLink, encodeLink } from '../../src/experiment/link';
import { runSimulation } from '../../src/experiment/simulation';
import { Follower } from '../../src/simulations/follower';
import { parseYawns, runYawns } from '../../src/simulations/yawns';
import { compile } from '../src/engine/compile-module';
import { flaws, seriousFindings } from './axe';
import { drop, openSite, toPage } from './page';

const SLOW = { timeout: 60_000 };
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const status = (page: Page) => page.locator('section[aria-label="Run"] [role="status"]');
const moreSettings = (page: Page) => page.getByText('More settings, and the allocator’s parameters');
const part = (page: Page, name: string) => page.locator(`[aria-labelledby="sim-${name}-title"]`);

async function openPage(page: Page): Promise<void> {
  await toPage(page, 'Simulations');
  await page.getByLabel('Model').waitFor();
}

/** The link that the dialog shows when it is packed. */
async function linkOf(page: Page): Promise<string> {
  await button(page, 'Share').click();
  const box = page.getByRole('dialog').getByRole('textbox');
  await expect.poll(() => box.inputValue(), SLOW).toMatch(/#\d+\./);
  const link = await box.inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** A torus of 24 × 24 cells for 6 steps on 4 processors. */
async function setUpSmallLife(page: Page): Promise<void> {
  await page.getByLabel('Model').selectOption('life');
  await page.getByLabel('Cells a side').fill('24');
  await page.getByLabel('Steps').fill('6');
  await page.getByRole('combobox', { name: /^Rule/ }).selectOption('nicol');
  await button(page, 'Set up').click();
  await expect.poll(() => status(page).textContent(), SLOW).toContain('window 0');
}

const smallLife = () => ({
  kind: 'yawns' as const,
  setup: parseYawns({
    model: { kind: 'life', columns: 24, rows: 24, steps: 6 },
    allocator: { id: 'sysv' },
    processors: 4,
  }),
});

const { site, visit } = await openSite(openPage);

describe('the simulations page in a browser', { timeout: 180_000 }, () => {
  it('opens with a run under way', async () => {
    const { page } = visit;
    await expect.poll(() => status(page).textContent(), SLOW).toMatch(/window ([5-9]|\d\d)/);
    expect(await part(page, 'board').locator('.hint').textContent()).toMatch(/of 4,096 cells alive/);
  });

  it('takes numbers as they are typed, key by key, and says what it expects', async () => {
    const { page } = visit;
    const cells = page.getByLabel('Cells a side');
    await cells.press('Control+a');
    await page.keyboard.press('Backspace');
    expect(await cells.inputValue()).toBe('');
    // 1 alone is out of range; so is 1024 at its end.
    await page.keyboard.type('1024');
    expect(await cells.inputValue()).toBe('1024');
    expect(await cells.getAttribute('aria-invalid')).toBe('true');
    const words = page.locator('.number-field').getByRole('alert');
    expect(await words.textContent()).toBe('Expected a whole number from 8 to 512; until then 64 counts.');
    await cells.press('Control+a');
    await page.keyboard.type('128');
    expect(await words.count()).toBe(0);
    await page.keyboard.press('Enter');
    await moreSettings(page).click();
    const density = page.getByLabel('Alive at first, 0 … 1');
    await density.press('Control+a');
    await page.keyboard.type('0.25');
    await page.keyboard.press('Tab');
    await button(page, 'Set up').click();
    await expect.poll(() => part(page, 'board').locator('.hint').textContent(), SLOW).toContain('of 16,384');
    const document = await decodeLink(new URL(await linkOf(page)).hash);
    expect(document).toMatchObject({ simulation: { setup: { model: { columns: 128, density: 0.25 } } } });
    await moreSettings(page).click();
  });

  it('says whether the caches are in the time', async () => {
    const { page } = visit;
    await setUpSmallLife(page);
    await expect.poll(() => part(page, 'account').textContent()).toContain('nodes, without caches.');
    await moreSettings(page).click();
    const caches = page.getByLabel('simulate the caches, too (slow)');
    await caches.check();
    await button(page, 'Set up').click();
    await expect.poll(() => part(page, 'account').textContent()).toContain('each with its modelled cache.');
    await caches.uncheck();
    await moreSettings(page).click();
  });

  it('steps by window, and back over what there is', async () => {
    const { page } = visit;
    await setUpSmallLife(page);
    await button(page, 'One window on').click();
    await expect.poll(() => status(page).textContent()).toContain('window 1');
    await page.locator('#sim-title').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => status(page).textContent()).toContain('window 2');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => status(page).textContent()).toContain('window 1');
  });

  it('steps block by block inside a window, to exactly those of the engine', async () => {
    const { page } = visit;
    const follower = new Follower(new Modules(nodeModules), smallLife());
    const rows = await follower.inside(1);
    await button(page, 'Into the window, to its events and blocks').click();
    const place = part(page, 'inside').locator('[data-row]');
    await expect.poll(() => place.textContent(), SLOW).toBe(`1 of ${rows.count.toLocaleString('en')}`);
    const words = () => part(page, 'inside').locator('.sim-sentence').textContent();
    const expected = (row: number) =>
      rows.op[row] === 0
        ? `malloc(${rows.bytes[row]}) = 0x${rows.address[row].toString(16)}`
        : `free(0x${rows.address[row].toString(16)})`;
    for (let row = 0; row < 8; row++) {
      expect(await words()).toContain(expected(row));
      await page.locator('#sim-title').click();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => place.getAttribute('data-row')).toBe(String(row + 1));
    }
    await page.keyboard.press('ArrowRight');
    const next = rows.event.findIndex((event, row) => row > 8 && event !== rows.event[8]);
    await expect.poll(() => place.getAttribute('data-row')).toBe(String(next));
    expect(await words()).toContain(expected(next));
    // Scrubbed to the last one; the heap is that of its processor.
    await page.getByLabel('Block', { exact: true }).fill(String(rows.count - 1));
    await expect.poll(words).toContain(expected(rows.count - 1));
    const { heap } = await follower.moment(1, rows.count - 1);
    const figures = () => part(page, 'inside').locator('dd').first().textContent();
    await expect.poll(figures).toContain(`${heap.liveBlocks.toLocaleString('en')} blocks`);
    const colours = () =>
      part(page, 'inside')
        .locator('canvas.sim-map')
        .evaluate((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement;
          const context = new OffscreenCanvas(width, height).getContext('2d');
          context?.drawImage(canvas as HTMLCanvasElement, 0, 0);
          const data = context?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0);
          return new Set(new Uint32Array(data)).size;
        });
    await expect.poll(colours).toBeGreaterThan(3);
    expect(await seriousFindings(visit)).toEqual([]);
    await page.locator('#sim-title').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await expect.poll(() => part(page, 'inside').count()).toBe(0);
  });

  it('plays inside a window until it is paused', async () => {
    const { page } = visit;
    await page.locator('#sim-title').click();
    await page.keyboard.press('ArrowDown');
    const row = async () => Number(await part(page, 'inside').locator('[data-row]').getAttribute('data-row'));
    await part(page, 'inside').locator('[data-row]').waitFor();
    await button(page, 'Play block by block').click();
    await expect.poll(row, SLOW).toBeGreaterThan(2);
    await button(page, 'Pause').click();
    const stood = await row();
    await page.waitForTimeout(500);
    expect(await row()).toBe(stood);
    await button(page, 'Out of the window').click();
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
    await page.getByLabel('To time').fill('20');
    await button(page, 'Set up').click();
    await expect.poll(() => status(page).textContent(), SLOW).toContain('GVT round 0');
    await button(page, 'Run to the end').click();
    await expect.poll(() => part(page, 'account').locator('dl').count(), SLOW).toBe(1);
    expect(await part(page, 'lanes').locator('thead th').allTextContents()).toContain('coasting');
    expect(await part(page, 'account').locator('thead th').allTextContents()).toContain('rollbacks');
    expect(await seriousFindings(visit)).toEqual([]);
  });

  it('travels in a link, with the window and the block, and gives the same fingerprint elsewhere', async () => {
    const { page } = visit;
    await page.getByLabel('GVT round', { exact: true }).fill('1');
    await button(page, 'Into the GVT round, to its events and blocks').click();
    await part(page, 'inside').locator('[data-row]').waitFor();
    await page.getByLabel('Block', { exact: true }).fill('40');
    const words = await part(page, 'inside').locator('.sim-sentence').textContent();
    const link = await linkOf(page);
    const shared = await decodeLink(link);
    expect(shared).toMatchObject({
      simulation: { kind: 'timewarp', setup: { allocator: { id: 'sysv' }, end: 20 } },
      view: { cursor: 1, step: 40 },
    });
    const print = (of: Page) => part(of, 'account').locator('[data-fingerprint]').textContent();
    const other = await site.visit(`#${link.split('#')[1]}`);
    await part(other.page, 'inside').locator('[data-row="40"]').waitFor(SLOW);
    expect(await part(other.page, 'inside').locator('.sim-sentence').textContent()).toBe(words);
    expect(await print(other.page)).toBe(await print(page));
    expect(await part(other.page, 'account').textContent()).toContain('✓ the same as when the link was made');
    if (!('simulation' in shared)) throw new Error('not a simulation');
    const ours = await runSimulation(shared, { modules: new Modules(nodeModules) });
    expect(await print(page)).toBe(ours.fingerprint);
    // The address bar holds it as well.
    expect(await decodeLink(new URL(page.url()).hash)).toEqual(shared);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('opens the experiment of a figure from the catalogue, running', async () => {
    const other = await site.visit();
    const { page } = other;
    await toPage(page, 'Catalogue');
    await page.locator('[id="nicol-table2"]').getByRole('button', { name: 'Open as experiment' }).click();
    await expect.poll(() => part(page, 'account').locator('[data-fingerprint]').count(), SLOW).toBe(1);
    expect(await page.locator('#sim-title').textContent()).toContain('Game of Life on 16 processors');
    expect(await page.getByRole('combobox', { name: /^Processors/ }).inputValue()).toBe('16');
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('shows the caches by class of buffer, under this manager and the other', async () => {
    const { page } = visit;
    await part(page, 'sets')
      .getByRole('combobox', { name: /^Cache/ })
      .selectOption('2');
    await part(page, 'sets')
      .getByRole('button', { name: /^Run .* on cacheaware, too$/ })
      .click();
    await expect.poll(() => part(page, 'sets').locator('.sim-manager').count(), SLOW).toBe(2);
    await part(page, 'sets').getByText('Lines by class').first().click();
    const lines = await part(page, 'sets').locator('tbody tr').first().locator('td').allTextContents();
    const all = lines.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0);
    // 160 KiB of lines of 64 bytes.
    expect(all).toBe(2560);
    expect(await seriousFindings(visit)).toEqual([]);
  });

  it('runs a paper’s figure on all cores, and keeps what there is of it when it is cancelled', async () => {
    const { page } = visit;
    const card = page.locator('[id="vitali-throughput"]');
    await card.getByRole('button', { name: /^Run( here)?$/ }).click();
    await expect.poll(() => card.locator('svg.chart .bar').count(), SLOW).toBeGreaterThan(1);
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => card.locator('.failed').textContent()).toContain('cancelled');
    expect(await card.locator('svg.chart .bar').count()).toBeGreaterThan(1);
    expect(await card.getByRole('button', { name: 'Run again' }).count()).toBe(1);
  });

  it('gives the numbers of one thread on all cores', async () => {
    const { page } = visit;
    const card = page.locator('[id="vitali-interaction"]');
    await card.getByRole('button', { name: /^Run( here)?$/ }).click();
    const preset = await findPreset('vitali-interaction');
    const alone = await preset?.run({
      modules: new Modules(nodeModules),
      trace: () => Promise.reject(new Error('no recording is wanted')),
      seed: 1,
    });
    const print = card.locator('[data-preset-fingerprint]');
    await print.waitFor({ timeout: 90_000 });
    expect(await print.textContent()).toBe(alone?.fingerprint);
  });

  it('takes an allocator of one’s own, and shares it', async () => {
    const { page } = visit;
    await page.getByLabel('Model').selectOption('life');
    await setUpSmallLife(page);
    await page.getByLabel('Module for Allocator').setInputFiles({
      name: 'right.wasm',
      mimeType: 'application/wasm',
      buffer: Buffer.from(await compile('right')),
    });
    const chooser = page.getByLabel('Allocator', { exact: true });
    await expect.poll(() => chooser.inputValue(), SLOW).toBe('user:right');
    await button(page, 'Set up').click();
    await expect.poll(() => status(page).textContent(), SLOW).toContain('window 0');
    await button(page, 'Run to the end').click();
    await expect.poll(() => part(page, 'account').locator('[data-fingerprint]').count(), SLOW).toBe(1);
    const { history } = await runYawns(new Modules(nodeModules), smallLife().setup);
    expect(await part(page, 'account').locator('dd').allTextContents()).toContain(history);
    await button(page, 'Share').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('right.wasm travels inside the link');
    await page.keyboard.press('Escape');
    const link = await linkOf(page);
    const other = await site.visit(`#${link.split('#')[1]}`);
    await expect.poll(() => part(other.page, 'account').textContent(), SLOW).toContain('✓ the same');
    expect(other.complaints).toEqual([]);
    await other.close();
    // Where it does not travel it is asked for by name, and a file that is dropped goes to the simulation.
    const shared = await decodeLink(link);
    if (!('simulation' in shared) || shared.simulation.kind !== 'yawns') throw new Error('not YAWNS');
    const { setup } = shared.simulation;
    const { data: _, ...module } = setup.allocator.module ?? { name: '', sha256: '', bytes: 0 };
    const allocator = { ...setup.allocator, module };
    const simulation = { kind: 'yawns', setup: { ...setup, allocator } } as const;
    const bare = await site.visit(await encodeLink({ ...shared, simulation }));
    const refused = bare.page.locator('.simulations .failed');
    await expect.poll(() => refused.textContent(), SLOW).toContain('needs the allocator right.wasm');
    await drop(bare.page, 'right.wasm', await compile('right'));
    await expect.poll(() => part(bare.page, 'account').locator('[data-fingerprint]').count(), SLOW).toBe(1);
    expect(await part(bare.page, 'account').locator('dd').allTextContents()).toContain(history);
    await bare.close();
  });

  it('can be cancelled, and keeps what there is', async () => {
    const { page } = visit;
    await page.getByLabel('Model').selectOption('life');
    await page.getByLabel('Allocator', { exact: true }).selectOption('sysv');
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
    expect(await flaws(other)).toEqual([]);
    await other.close();
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
