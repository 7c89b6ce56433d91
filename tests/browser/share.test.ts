import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Experiment } from '../../src/experiment/document';
import { encodeLink } from '../../src/experiment/link';
import { LINK_JSON_BYTES } from '../../src/experiment/pack';
import { Site, settled } from './page';

const site = await Site.open();
afterAll(() => site.close());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this experiment' });

/** A link that is as long as one may be: with the fingerprints of its runs the document is too long for another. */
async function longestLink(): Promise<string> {
  const document = (padding: number): Experiment => {
    const half = Math.floor(padding / 2);
    return {
      version: 1,
      title: '',
      allocators: [{ id: 'sysv', params: {} }],
      workload: {
        kind: 'inline',
        name: 'padded.trace',
        // A line may have a mebibyte.
        text: `# alloc-trace 1\n# ${'.'.repeat(half)}\n# ${'.'.repeat(padding - half)}\na 0 16 1\na 1 24 2\nf 0 3\nf 1 4\n`,
      },
      seed: 1,
      fingerprints: [],
      view: { cursor: 1, step: null, window: null },
    } as unknown as Experiment;
  };
  const room = LINK_JSON_BYTES - JSON.stringify(document(0)).length;
  return encodeLink(document(room));
}

it('says that a document fits into no link, in the dialog and once for the address', async () => {
  const { page, complaints, close } = await site.visit(await longestLink());
  await settled(page);
  const said = page.locator('.problems').getByText('The address no longer holds this experiment');
  await said.waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const refusal = dialog(page).getByRole('alert');
  await expect.poll(() => refusal.textContent()).toMatch(/a document of 2000\d{3} bytes, expected at most/);
  expect(await dialog(page).textContent()).not.toContain('…');
  expect(await dialog(page).getByRole('button', { name: 'Copy' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.problems').getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(600); // the address is written after 400 ms of quiet
  expect(await said.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it.each([
  ['without a clipboard, as over http', 'undefined'],
  ['with a clipboard that is forbidden', '{ writeText: () => Promise.reject(new Error("denied")) }'],
])('selects the link %s, and says so', async (_, clipboard) => {
  const { page, complaints, close } = await site.visit('', {}, async (each) => {
    await each.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`);
  });
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => dialog(page).getByRole('status').textContent()).toContain('the link is selected');
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toBe(await page.getByLabel('Link to this experiment').inputValue());
  expect(complaints).toEqual([]);
  await close();
});
