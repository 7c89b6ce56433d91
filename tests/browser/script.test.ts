import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addressWhere } from './address';
import { flaws, LOOKS } from './axe';
import { openSite, settled, toPage } from './page';

const SLOW = { timeout: 20_000 };

async function openScript(page: Page): Promise<void> {
  await settled(page);
  await toPage(page, 'Script');
  await page.locator('.cm-content').waitFor();
}

/** What the status line says. */
const status = (page: Page) => page.locator('.script-status').textContent();

/** Replaces the script. */
async function write(page: Page, source: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
}

const { site, visit } = await openSite(openScript);

describe('the script page in a browser', () => {
  it('opens on an example, coloured and checked', async () => {
    const { page } = visit;
    await expect.poll(() => status(page), SLOW).toBe('400 events · 300 objects · 1 thread');
    const colours = await page
      .locator('.cm-line span')
      .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
    expect(colours).toBeGreaterThanOrEqual(4);
  });

  it('shows an error at its place, and takes it back when it is mended', async () => {
    const { page } = visit;
    await write(page, 'let x = malloc(8);\nfree(x);\nread(x);\n');
    await expect.poll(() => status(page), SLOW).toMatch(/^line 3, column 1: .*has been freed/);
    expect(await page.locator('.cm-lintRange-error').textContent()).toContain('read(x)');
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Run in the lab' }).isDisabled()).toBe(true);
    await write(page, 'let x = malloc(8);\nfree(x);\n');
    await expect.poll(() => status(page), SLOW).toBe('2 events · 1 object · 1 thread');
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
  });

  it('gives up a script that runs on when it is changed', async () => {
    const { page } = visit;
    await write(page, 'while 1 { compute(1); }\n');
    await page.waitForTimeout(600);
    await write(page, 'let x = malloc(8);\n');
    await expect.poll(() => status(page), SLOW).toBe('1 event · 1 object · 1 thread');
  });

  it('keeps the page’s keys out of the editor', async () => {
    const { page } = visit;
    await page.locator('.cm-content').click();
    await page.keyboard.type('// s o g ?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('.cm-content').textContent()).toContain('// s o g ?');
  });

  it('runs a script with its seed in the lab, and its link carries both', async () => {
    const { page } = visit;
    await page.getByLabel('Seed').fill('7');
    await write(page, 'repeat 50 { let x = malloc(between(8, 99)); free(x); }\n');
    await expect.poll(() => status(page), SLOW).toContain('100 events');
    await page.keyboard.press('Control+Enter');
    await settled(page);
    await expect.poll(() => page.locator('.trace-name').textContent()).toContain('100 events');
    const { experiment } = await addressWhere(page, ({ workload }) => workload.kind === 'script');
    expect(experiment.seed).toBe(7);
    expect(experiment.workload).toMatchObject({
      kind: 'script',
      source: 'repeat 50 { let x = malloc(between(8, 99)); free(x); }\n',
    });
    await page.getByRole('button', { name: 'Edit script' }).click();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('between(8, 99)');
    expect(await page.getByLabel('Seed').inputValue()).toBe('7');
  });

  it('lists the catalogue’s scripts, and opens one from its preset', async () => {
    const { page } = visit;
    const list = page.getByRole('navigation', { name: 'Scripts' });
    await list.getByRole('button', { name: /Nicol 1990, Figure 2/ }).click(SLOW);
    await expect.poll(() => status(page), SLOW).toMatch(/[\d,]+ events/);
    await toPage(page, 'Catalogue');
    await page.locator('[id="kumar-scalability"]').getByRole('button', { name: 'Edit script' }).click();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('thread');
    await expect.poll(() => status(page), SLOW).toContain('threads');
  });

  it('has examples that all compile', async () => {
    const { examples } = await import('../../src/script/examples');
    const { compileScript } = await import('../../src/script/compile');
    const traces = examples.map(({ title, source }) => compileScript(source, 1, title));
    expect(traces.map(({ length }) => length)).toEqual([400, 12, 20 * 32 * 4 + 2 * (20 * 2 + 2)]);
  });

  it.each(LOOKS)('has no flaws in $colorScheme colours at $viewport.width pixels', async (look) => {
    const other = await site.visit('', look);
    await openScript(other.page);
    await expect.poll(() => status(other.page), SLOW).toContain('400 events');
    await write(other.page, 'let x = mallo(8);\n');
    await expect.poll(() => other.page.locator('.cm-lint-marker-error').count(), SLOW).toBe(1);
    expect(await flaws(other)).toEqual([]);
    await other.close();
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
