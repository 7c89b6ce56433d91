import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { compile } from '../src/engine/compile-module';
import { addressOfRuns } from './address';
import { seriousFindings } from './axe';
import { cursorOn, drop, fingerprintsOn, mapColours, openSite, settled } from './page';

/** The first module waits for the observation pass and its library. */
const SLOW = { timeout: 60_000 };

/** The chooser of a column. */
const chooser = (page: Page, column: number) =>
  page.getByLabel(`Allocator of column ${column}`, { exact: true });

/** Waits until a column runs on the user's module of that name. */
async function brought(page: Page, column: number, name: string): Promise<void> {
  await expect.poll(() => chooser(page, column).inputValue(), SLOW).toBe(`user:${name}`);
  await settled(page);
}

const { site, visit } = await openSite();

describe('an allocator of one’s own in a browser', { timeout: 120_000 }, () => {
  it('runs beside the built-in ones when its file is dropped', async () => {
    const { page } = visit;
    await drop(page, 'right.wasm', await compile('right'));
    await brought(page, 1, 'right');
    expect(await page.locator('.run-status').count()).toBe(0);
    await expect.poll(() => mapColours(page, 0)).toBeGreaterThan(5);
    expect(await chooser(page, 2).locator('option', { hasText: 'right' }).count()).toBe(1);
  });

  it('travels in the link when it is small, and gives the same fingerprint there', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('right.wasm travels inside the link');
    await page.keyboard.press('Escape');
    const { fragment, experiment } = await addressOfRuns(page);
    const [{ module }] = experiment.allocators;
    expect(module).toMatchObject({ name: 'right.wasm', bytes: (await compile('right')).length });
    expect(module?.data).toBeDefined();
    const other = await site.visit(fragment);
    await brought(other.page, 1, 'right');
    expect(await fingerprintsOn(other.page)).toEqual(await fingerprintsOn(page));
    expect(await other.page.locator('.fingerprint.good').count()).toBe(1);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('is asked for by name and hash when it does not travel', async () => {
    const { encodeLink } = await import('../../src/experiment/link');
    const { experiment } = await addressOfRuns(visit.page);
    const allocators = experiment.allocators.map(({ module, ...config }) =>
      module ? { ...config, module: { ...module, data: undefined } } : config,
    );
    const other = await site.visit(await encodeLink({ ...experiment, allocators }));
    const status = other.page.locator('.run-status');
    await expect.poll(() => status.textContent(), SLOW).toContain('needs the allocator right.wasm');
    expect(await status.textContent()).toContain('SHA-256');
    await drop(other.page, 'right.wasm', await compile('right'));
    await brought(other.page, 1, 'right');
    expect(await fingerprintsOn(other.page)).toEqual(await fingerprintsOn(visit.page));
    await other.close();
  });

  it('can be chosen in an allocator’s chooser, with the classroom’s names', async () => {
    const { page } = visit;
    const [files] = await Promise.all([
      page.waitForEvent('filechooser'),
      chooser(page, 2).selectOption({ label: 'Bring your own .wasm …' }),
    ]);
    await files.setFiles({
      name: 'classroom.wasm',
      mimeType: 'application/wasm',
      buffer: Buffer.from(await compile('classroom')),
    });
    await brought(page, 2, 'classroom');
    expect(await page.locator('.run-status').count()).toBe(0);
  });

  it('lists what a wrong one did, and leads to the event', async () => {
    const { page } = visit;
    await drop(page, 'overlap.wasm', await compile('overlap'));
    await brought(page, 1, 'overlap');
    const faults = page.locator('.faults');
    await expect.poll(() => faults.locator('summary').textContent()).toContain('event 117: overlap');
    await faults.locator('summary').click();
    await faults.getByRole('button').first().click();
    expect(await cursorOn(page)).toBe(117);
    await expect.poll(() => page.locator('.step-place').textContent()).toContain('sub-step');
  });

  it.each([
    ['endless', /endless loop/, 1905, '20,000', /reads 4 bytes/],
    ['traps', /trap/, 1151, '3', /reads 4 bytes at 0xfffffff0/],
    ['misaligned', /misaligned/, 9, '4', /writes 4 bytes/],
    ['outside', /outside/, 4, '2', /writes 4 bytes/],
    ['corrupts', /corrupted/, 83, '2', /writes 1 byte at 0x19ea0/],
  ] as const)(
    'survives %s.wasm, names its fault, and goes to its event and sub-step',
    async (name, words, event, step, sentence) => {
      const { page } = visit;
      await drop(page, `${name}.wasm`, await compile(name));
      await expect.poll(() => chooser(page, 1).inputValue(), SLOW).toBe(`user:${name}`);
      const status = page.locator('.run-status').first();
      await expect.poll(() => status.textContent(), SLOW).toMatch(words);
      await status.locator('.faults summary').click();
      const there = status.locator('.faults button').first();
      await expect
        .poll(() => there.textContent(), SLOW)
        .toBe(`${event.toLocaleString('en')}, sub-step ${step}`);
      await there.click();
      expect(await cursorOn(page)).toBe(event);
      await expect.poll(() => page.locator('.step-place').textContent(), SLOW).toContain(`sub-step ${step}`);
      await expect.poll(() => page.locator('main').textContent()).toMatch(sentence);
    },
  );

  it('refuses what is no allocator, and says why', async () => {
    const { page } = visit;
    const before = await chooser(page, 1).inputValue();
    await drop(page, 'empty.wasm', new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    const problem = page.locator('.problem');
    await expect.poll(() => problem.textContent(), SLOW).toContain('expected also malloc');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await drop(page, 'words.wasm', 'these are words');
    await expect.poll(() => problem.textContent(), SLOW).toContain('expected a WebAssembly module');
    expect(await seriousFindings(visit)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await chooser(page, 1).inputValue()).toBe(before);
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
