import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as kumar from '../../src/experiment/catalogue/kumar-programs';
import { DOCUMENT_VERSION, type Experiment } from '../../src/experiment/document';
import { decodeLink, encodeLink } from '../../src/experiment/link';
import { flaws, seriousFindings } from './axe';
import { coloursOf, cursorOn, drop, openSite } from './page';

const experiment = (
  source: string,
  machine: Experiment['machine'],
  id: string,
  cursor: number,
): Experiment => ({
  version: DOCUMENT_VERSION,
  title: '',
  workload: { kind: 'script', name: 'program', source },
  allocators: [{ id, params: {} }],
  machine,
  seed: 1,
  view: { cursor, step: null, window: null, range: null, metric: 'footprint', page: 'machine' },
  fingerprints: [],
});

/** Waits until the machine's run is over and its moment is shown. */
const ran = (page: Page) => page.waitForSelector('.machine-figures > div:nth-child(4)');

const { site, visit } = await openSite(
  ran,
  await encodeLink(experiment(kumar.passiveSharing(4), 'teaching', 'sysv', 10)),
);

describe('the machine in a browser', () => {
  it('opens by its link on the teaching machine, with every set drawn and counted', async () => {
    const { page } = visit;
    expect(await page.locator('.cache-sets .note').textContent()).toContain('8 sets × 2 ways · 16 B lines');
    expect(await page.locator('select[aria-label="Machine"]').inputValue()).toBe('teaching');
    expect(await coloursOf(visit.page.locator('.set-canvas canvas').first())).toBeGreaterThan(3);
    await expect
      .poll(() => coloursOf(visit.page.locator('.machine-map-area canvas').first()))
      .toBeGreaterThan(3);
    expect(await coloursOf(visit.page.locator('.lane-canvas canvas').first())).toBeGreaterThan(3);
    await expect.poll(() => coloursOf(visit.page.locator('.strip-canvas canvas').first())).toBeGreaterThan(1);
    const counts = await page.locator('.set-legend .num').allTextContents();
    expect(counts.map(Number).reduce((a, b) => a + b)).toBe(16);
  });

  it('steps through an event access by access, and back out', async () => {
    const { page } = visit;
    const words = page.locator('.access-words');
    const place = page.locator('.step-place');
    await expect.poll(() => place.textContent()).toMatch(/^\d+ accesses$/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => place.textContent()).toMatch(/^access 1 of \d+$/);
    expect(await page.getByRole('button', { name: 'Next access' }).count()).toBe(1);
    await expect
      .poll(() => words.textContent())
      .toMatch(/access 1 of \d+: the allocator (reads|writes) \d+ B at 0x/);
    const first = await words.textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => words.textContent()).toContain('access 2 of');
    expect(await words.textContent()).not.toBe(first);
    await page.keyboard.press('Escape');
    await expect.poll(() => words.textContent()).toMatch(/\d+ accesses$/);
  });

  it('moves the cursor by key, by lane and by strip', async () => {
    const { page } = visit;
    await page.keyboard.press('Home');
    expect(await cursorOn(page)).toBe(0);
    await page.keyboard.press('ArrowRight');
    expect(await cursorOn(page)).toBe(1);
    await page.locator('.lane-canvas').click({ position: { x: 600, y: 20 } });
    expect(await cursorOn(page)).toBeGreaterThan(1);
    await page.locator('.strip-canvas').click({ position: { x: 5, y: 20 } });
    expect(await cursorOn(page)).toBeLessThan(3);
    const before = await page.locator('.access-words').textContent();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.access-words').textContent()).not.toBe(before);
  });

  it('names the line under the pointer, its set in the ruler, and lights it in the heap', async () => {
    const { page } = visit;
    const canvas = page.locator('.set-canvas');
    await canvas.focus();
    const tip = page.locator('.set-canvas .map-tip');
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('ArrowRight');
      if (((await tip.textContent()) ?? '').startsWith('line')) break;
    }
    expect(await tip.textContent()).toMatch(/line 0x[0-9a-f]+.*set \d/);
    expect(await page.locator('.address-ruler .note').textContent()).toMatch(
      /pointed at: 0x[0-9a-f]+ · set \d = bits 4 … 6/,
    );
    await page.locator('.machine-map-area').hover({ position: { x: 60, y: 8 } });
    await expect.poll(() => page.locator('.machine-map .map-overlay rect').count()).toBeGreaterThan(0);
    await expect
      .poll(() => page.locator('.machine-map .map-tip').textContent())
      .toMatch(/0x[0-9a-f]+ · [\d,]+ B · (live|free|meta|unused)/);
    // And back: what is pointed at in the heap is framed in the sets, where a cache holds it.
    const map = page.locator('.machine-map-area');
    const framed = async (): Promise<boolean> => {
      for (let x = 2; x < 60; x += 4) {
        await map.hover({ position: { x, y: 4 } });
        await page.waitForTimeout(30);
        if ((await coloursOf(visit.page.locator('.set-marks').first())) > 1) return true;
      }
      return false;
    };
    expect(await framed()).toBe(true);
    await page.mouse.move(5, 5);
  });

  it('carries in its link which cache is looked at, of whom and how it is coloured', async () => {
    const { page } = visit;
    await page.locator('select[aria-label="Processor"]').selectOption('2');
    await page.getByRole('button', { name: 'page', exact: true }).click();
    await page.getByRole('button', { name: 'evictions' }).click();
    const view = async () => ((await decodeLink(new URL(page.url()).hash)) as Experiment).view.machine;
    await expect
      .poll(view)
      .toEqual({ level: 0, processor: 2, colour: 'page', map: 'kind', strip: 'evictions' });
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
    await expect.poll(view).toBeUndefined();
    expect(await page.locator('select[aria-label="Processor"]').inputValue()).toBe('follow');
  });

  it('shows MESI states by letter, and the sets as a table', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'MESI' }).click();
    await expect.poll(() => page.locator('.set-legend').textContent()).toContain('modified');
    await page.getByRole('button', { name: 'Sets as a table' }).click();
    expect(await page.locator('.cache-sets .set-table tbody tr').count()).toBe(8);
    await page.getByRole('button', { name: 'Sets as a table' }).click();
    await page.getByRole('button', { name: 'owner' }).click();
  });

  it('says so where the worker cannot answer for a run that is still there', async () => {
    const failing = `addEventListener('message', ({ data }) => {
      if (/^machine(Strip|Map)$/.test(data?.path?.[0])) data.path[0] = 'broken';
    });
`;
    const other = await site.visit(new URL(visit.page.url()).hash, {}, async (page) => {
      await page.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: failing + (await response.text()) });
      });
    });
    await ran(other.page);
    const said = other.page.locator('.problem', { hasText: 'The worker could not answer' });
    await expect.poll(() => said.count()).toBe(1);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('refuses an edited machine that cannot be built with the place and the reason, and runs one that can', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Edit the machine' }).click();
    const dialog = page.getByRole('dialog', { name: 'The machine' });
    const use = dialog.getByRole('button', { name: 'Run on this machine' });
    // At the field, while it is typed, with what was found; what nobody can build cannot be run.
    const ways = dialog.getByLabel('L1: ways');
    await ways.fill('3');
    const reason = (field: Locator) =>
      field.evaluate(
        (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
      );
    expect(await reason(ways)).toBe('expected a divisor of its 16 lines, found 3');
    expect(await ways.getAttribute('aria-invalid')).toBe('true');
    expect(await use.isDisabled()).toBe(true);
    await ways.fill('2');
    expect(await ways.getAttribute('aria-invalid')).toBe('false');
    await dialog.getByLabel('Machine: processors').fill('1000000');
    expect(await reason(dialog.getByLabel('Machine: processors'))).toBe(
      'expected processors, a whole number from 1 to 64, found 1000000',
    );
    await dialog.getByLabel('Machine: processors').fill('four');
    expect(await reason(dialog.getByLabel('Machine: processors'))).toContain('found "four"');
    await dialog.getByLabel('Machine: processors').fill('4');
    // A figure that is still the preset's names its source.
    expect(await dialog.locator('.sources li').count()).toBe(1);
    expect(await dialog.locator('.machine-field:has([aria-label="L1: ways"]) sup').count()).toBe(1);
    await ways.fill('4');
    expect(await dialog.locator('.machine-field:has([aria-label="L1: ways"]) sup').count()).toBe(0);
    // The same as a document.
    await dialog.getByText('As a document (JSON)').click();
    const text = dialog.getByLabel('Machine document (JSON)');
    const machine = { processors: 4, levels: [{ bytes: 250, ways: 2, line: 16 }] };
    await text.fill('{');
    expect(await dialog.locator('.machine-failed').textContent()).toMatch(/JSON/);
    await text.fill(JSON.stringify(machine));
    expect(await reason(dialog.getByLabel('L1: size'))).toContain('expected a multiple of the line');
    await text.fill(JSON.stringify({ ...machine, levels: [{ bytes: 1024, ways: 4, line: 16 }] }));
    expect(await seriousFindings(visit)).toEqual([]);
    await use.click();
    await expect.poll(() => page.locator('.cache-sets .note').textContent()).toContain('16 sets × 4 ways');
    // What it left to the cost model has the model's sources, until it is changed.
    await page.getByRole('button', { name: 'Edit the machine' }).click();
    await dialog.getByRole('heading', { name: 'Where the default costs come from' }).waitFor();
    const lock = dialog.locator('.machine-field:has([aria-label="Costs: lock"])');
    expect(await lock.locator('a').getAttribute('title')).toContain('Fog, Instruction tables');
    expect(await dialog.locator('.machine-field:has([aria-label="L1: ways"]) sup').count()).toBe(0);
    await dialog.getByLabel('Costs: lock').fill('21');
    expect(await lock.locator('a').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.cache-sets .note').textContent()).toContain('8 sets × 2 ways');
  });

  it('measures speedups of several allocators and says which are inflated', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Run with 1 to 4 threads' }).click();
    await expect
      .poll(() => page.locator('.speedup-words [data-inflated="true"]').first().textContent(), {
        timeout: 60_000,
      })
      .toMatch(
        /perthread, searching: speedup [\d.]+ on 4, efficiency [\d.]+, total workload .* Inflated from P = 2/,
      );
    await expect.poll(() => page.locator('.speedup progress').count(), { timeout: 60_000 }).toBe(0);
    const charts = page.locator('.speedup-charts svg.chart');
    expect(await charts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      expect.stringContaining('Speedup against'),
      expect.stringContaining('Efficiency against'),
      expect.stringContaining('Total workload against'),
    ]);
    // An ideal line in each: one for all, and in the last one for each allocator.
    const ideals = charts.evaluateAll((all) =>
      all.map((one) => one.querySelectorAll('[data-source="ideal"]').length),
    );
    expect(await ideals).toEqual([1, 1, 3]);
    // What is inflated is marked in each of the charts, on 2, 3 and 4 processors: the searching one by its shorter
    // lists, Hoard a little by the caches that are more.
    expect(await charts.evaluateAll((all) => all.map((one) => one.querySelectorAll('.flag').length))).toEqual(
      [6, 6, 6],
    );
  });

  it('runs the same program on real threads of this device, undamaged, beside the virtual result', async () => {
    const { page } = visit;
    await page.locator('.contenders summary').click();
    for (const name of ['seq', 'dlmalloc', 'concurrent'])
      await page.locator('.contenders').getByLabel(name, { exact: true }).check();
    await page.locator('.contenders').getByLabel('perthread, searching').uncheck();
    await page.locator('.contenders').getByLabel('private', { exact: true }).check();
    await page.locator('.contenders summary').click();
    expect(await page.locator('.device-refused').textContent()).toMatch(/^seq does not run on real threads/);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect(await page.locator('.device').textContent()).toContain(
      `clock of this device, which has ${cores} logical`,
    );
    await page.getByRole('button', { name: /Measure with 1.* real thread/ }).click();
    const rows = page.locator('.device tbody tr');
    const threads = [1, 2, 3, 4, 6, 8].filter((n) => n <= cores).length;
    await expect.poll(() => rows.count(), { timeout: 50_000 }).toBe(5 * threads);
    const names = await rows.locator('th').allTextContents();
    expect(new Set(names)).toEqual(new Set(['serial', 'hoard', 'concurrent', 'private', 'dlmalloc']));
    const cells = names.map((_, i) => rows.nth(i).locator('td').allTextContents());
    for (const [row, texts] of (await Promise.all(cells)).entries()) {
      const [count, milliseconds, speedup, virtual, refused, damaged] = texts.map(Number);
      expect(milliseconds).toBeGreaterThan(0);
      expect(speedup).toBeGreaterThan(0);
      expect([refused, damaged]).toEqual([0, 0]);
      // The virtual runs above were of serial and Hoard.
      const known = ['serial', 'hoard'].includes(names[row]);
      expect(Number.isNaN(virtual), `${names[row]} on ${count}`).toBe(!known);
    }
    expect(await page.locator('.device svg.chart').count()).toBe(1);
  });

  it('says why there are no real threads where the server does not isolate the page', async () => {
    const link = await encodeLink(experiment(kumar.passiveSharing(2), 'teaching', 'sysv', 0));
    const other = await site.visit(link, {}, async (page) => {
      await page.route('**/*', async (route) => {
        const response = await route.fetch();
        const { 'cross-origin-opener-policy': _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
    });
    await expect
      .poll(() => other.page.locator('.device').textContent())
      .toContain('This page is not cross-origin isolated');
    expect(await other.page.locator('.device button').count()).toBe(0);
    // What the page still fetches when it is closed is nobody's concern.
    await other.page.unrouteAll({ behavior: 'ignoreErrors' });
    await other.close();
  });

  it('draws a cache of thousands of sets without an element a line', async () => {
    const { page } = visit;
    await page.locator('select[aria-label="Machine"]').selectOption('opteron6128');
    await expect
      .poll(() => page.locator('select[aria-label="Cache level"] option').count(), { timeout: 20_000 })
      .toBe(3);
    await ran(visit.page);
    await page.locator('select[aria-label="Cache level"]').selectOption('2');
    await expect
      .poll(() => page.locator('.cache-sets .note').textContent(), { timeout: 20_000 })
      .toContain('2,048 sets × 40 ways');
    expect(await page.locator('.set-canvas *').count()).toBeLessThan(10);
    expect(await coloursOf(visit.page.locator('.set-canvas canvas').first())).toBeGreaterThan(1);
  });

  it('runs an uploaded recording with threads on as many virtual processors', async () => {
    const file = new URL('../fixtures/threads/threads.trace', import.meta.url);
    const other = await site.visit(
      await encodeLink({ ...experiment('let x = malloc(8);', 'crunchy2', 'perthread', 0) }),
    );
    const { page } = other;
    await ran(other.page);
    expect(await page.locator('select[aria-label="Processor"] option').count()).toBe(2);
    await drop(page, 'threads.trace', readFileSync(file, 'utf8'));
    // The main thread and its four: a lane each, and every event of the recording.
    await expect
      .poll(() => page.locator('select[aria-label="Processor"] option').allTextContents(), {
        timeout: 20_000,
      })
      .toEqual([expect.stringContaining('who acts'), 'P0', 'P1', 'P2', 'P3', 'P4']);
    await page.getByText('Cycles by processor').click();
    const lanes = page.locator('.lane-table tbody tr');
    expect(await lanes.count()).toBe(5);
    for (const row of await lanes.all()) {
      const cells = (await row.locator('td').allTextContents()).map((text) =>
        Number(text.replaceAll(',', '')),
      );
      const clock = cells.pop() ?? 0;
      expect(cells[0]).toBeGreaterThan(0);
      expect(cells.reduce((a, b) => a + b)).toBe(clock);
    }
    expect(await coloursOf(other.page.locator('.lane-canvas canvas').first())).toBeGreaterThan(3);
    await page.keyboard.press('End');
    await expect
      .poll(() => page.locator('.access-words').textContent())
      .toMatch(/P\d (malloc|calloc|free)\(.*event \d+ of the trace/);
    // Fewer processors than threads: they share in turn, and the page says so.
    await page.locator('select[aria-label="Machine"]').selectOption('laptop');
    await expect
      .poll(() => page.locator('.machine-remarks').textContent(), { timeout: 20_000 })
      .toContain('The program has 5 threads and the machine 4 processors');
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('has no serious accessibility findings and nothing to complain of', async () => {
    expect(await seriousFindings(visit)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    const small = await site.visit(
      await encodeLink(experiment(kumar.passiveSharing(4), 'teaching', 'hoard', 10)),
      { viewport: { width: 390, height: 844 }, colorScheme },
    );
    await ran(small.page);
    expect(await flaws(small)).toEqual([]);
    await small.close();
  });
});
