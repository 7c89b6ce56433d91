import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { NOTE_CHARACTERS } from '../../src/experiment/limits';
import { addressWhere } from './address';
import { seriousFindings } from './axe';
import { cursorOn, openSite, settled, toPage } from './page';

const list = (page: Page) => page.getByRole('region', { name: 'Bookmarks', exact: true });
const flags = (page: Page, within = '.time-plot') =>
  page.locator(`${within} .marks > g`).evaluateAll((all) => all.map((one) => one.getAttribute('data-event')));

async function goTo(page: Page, event: number): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.type(String(event));
  await page.keyboard.press('Enter');
  await expect.poll(() => cursorOn(page)).toBe(event);
}

const { site, visit } = await openSite();

it('are set by keyboard with a note, marked on the timeline, and travel in the link', async () => {
  const { page } = visit;
  for (const [event, note] of [
    [40_000, 'the heap grows here'],
    [1234, ''],
  ] as const) {
    await goTo(page, event);
    await page.keyboard.press('b');
    await page.getByRole('form', { name: /^Bookmark at event/ }).waitFor();
    await page.keyboard.type(note);
    await page.keyboard.press('Enter');
  }
  await expect
    .poll(() => list(page).locator('li').allTextContents())
    .toEqual([expect.stringContaining('1,234no note'), expect.stringContaining('40,000the heap grows here')]);
  expect(await flags(page)).toEqual(['1234', '40000']);
  // The keys work on: next and previous.
  await page.keyboard.press('n');
  await expect.poll(() => cursorOn(page)).toBe(40_000);
  await page.keyboard.press('p');
  await expect.poll(() => cursorOn(page)).toBe(1234);
  const { fragment, experiment } = await addressWhere(
    page,
    ({ view }) => view.cursor === 1234 && view.bookmarks?.length === 2,
  );
  expect(experiment.view.bookmarks).toEqual([
    { event: 1234, note: '' },
    { event: 40_000, note: 'the heap grows here' },
  ]);

  const other = await site.visit(fragment);
  await settled(other.page);
  await expect.poll(() => flags(other.page)).toEqual(['1234', '40000']);
  await list(other.page).getByRole('button', { name: 'Go to the bookmark at event 40,000' }).click();
  expect(await cursorOn(other.page)).toBe(40_000);
  await toPage(other.page, 'Trace');
  await expect.poll(() => flags(other.page, '.stacked')).toEqual(['1234', '40000']);
  expect(await list(other.page).locator('li').count()).toBe(2);
  expect(await seriousFindings(other)).toEqual([]);
  expect(other.complaints).toEqual([]);
  await other.close();
});

it('are edited and deleted, and undo brings them back', async () => {
  const { page } = visit;
  await list(page).getByRole('button', { name: 'Edit the bookmark at event 1,234' }).click();
  await page.keyboard.type('x'.repeat(NOTE_CHARACTERS + 20));
  await page.keyboard.press('Enter');
  await expect.poll(() => list(page).textContent()).toContain(`1,234${'x'.repeat(NOTE_CHARACTERS)}edit`);
  await page.keyboard.press('b');
  await page.getByRole('form', { name: /^Bookmark at event/ }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('given up');
  await page.keyboard.press('Escape');
  expect(await list(page).textContent()).not.toContain('given up');
  for (const event of ['1,234', '40,000'])
    await list(page)
      .getByRole('button', { name: `Delete the bookmark at event ${event}` })
      .click();
  await expect.poll(() => list(page).count()).toBe(0);
  expect(await flags(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => list(page).locator('li').count()).toBe(1);
  await page.keyboard.press('Control+z');
  await expect.poll(() => list(page).locator('li').count()).toBe(2);
});

it('stay at their events of the recording when a part of it is loaded', async () => {
  const { page } = visit;
  await toPage(page, 'Trace');
  const form = page.getByRole('form', { name: 'Part of the recording' });
  await form.getByLabel('First event of the part').fill('30000');
  await page.keyboard.press('Enter');
  await expect.poll(() => list(page).textContent()).toContain('outside the part that is loaded');
  await list(page).getByRole('button', { name: 'Go to the bookmark at event 40,000' }).click();
  await toPage(page, 'Lab');
  await settled(page);
  // Event 40,000 of the recording: the same request as in the whole trace.
  const callOn = async (of: Page) =>
    /(malloc|free|realloc|calloc)\([^)]*\)/.exec((await of.locator('.side').textContent()) ?? '')?.[0];
  const whole = await site.visit();
  await settled(whole.page);
  await goTo(whole.page, 40_000);
  await expect.poll(() => callOn(whole.page), { timeout: 20_000 }).toMatch(/^malloc\(10\)/);
  await expect.poll(() => callOn(page), { timeout: 20_000 }).toMatch(/^malloc\(10\)/);
  expect(await page.locator('.sentence-place').textContent()).toContain('(40,000 of the recording)');
  await whole.close();
  // A new one takes its number in the recording.
  const cursor = await cursorOn(page);
  await page.keyboard.press('ArrowRight');
  expect(await cursorOn(page)).toBe(cursor + 1);
  await page.keyboard.press('b');
  await page.getByRole('form', { name: /^Bookmark at event/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => list(page).textContent()).toContain('40,001');
  expect(visit.complaints).toEqual([]);
});
