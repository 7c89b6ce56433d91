import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addressWhere } from './address';
import { flaws, seriousFindings } from './axe';
import { cursorOn, drop, fingerprintsOn, mapColours, openSite, settled } from './page';

/** App JavaScript that the first view may fetch, worker included, gzipped. */
const FIRST_LOAD_BYTES = 150_000;

/** Chips of the free lists that come nearer to the right edge of their panel than the lists' names to the left one. */
const crowdedChips = (page: Page): Promise<string[]> =>
  page.locator('.free-lists').evaluateAll((panels) =>
    panels.flatMap((panel) => {
      const { left, right } = panel.getBoundingClientRect();
      const padding = (panel.querySelector('.list-name')?.getBoundingClientRect().left ?? left) - left;
      return [...panel.querySelectorAll('.chip')]
        .filter((chip) => chip.getBoundingClientRect().right > right - padding + 1)
        .map((chip) => chip.textContent ?? '');
    }),
  );

const { site, visit } = await openSite();

describe('the lab in a browser', () => {
  it('fetches less than 150 kB of JavaScript to show the first experiment', async () => {
    const scripts: Promise<Buffer>[] = [];
    const other = await site.visit('', {}, (page) => {
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
      });
    });
    await settled(other.page);
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES);
    await other.close();
  });

  it('opens on a real recording under two allocators, drawn in many colours', async () => {
    const { page } = visit;
    expect(await page.locator('.trace-name').textContent()).toContain('48,500 events');
    expect(await page.locator('.chooser').count()).toBe(2);
    await expect.poll(() => mapColours(page, 0)).toBeGreaterThan(20);
    await expect.poll(() => mapColours(page, 1)).toBeGreaterThan(20);
    expect(await page.locator('.free-lists .chip').count()).toBeGreaterThan(10);
    expect(await crowdedChips(page)).toEqual([]);
    await expect
      .poll(() =>
        page
          .locator('.curve')
          .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')?.length ?? 0)),
      )
      .toEqual([expect.any(Number), expect.any(Number)]);
    expect(await page.locator('.curve').first().getAttribute('d')).toMatch(/^M[\d.,]+L/);
    expect((await fingerprintsOn(page)).every((hash) => /^[0-9a-f]{16}$/.test(hash ?? ''))).toBe(true);
  });

  it('plays and pauses', async () => {
    const { page } = visit;
    const before = await cursorOn(page);
    await page.keyboard.press('Space');
    await expect.poll(() => cursorOn(page)).toBeGreaterThan(before + 3);
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await cursorOn(page);
    await page.waitForTimeout(400);
    expect(await cursorOn(page)).toBe(paused);
  });

  it('goes to an event by its number, and on and back by one', async () => {
    const { page } = visit;
    await page.keyboard.press('g');
    await page.keyboard.type('32000');
    await page.keyboard.press('Enter');
    expect(await cursorOn(page)).toBe(32_000);
    await page.keyboard.press('ArrowRight');
    expect(await cursorOn(page)).toBe(32_001);
    await page.keyboard.press('ArrowLeft');
    expect(await cursorOn(page)).toBe(32_000);
  });

  it('says what it expects where no event is typed', async () => {
    const { page } = visit;
    const before = await cursorOn(page);
    await page.keyboard.press('g');
    await page.keyboard.type('12x');
    await page.keyboard.press('Enter');
    const field = page.locator('#go-to');
    expect(await field.inputValue()).toBe('12x');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const words = page.locator('.go-to').getByRole('alert');
    expect(await words.textContent()).toBe('expected an event, 0 to 48,499');
    await page.keyboard.press('Escape');
    expect(await words.count()).toBe(0);
    expect(await cursorOn(page)).toBe(before);
  });

  it('steps into an event: sentence, source line and search path go together', async () => {
    const { page } = visit;
    await expect.poll(() => page.locator('.steps li').count()).toBeGreaterThan(2);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.step-place').textContent()).toContain('sub-step 1 of');
    const line = page.locator('.source-frame li.lit');
    await expect.poll(() => line.textContent()).toContain('STEP(VISIT');
    const sentence = await page.locator('.said').textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.said').textContent()).not.toBe(sentence);
    await expect.poll(() => page.locator('.list-row.path .chip').count()).toBe(2);
    expect(await page.locator('.list-row.path .chip.current').count()).toBe(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('.step-place').textContent()).not.toContain(' of ');
  });

  it('names the block under the pointer, chooses it, and goes to where it was allocated', async () => {
    const { page } = visit;
    const map = page.locator('.map-canvas').first();
    await map.hover({ position: { x: 200, y: 60 } });
    const tip = page.locator('.map-tip').first();
    await expect.poll(() => tip.textContent()).toMatch(/0x[0-9a-f]+ · [\d,]+ B/);
    await map.click({ position: { x: 200, y: 60 } });
    const block = page.locator('.block');
    await expect.poll(() => block.textContent()).toMatch(/0x[0-9a-f]+/);
    await page.keyboard.press('Escape');
    await expect.poll(() => block.count()).toBe(0);
  });

  it('zooms to single bytes and back', async () => {
    const { page } = visit;
    const zoomIn = page.getByRole('button', { name: 'Zoom in' }).first();
    for (let i = 0; i < 30 && (await zoomIn.isEnabled()); i++) await zoomIn.click();
    await expect.poll(() => page.locator('.heap-map .note').first().textContent()).toMatch(/row = 32 B/);
    await page.getByRole('button', { name: 'Whole heap' }).first().click();
    await expect.poll(() => page.locator('.heap-map .note').first().textContent()).toContain('KiB');
  });

  it('scrubs by dragging over the curves', async () => {
    const { page } = visit;
    const box = await page.locator('.scrub').boundingBox();
    if (box === null) throw new Error('no plot');
    await page.mouse.move(box.x + box.width * 0.2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
    await page.mouse.up();
    const cursor = await cursorOn(page);
    expect(Math.abs(cursor - 24_250)).toBeLessThan(200);
    await expect
      .poll(() => page.locator('.sentence-place').textContent())
      .toContain(cursor.toLocaleString('en-US'));
  });

  it('compares three allocators, and takes a change back', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Compare another allocator' }).click();
    await expect.poll(() => page.locator('.chooser').count()).toBe(3);
    await settled(page);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.chooser').count()).toBe(2);
  });

  it('shares a link that another profile opens with the same fingerprint', async () => {
    const { page } = visit;
    await settled(page);
    const cursor = await cursorOn(page);
    const ours = await fingerprintsOn(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const field = page.getByLabel('Link to this experiment');
    await expect.poll(() => field.inputValue()).toContain('#');
    const link = new URL(await field.inputValue());
    await page.keyboard.press('Escape');
    const other = await site.visit(link.hash);
    await settled(other.page);
    expect(await fingerprintsOn(other.page)).toEqual(ours);
    expect(await cursorOn(other.page)).toBe(cursor);
    expect(await other.page.locator('.fingerprint.good').textContent()).toContain('✓');
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('says so when a link’s fingerprints are not those of this run', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Share' }).click();
    const field = page.getByLabel('Link to this experiment');
    await expect.poll(() => field.inputValue()).toContain('#');
    const { hash } = new URL(await field.inputValue());
    await page.keyboard.press('Escape');
    const { decodeLink, encodeLink } = await import('../../src/experiment/link');
    const experiment = await decodeLink(hash);
    const forged = await encodeLink({
      ...experiment,
      fingerprints: ['0123456789abcdef', experiment.fingerprints[1]],
    });
    const other = await site.visit(forged);
    await settled(other.page);
    await expect.poll(() => other.page.locator('.fingerprint.bad').count()).toBe(1);
    expect(await other.page.locator('tr[data-agreement="differs"]').count()).toBe(1);
    expect(await other.page.locator('tr[data-agreement="same"]').count()).toBe(1);
    await other.close();
  });

  it('keeps everything over a reload', async () => {
    const { page } = visit;
    await page.keyboard.press('ArrowRight');
    const cursor = await cursorOn(page);
    await addressWhere(page, ({ view }) => view.cursor === cursor);
    await page.reload();
    await settled(page);
    expect(await cursorOn(page)).toBe(cursor);
  });

  it('refuses a bad file with file, line, found and expected, and the experiment stays', async () => {
    const { page } = visit;
    const ours = await fingerprintsOn(page);
    await drop(page, 'broken.trace', '# alloc-trace 1\na 0 16 0\nf 1 5\n');
    const problem = page.locator('.problem');
    await expect.poll(() => problem.textContent()).toContain('broken.trace');
    const text = (await problem.textContent()) ?? '';
    for (const part of ['line', '3', 'found', 'expected']) expect(text).toContain(part);
    expect(await fingerprintsOn(page)).toEqual(ours);
    expect(await page.locator('.trace-name').textContent()).toContain('48,500 events');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => problem.count()).toBe(0);
  });

  it('opens a dropped trace, whose link carries it', async () => {
    const other = await site.visit();
    await settled(other.page);
    await drop(
      other.page,
      'mine.trace',
      '# alloc-trace 1\na 0 5000 0\na 1 48 1\nf 0 2\na 2 64 3\nr 1 96 4\n',
    );
    await expect.poll(() => other.page.locator('.trace-name').textContent()).toContain('5 events');
    await settled(other.page);
    // Under a page of live memory there is no ratio to speak of: 48 bytes live after event 2.
    await other.page.keyboard.press('Home');
    for (let i = 0; i < 2; i++) await other.page.keyboard.press('ArrowRight');
    await expect
      .poll(() => other.page.locator('.key-figures').first().textContent())
      .toContain('too little live memory');
    const { fragment } = await addressWhere(
      other.page,
      ({ workload, view }) => workload.kind === 'inline' && view.cursor === 2,
    );
    const third = await site.visit(fragment);
    await expect.poll(() => third.page.locator('.trace-name').textContent()).toContain('mine');
    expect(other.complaints).toEqual([]);
    await third.close();
    await other.close();
  });

  it('stops reading a large file when asked to, and the experiment stays', async () => {
    const other = await site.visit();
    const { page } = other;
    await settled(page);
    const ours = await fingerprintsOn(page);
    await page.evaluate(() => {
      const lines = Array.from({ length: 1_500_000 }, (_, i) => `a ${i} 16 ${i}\nf ${i} ${i}\n`);
      const transfer = new DataTransfer();
      transfer.items.add(new File(['# alloc-trace 1\n', ...lines], 'large.trace'));
      dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    });
    const cancel = page.getByRole('button', { name: 'Cancel' });
    // At once: a click that waits for the button to rest would come when all is read.
    await cancel.dispatchEvent('click');
    await expect.poll(() => cancel.count()).toBe(0);
    expect(await page.locator('.trace-name').textContent()).toContain('48,500 events');
    expect(await fingerprintsOn(page)).toEqual(ours);
    expect(await page.locator('.problem').count()).toBe(0);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('asks for the file that a link names, and tells when it is another', async () => {
    const { encodeLink } = await import('../../src/experiment/link');
    const lines = Array.from({ length: 5000 }, (_, i) => `a ${i} ${16 + (i % 50)} ${i}`);
    const text = `# alloc-trace 1\n${lines.join('\n')}\n`;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const { documentSchema } = await import('../../src/experiment/document');
    const { parse } = await import('valibot');
    const link = await encodeLink(
      parse(documentSchema, {
        version: 1,
        workload: { kind: 'file', name: 'mine.trace', sha256, bytes: text.length },
        allocators: [{ id: 'bsd' }],
      }),
    );
    const other = await site.visit(link);
    await expect.poll(() => other.page.locator('.wanted').textContent()).toContain('mine.trace');
    await drop(other.page, 'other.trace', text.replace('a 0 16 0', 'a 0 17 0'));
    await expect.poll(() => other.page.locator('.wanted .problem').textContent()).toContain('another file');
    await drop(other.page, 'mine.trace', text);
    await expect.poll(() => other.page.locator('.trace-name').textContent()).toContain('5,000 events');
    await settled(other.page);
    // Once the user agrees, a reload finds the file on this device.
    await other.page.getByRole('button', { name: 'Keep it' }).click();
    await expect.poll(() => other.page.locator('.keep').textContent()).toContain('is kept');
    await addressWhere(other.page, ({ fingerprints }) => fingerprints.length === 1);
    await other.page.reload();
    await settled(other.page);
    expect(await other.page.locator('.trace-name').textContent()).toContain('5,000 events');
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('is worked by keyboard alone', async () => {
    const other = await site.visit();
    const { page } = other;
    await settled(page);
    await page.keyboard.press('?');
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain('into the event');
    const headings = await page.getByRole('dialog').getByRole('heading', { level: 3 }).allTextContents();
    expect(headings).toEqual([
      'On the pages Lab and Machine',
      'On the pages Lab, Machine and Trace',
      'On every page',
      'In a heap map that has the focus',
      'In cache sets that have the focus',
      'In lanes that have the focus',
      'At a window or round of a simulation',
      'Inside a window or round',
      'In an address × time map that has the focus',
      'In live memory by size class that has the focus',
      'In the script editor',
    ]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('o');
    await page.getByRole('dialog').waitFor();
    // Close, the file, then the samples: the fifth recording is a short one.
    await page.getByRole('button', { name: /^sort/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.trace-name').textContent()).toContain('1,006 events');
    await settled(page);
    await page.keyboard.press('End');
    expect(await cursorOn(page)).toBe(1005);
    await page.locator('.map-canvas').first().focus();
    await page.keyboard.press('ArrowRight');
    const tip = page.locator('.map-tip').first();
    await expect.poll(() => tip.textContent()).toMatch(/0x/);
    const first = await tip.textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tip.textContent()).not.toBe(first);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.block').count()).toBe(1);
    expect(await cursorOn(page)).toBe(1005);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('fits a telephone, and keeps the transport in reach', async () => {
    const other = await site.visit('', { viewport: { width: 390, height: 844 } });
    const { page } = other;
    await settled(page);
    expect(await crowdedChips(page)).toEqual([]);
    const box = await page.locator('.transport').boundingBox();
    expect((box?.y ?? 1e9) + (box?.height ?? 0)).toBeLessThanOrEqual(845);
    expect(await flaws(other)).toEqual([]);
    await other.close();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious finding of axe-core in %s colours',
    async (colorScheme) => {
      const other = await site.visit('', { colorScheme });
      await settled(other.page);
      expect(await seriousFindings(other)).toEqual([]);
      await other.page.keyboard.press('ArrowDown');
      await other.page.getByRole('button', { name: 'Blocks in view as a table' }).first().click();
      await other.page.keyboard.press('o');
      await other.page.getByRole('dialog').waitFor();
      expect(await seriousFindings(other)).toEqual([]);
      await other.close();
    },
  );

  it('remembers its colours', async () => {
    const other = await site.visit('', { colorScheme: 'light' });
    await settled(other.page);
    await other.page.getByRole('button', { name: 'Use dark colours' }).click();
    await other.page.reload();
    await settled(other.page);
    expect(await other.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await other.close();
  });

  it('said nothing on the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
