import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as kumar from '../../src/experiment/catalogue/kumar-programs';
import { DOCUMENT_VERSION, type Experiment } from '../../src/experiment/document';
import { encodeLink } from '../../src/experiment/link';
import { seriousFindings } from './axe';
import { cursorOn, openSite, type Visit } from './page';

/** 64 threads on a machine of 64 processors, whose farthest cache has thousands of sets. */
const many: Experiment = {
  version: DOCUMENT_VERSION,
  title: '',
  workload: { kind: 'script', name: 'many threads', source: kumar.fragmentation(64).replace('200', '8') },
  allocators: [{ id: 'hoard', params: {} }],
  machine: 'crunchy2',
  seed: 1,
  view: {
    cursor: 900,
    step: null,
    window: null,
    range: null,
    metric: 'footprint',
    page: 'machine',
    machine: { level: 2, processor: null, colour: 'owner', map: 'kind', strip: 'misses' },
  },
  fingerprints: [],
};

const ran = (page: Page) => page.waitForSelector('.machine-figures > div:nth-child(4)');

/** Virtual time that the lanes show, from their note; the whole run where it names no part. */
async function lanesWindow({ page }: Visit): Promise<readonly [number, number]> {
  const note = ((await page.locator('.lanes .note').textContent()) ?? '').replaceAll(',', '');
  const part = /cycles (\d+) – (\d+) of/.exec(note);
  return part ? [Number(part[1]), Number(part[2])] : [0, Number(/^(\d+) cycles/.exec(note)?.[1])];
}

/** The set under the middle of the picture, out of its tip. */
async function setInMiddle({ page }: Visit): Promise<number> {
  const box = await page.locator('.set-canvas').boundingBox();
  if (!box) throw new Error('no sets');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 3);
  const tip = await page.locator('.set-canvas .map-tip').textContent();
  return Number(/set ([\d,]+)/.exec(tip ?? '')?.[1].replaceAll(',', ''));
}

/** Two fingers that move apart on an element, from `near` to `far` pixels to each side of a point of it. */
async function pinch(client: CDPSession, at: { x: number; y: number }, near: number, far: number) {
  const points = (by: number) => [
    { x: at.x - by, y: at.y, id: 0 },
    { x: at.x + by, y: at.y, id: 1 },
  ];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number | null) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: by === null ? [] : points(by) });
  await send('touchStart', near);
  for (let i = 1; i <= 8; i++) await send('touchMove', near + ((far - near) * i) / 8);
  await send('touchEnd', null);
}

const { site, visit } = await openSite(ran, await encodeLink(many));

describe('thousands of sets and 64 processors', () => {
  it('zooms into the sets by button, key and wheel, and goes to the set of the block', async () => {
    const { page } = visit;
    expect(await page.locator('.cache-sets .note').textContent()).toContain('2,048 sets × 48 ways');
    const out = page.getByRole('button', { name: 'Zoom out of the sets' });
    expect(await out.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Zoom into the sets' }).click();
    expect(await out.isDisabled()).toBe(false);
    await page.getByRole('button', { name: 'All sets' }).click();
    expect(await out.isDisabled()).toBe(true);
    await page.locator('.set-canvas').focus();
    await page.keyboard.press('+');
    expect(await out.isDisabled()).toBe(false);
    await page.keyboard.press('0');
    expect(await out.isDisabled()).toBe(true);
    const before = await setInMiddle(visit);
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -240);
    expect(await out.isDisabled()).toBe(false);
    // The wheel zooms about the pointer: what was under it still is, or is its neighbour.
    expect(Math.abs((await setInMiddle(visit)) - before)).toBeLessThan(3);
    await page.mouse.move(5, 5);
    const own = /set ([\d,]+)/.exec((await page.locator('.address-ruler .note').textContent()) ?? '')?.[1];
    await page.getByRole('button', { name: 'All sets' }).click();
    await page.getByRole('button', { name: 'Go to the set of this access or block' }).click();
    // In the middle, or as near to it as the picture's edge allows: about twenty sets are in sight beside each other.
    const shown = await setInMiddle(visit);
    expect(Math.abs(shown - Number(own?.replaceAll(',', '')))).toBeLessThanOrEqual(10);
  });

  it('moves the zoomed sets by a drag', async () => {
    const { page } = visit;
    const before = await setInMiddle(visit);
    const box = await page.locator('.set-canvas').boundingBox();
    if (!box) throw new Error('no sets');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 160, y, { steps: 4 });
    await page.mouse.up();
    expect(await setInMiddle(visit)).toBeGreaterThan(before);
  });

  it('zooms into the lanes by button, wheel and key, to finer slices, and moves by drag and key', async () => {
    const { page } = visit;
    const [, time] = await lanesWindow(visit);
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom into the lanes' }).click();
    let [from, to] = await lanesWindow(visit);
    expect((to - from) / time).toBeCloseTo(1 / 8, 2);
    const lanes = page.locator('.lane-canvas');
    // Finer slices come from the worker: a slice of the whole run is the time over 1,024, or up to half of that.
    await expect
      .poll(
        async () => {
          await lanes.hover({ position: { x: 500, y: 5 } });
          await lanes.hover({ position: { x: 502, y: 6 } });
          const tip = ((await page.locator('.lane-canvas .map-tip').textContent()) ?? '').replaceAll(',', '');
          return Number(/of (\d+) cycle/.exec(tip)?.[1]);
        },
        { timeout: 20_000 },
      )
      .toBeLessThan(time / 1024);
    await lanes.focus();
    await page.keyboard.press('PageDown');
    const moved = await lanesWindow(visit);
    expect(moved[0]).toBeGreaterThan(from);
    [from, to] = moved;
    const box = await lanes.boundingBox();
    if (!box) throw new Error('no lanes');
    const at = await cursorOn(page);
    await page.mouse.move(box.x + 600, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 760, box.y + 20, { steps: 4 });
    await page.mouse.up();
    expect((await lanesWindow(visit))[0]).toBeLessThan(from);
    // A drag moves the picture and not the cursor; a click moves the cursor into what is seen.
    expect(await cursorOn(page)).toBe(at);
    await lanes.click({ position: { x: 700, y: 20 } });
    expect(await cursorOn(page)).not.toBe(at);
    await expect.poll(() => page.locator('.lane-canvas .strip-cursor').count()).toBe(1);
    await lanes.focus();
    await page.keyboard.press('0');
    expect(await lanesWindow(visit)).toEqual([0, time]);
    await page.mouse.move(box.x + 600, box.y + 20);
    await page.mouse.wheel(0, -500);
    await expect.poll(async () => (await lanesWindow(visit))[0]).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'The whole run' }).click();
  });

  it('makes 64 lanes tall enough to be read', async () => {
    const { page } = visit;
    const height = async () => (await page.locator('.lane-canvas').boundingBox())?.height ?? 0;
    const thin = await height();
    await page.getByRole('button', { name: 'Tall lanes' }).click();
    expect(await height()).toBe(64 * 15);
    await page.getByRole('button', { name: 'Tall lanes' }).click();
    expect(await height()).toBe(thin);
  });

  it('zooms into the heap, and goes to the block of the event', async () => {
    const { page } = visit;
    const note = () => page.locator('.machine-map .note').textContent();
    const whole = await note();
    await page.getByRole('button', { name: 'Zoom into the heap' }).click();
    expect(await note()).not.toBe(whole);
    await page.getByRole('button', { name: 'Zoom out of the heap' }).click();
    await expect.poll(note).toBe(whole);
    const area = page.locator('.machine-map-area');
    await area.hover();
    // The listener for the wheel is fetched when the pointer comes.
    await expect.poll(() => area.evaluate((element) => '__zoom' in element)).toBe(true);
    await page.mouse.wheel(0, -500);
    await expect.poll(note).not.toBe(whole);
    await page.mouse.wheel(0, 2000);
    await expect.poll(note).toBe(whole);
  });

  it('pinches sets and lanes with two fingers on a phone, and scrolls the page with one', async () => {
    const phone = await site.visit(await encodeLink(many), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await ran(phone.page);
    const { page } = phone;
    const client = await page.context().newCDPSession(page);
    await page.locator('.set-canvas').scrollIntoViewIfNeeded();
    const sets = await page.locator('.set-canvas').boundingBox();
    if (!sets) throw new Error('no sets');
    const out = page.getByRole('button', { name: 'Zoom out of the sets' });
    expect(await out.isDisabled()).toBe(true);
    await pinch(client, { x: sets.x + sets.width / 2, y: sets.y + sets.height / 2 }, 20, 120);
    await expect.poll(() => out.isDisabled()).toBe(false);
    await page.locator('.lane-canvas').scrollIntoViewIfNeeded();
    const lanes = await page.locator('.lane-canvas').boundingBox();
    if (!lanes) throw new Error('no lanes');
    const [, time] = await lanesWindow(phone);
    await pinch(client, { x: lanes.x + lanes.width / 2, y: lanes.y + lanes.height / 2 }, 20, 100);
    await expect.poll(async () => (await lanesWindow(phone))[1]).toBeLessThan(time);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('has no serious accessibility findings and nothing to complain of', async () => {
    expect(await seriousFindings(visit)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
