import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { allocators } from '../../src/allocators/list';
import { defaultExperiment } from '../../web/state/default-experiment';
import { compile } from '../src/engine/compile-module';
import { flaws, LOOKS } from './axe';
import { coloursOf, cursorOn, drop, openSite, settled, toPage } from './page';

async function openTrace(page: Page): Promise<void> {
  await settled(page);
  await toPage(page, 'Trace');
  await page.locator('.stacked').waitFor();
}

const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));

const { site, visit } = await openSite(openTrace);

describe('the trace page in a browser', () => {
  it('counts every object of the trace in its size classes', async () => {
    const { page } = visit;
    const objects = await page
      .getByRole('region', { name: 'Sizes and lifetimes by size class' })
      .locator('tbody tr td:nth-child(2)')
      .allTextContents();
    const { readTrace, bytesSource } = await import('../../src/trace/read');
    const { name } = defaultExperiment.workload;
    const file = new URL(`../../public/traces/${name}.trace.gz`, import.meta.url);
    const trace = await readTrace(bytesSource(`${name}.trace.gz`, await readFile(file)));
    expect(objects.reduce((sum, text) => sum + numberIn(text), 0)).toBe(trace.objects);
  });

  it('shows the peak in the lab', async () => {
    const { page } = visit;
    const panel = page.getByRole('region', { name: 'The peak', exact: true });
    const event = numberIn(/event ([\d,]+)/.exec((await panel.textContent()) ?? '')?.[1] ?? null);
    await panel.getByRole('button', { name: 'Show the peak in the lab' }).click();
    await settled(page);
    expect(await cursorOn(page)).toBe(event);
    await openTrace(page);
  });

  it('draws blocks over time, zooms by keys, and lists what is in view', async () => {
    const { page } = visit;
    await expect
      .poll(() => coloursOf(page.locator('.address-time-area canvas:not([hidden])')))
      .toBeGreaterThan(20);
    const note = page.locator('.address-time .note');
    const before = await note.textContent();
    await page.locator('.address-time-area').focus();
    for (let i = 0; i < 8; i++) await page.keyboard.press('+');
    expect(await note.textContent()).not.toBe(before);
    await page.getByRole('button', { name: 'Table of the blocks in view' }).click();
    const table = page.getByRole('region', { name: 'Blocks in view' });
    await table.locator('tbody tr').first().waitFor();
    expect(await table.locator('caption').textContent()).toMatch(/in view/);
    await page.locator('.address-time-area').focus();
    await page.keyboard.press('0');
    await expect.poll(() => note.textContent()).toBe(before);
  });

  it('zooms the map over time by the wheel with Ctrl, and moves it by a drag', async () => {
    const { page } = visit;
    const note = page.locator('.address-time .note');
    const whole = await note.textContent();
    const area = page.locator('.address-time-area');
    await area.scrollIntoViewIfNeeded();
    await area.hover();
    // The listener for the wheel is fetched when the pointer comes.
    await expect.poll(() => area.evaluate((element) => '__zoom' in element)).toBe(true);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -500);
    await page.keyboard.up('Control');
    await expect.poll(() => note.textContent()).not.toBe(whole);
    const zoomed = await note.textContent();
    const box = await area.boundingBox();
    if (!box) throw new Error('no map');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 200, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => note.textContent()).not.toBe(zoomed);
    await area.focus();
    await page.keyboard.press('0');
    await expect.poll(() => note.textContent()).toBe(whole);
  });

  it('finds an object, and says what it cannot search for', async () => {
    const { page } = visit;
    const search = page.getByRole('region', { name: 'Search', exact: true });
    await search.getByRole('textbox', { name: 'Search for' }).fill('twelve');
    await search.getByRole('button', { name: 'Search' }).click();
    expect(await search.getByRole('alert').textContent()).toContain('twelve');
    await search.getByRole('textbox', { name: 'Search for' }).fill('12');
    await search.getByRole('button', { name: 'Search' }).click();
    await search.locator('tbody th').first().waitFor();
    expect(await search.locator('tbody th').first().textContent()).toBe('#12');
    expect(await search.getByRole('alert').count()).toBe(0);
  });

  it('finds blocks by what becomes of them, and shows one in the lab', async () => {
    const { page } = visit;
    const search = page.getByRole('region', { name: 'Search', exact: true });
    await search.getByLabel('Search by').selectOption('any');
    await search.getByLabel('State of the block').selectOption('live');
    await search.getByLabel('Order').selectOption('size');
    await search.getByRole('button', { name: 'Search' }).click();
    await expect
      .poll(() => search.locator('caption').textContent(), { timeout: 10_000 })
      .toMatch(/live at event [\d,]+, largest first/);
    const sizes = (await search.locator('tbody td:nth-child(3)').allTextContents()).map(numberIn);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes.length).toBe(200);
    const address = await search.locator('tbody td:nth-child(2)').first().textContent();
    const ends = await search.locator('tbody td:nth-child(5)').first().textContent();
    expect(ends).toMatch(/never|free|realloc/);
    await search.getByRole('button', { name: `Show the block at ${address} in the lab` }).click();
    await settled(page);
    await expect
      .poll(() => page.locator('.side').textContent(), { timeout: 10_000 })
      .toContain(`asked for ${sizes[0].toLocaleString('en')} B`);
    await openTrace(page);
  });

  it('lists what was never freed, as many as it says', async () => {
    const { page } = visit;
    const panel = page.getByRole('region', { name: 'Never freed', exact: true });
    const objects = numberIn(await panel.locator('.note').textContent());
    await panel.getByRole('button', { name: 'List the blocks' }).click();
    const caption = page.getByRole('region', { name: 'Found blocks' }).locator('caption');
    await expect
      .poll(() => caption.textContent(), { timeout: 10_000 })
      .toContain('never freed, largest first');
    expect(numberIn(/of ([\d,]+) found/.exec((await caption.textContent()) ?? '')?.[1] ?? null)).toBe(
      objects,
    );
    const frequent = page.getByRole('region', { name: 'Most frequent sizes' }).first();
    const row = frequent.locator('tbody tr').first();
    const count = numberIn(await row.locator('td').first().textContent());
    await row.getByRole('button').click();
    await expect.poll(() => caption.textContent(), { timeout: 10_000 }).toMatch(/: size \d+, in any state/);
    // Objects that a realloc brought to this size come to those that were allocated with it.
    expect(
      numberIn(/of ([\d,]+) found/.exec((await caption.textContent()) ?? '')?.[1] ?? null),
    ).toBeGreaterThanOrEqual(count);
  });

  it('compares every allocator, sorts the table and hands it out', async () => {
    const { page } = visit;
    const part = page.locator('.compare');
    await part.getByRole('button', { name: 'Compare allocators' }).click();
    await expect.poll(() => part.locator('tbody tr').count(), { timeout: 50_000 }).toBe(allocators.length);
    const peaks = part.getByRole('button', { name: 'peak footprint' });
    await peaks.click();
    expect(await part.locator('th[aria-sort="descending"]').textContent()).toContain('peak footprint');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      part.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(rows.length).toBe(1 + allocators.length);
    const column = rows[0].split(',').findIndex((name) => name.startsWith('peak footprint'));
    const values = rows
      .slice(1)
      .flatMap((row) => (row.split(',')[column] ? [Number(row.split(',')[column])] : []));
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(new Set(values).size).toBeGreaterThan(3);
  });

  it('compares an allocator of one’s own along with them, and opens it in a column', async () => {
    const { page } = visit;
    await toPage(page, 'Lab');
    await settled(page);
    const chooser = page.getByLabel('Allocator of column 1', { exact: true });
    await drop(page, 'right.wasm', await compile('right'));
    await expect.poll(() => chooser.inputValue(), { timeout: 50_000 }).toBe('user:right');
    await toPage(page, 'Trace');
    const part = page.locator('.compare');
    await part.getByRole('button', { name: 'Compare allocators' }).click();
    const own = part.locator('tbody tr').filter({ hasText: 'right' });
    await expect.poll(() => own.count(), { timeout: 50_000 }).toBe(1);
    expect(await own.locator('td').first().textContent()).toMatch(/0\.\d+/);
    await own.getByRole('button', { name: /Open right/ }).click();
    await settled(page);
    expect(await page.locator('.run-status').count()).toBe(0);
    expect(await chooser.inputValue()).toBe('user:right');
  });

  it('names the calls of a recording that carries them', async () => {
    const other = await site.visit();
    await openTrace(other.page);
    const name = 'odd-raw.raw.zst';
    await drop(
      other.page,
      name,
      await readFile(new URL(`../fixtures/formats/heaptrack/${name}`, import.meta.url)),
    );
    const sites = other.page.getByRole('region', { name: 'Sites', exact: true });
    await sites.locator('tbody tr').first().waitFor();
    expect((await sites.locator('summary').first().textContent())?.length).toBeGreaterThan(3);
    const rows = await sites.locator('tbody tr').count();
    await sites.getByRole('button', { name: 'live at the peak' }).click();
    expect(await sites.locator('th[aria-sort="descending"]').textContent()).toBe('live at the peak');
    expect(await sites.locator('tbody tr').count()).toBeLessThanOrEqual(rows);
    await sites.locator('summary').first().click();
    expect(await sites.locator('ol').first().isVisible()).toBe(true);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it.each([
    [
      'mtrace/gawk-small.mtrace',
      0.5,
      /Cut off in line [\d,]+, which has no end.*Live where it breaks off: \d+ objects/,
    ],
    ['ltrace/gawk-small.ltrace', 0.4, /ltrace was ended before the program|Cut off in line/],
    [
      'heaptrack/cfrac-medium-raw.raw.zst',
      0.8,
      /the zstd archive is broken or cut off.*[\d,]+ of [\d,]+ bytes of the file were read.*Live where it breaks off/,
    ],
    ['ltrace/odd-f.ltrace', 1, /3 threads.*Frees of blocks from before the recording began, left out: 3/],
    ['valgrind/odd-ts.valgrind', 1, /Calls that failed, left out: 3/],
  ] as const)('%s, %d of it: says what is missing and what was bent', async (path, share, words) => {
    const other = await site.visit();
    await settled(other.page);
    await toPage(other.page, 'Trace');
    const whole = await readFile(new URL(`../fixtures/formats/${path}`, import.meta.url));
    const name = path.replace(/^.*\//, '');
    await drop(other.page, name, whole.subarray(0, Math.floor(whole.length * share)));
    const recording = other.page.getByRole('region', { name: 'The recording' });
    await expect.poll(() => recording.textContent(), { timeout: 20_000 }).toMatch(words);
    await expect
      .poll(() => other.page.getByRole('region', { name: 'The peak', exact: true }).textContent(), {
        timeout: 10_000,
      })
      .toMatch(/live after event/);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it.each(LOOKS)('has no flaws in $colorScheme colours at $viewport.width pixels', async (look) => {
    const other = await site.visit('', look);
    await openTrace(other.page);
    expect(await flaws(other)).toEqual([]);
    await other.close();
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
