/** A user's own traces: parts of those that are too large, files kept in the browser, links that open them again. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOfRuns, addressWhere } from './address';
import { seriousFindings } from './axe';
import { cursorOn, drop, fingerprintsOn, Site, settled, toPage, type Visit } from './page';

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterAll(async () => {
  await site?.close();
});

/** Too large for a link: 5,000 allocations, half of them freed. */
const lines = Array.from({ length: 5000 }, (_, i) =>
  i % 2 === 0 ? `a ${i / 2} ${16 + ((i / 2) % 500)} ${i}` : `f ${Math.floor(i / 4)} ${i}`,
).filter((line, i, all) => line[0] === 'a' || all.indexOf(line) === i);
const text = `# alloc-trace 1\n${lines.join('\n')}\n${'# a line that makes it larger\n'.repeat(1000)}`;
const name = 'mine.trace';

const eventsOn = async (page: Page) =>
  Number(
    /([\d,]+) events/.exec((await page.locator('.trace-name').textContent()) ?? '')?.[1].replaceAll(',', ''),
  );

const keepBar = (page: Page) => page.getByRole('region', { name: 'Keeping the file' });

async function openKeptList(page: Page) {
  await page.getByRole('button', { name: 'Open trace…' }).click();
  const kept = page.getByRole('region', { name: 'Kept in this browser' });
  await kept.locator('[data-room]').waitFor();
  return kept;
}

/** Waits for the fingerprints of both columns. */
const bothRun = (page: Page) =>
  expect
    .poll(async () => (await fingerprintsOn(page)).filter((each) => each !== null).length, {
      timeout: 20_000,
    })
    .toBe(2);

describe('a file that is too large for the link', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await site.visit();
    await settled(visit.page);
  });
  afterAll(() => visit?.close());

  it('is kept only if the user agrees, and asked for after a reload where it was not', async () => {
    const { page } = visit;
    await drop(page, name, text);
    await expect
      .poll(() => keepBar(page).textContent())
      .toMatch(/Keep mine\.trace \([\d.]+ KiB\) in this browser\?/);
    await settled(page);
    // The question does not stand in the way.
    await page.keyboard.press('Home');
    expect(await cursorOn(page)).toBe(0);
    await keepBar(page).getByRole('button', { name: 'Do not keep' }).click();
    await expect.poll(() => keepBar(page).count()).toBe(0);
    await addressWhere(page, ({ workload, view }) => workload.kind === 'file' && view.cursor === 0);
    await page.reload();
    await expect.poll(() => page.locator('.wanted').textContent()).toContain(name);
  });

  it('is found by a reload and by its link once it is kept', async () => {
    const { page } = visit;
    await drop(page, name, text);
    await keepBar(page).getByRole('button', { name: 'Keep it' }).click();
    await expect.poll(() => keepBar(page).textContent()).toContain('is kept in this browser');
    await settled(page);
    await bothRun(page);
    const ours = await fingerprintsOn(page);
    const link = (await addressOfRuns(page)).fragment;
    await page.reload();
    await settled(page);
    expect(await fingerprintsOn(page)).toEqual(ours);
    await page.goto('about:blank');
    await page.goto(site.url + link);
    await settled(page);
    expect(await fingerprintsOn(page)).toEqual(ours);
    expect(await page.locator('.fingerprint.good').count()).toBe(1);
    expect(await keepBar(page).count()).toBe(0);
  });

  it('is listed with its size and date, opens from there, and can be deleted', async () => {
    const { page } = visit;
    await page.keyboard.press('Home');
    let kept = await openKeptList(page);
    expect(await kept.locator('tbody tr').count()).toBe(1);
    expect(await kept.locator('tbody tr').textContent()).toMatch(
      /mine\.trace.*[\d.]+ KiB.*\d{1,2} \w{3} \d{4}/,
    );
    expect(await kept.locator('[data-room]').textContent()).toMatch(
      /1 file, .* in all\. The browser gives this page/,
    );
    expect(await seriousFindings(visit)).toEqual([]);
    await kept.getByRole('button', { name, exact: true }).click();
    // Opened anew, it stands a third of the way in.
    const third = Math.floor(((await eventsOn(page)) - 1) / 3);
    await expect.poll(() => cursorOn(page)).toBe(third);
    expect(await keepBar(page).count()).toBe(0);
    kept = await openKeptList(page);
    await kept.getByRole('button', { name: `Delete ${name}` }).click();
    await kept.getByRole('button', { name: 'Leave' }).click();
    await kept.getByRole('button', { name: `Delete ${name}` }).click();
    await page.keyboard.press('Enter');
    await expect.poll(() => kept.textContent()).toContain('Nothing.');
    await page.keyboard.press('Escape');
    // What is open stays open; only a reload has to ask.
    await page.keyboard.press('End');
    const last = (await eventsOn(page)) - 1;
    expect(await cursorOn(page)).toBe(last);
    await addressWhere(page, ({ workload, view }) => workload.kind === 'file' && view.cursor === last);
    await page.reload();
    await expect.poll(() => page.locator('.wanted').textContent()).toContain(name);
    expect(visit.complaints).toEqual([]);
  });
});

it('remembers the answer for later files, and it can be changed', async () => {
  const { page, close, complaints } = await site.visit();
  await settled(page);
  await drop(page, name, text);
  await keepBar(page).getByLabel('the same for later files').check();
  await keepBar(page).getByRole('button', { name: 'Keep it' }).click();
  await expect.poll(() => keepBar(page).textContent()).toContain('is kept');
  await drop(page, 'other.trace', `${text}# other\n`);
  await expect.poll(() => keepBar(page).textContent()).toContain('other.trace');
  await expect.poll(() => keepBar(page).textContent()).toContain('is kept');
  const kept = await openKeptList(page);
  await expect.poll(() => kept.locator('tbody tr').count()).toBe(2);
  await kept.getByRole('button', { name: 'Delete all' }).click();
  await kept.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => kept.textContent()).toContain('Nothing.');
  await kept.getByLabel('Files too large for a link').selectOption('never');
  await page.keyboard.press('Escape');
  await drop(page, 'third.trace', `${text}# third\n`);
  await expect.poll(() => page.locator('.trace-name').textContent()).toContain('third.trace');
  await settled(page);
  expect(await keepBar(page).textContent()).not.toContain('third');
  expect(complaints).toEqual([]);
  await close();
});

it('says that there is no room, and the trace stays open', async () => {
  const { page, close, complaints } = await site.visit('', {}, async (each) => {
    await each.addInitScript(() => {
      navigator.storage.estimate = async () => ({ quota: 50_000, usage: 10_000 });
    });
  });
  await settled(page);
  await drop(page, name, text);
  await keepBar(page).getByRole('button', { name: 'Keep it' }).click();
  await expect
    .poll(() => keepBar(page).textContent())
    .toMatch(
      /mine\.trace stays open but is not kept: there is no room to keep mine\.trace .* the browser gives this page/,
    );
  await settled(page);
  expect(await page.locator('.trace-name').textContent()).toContain(name);
  await keepBar(page).getByRole('button', { name: 'What is kept …' }).click();
  await expect.poll(() => page.getByRole('dialog').textContent()).toContain('Nothing.');
  expect(complaints).toEqual([]);
  await close();
});

it('says what the browser refuses when writing breaks off, and leaves nothing half', async () => {
  const { page, close, complaints } = await site.visit('', {}, async (each) => {
    await each.addInitScript(() => {
      const write = FileSystemFileHandle.prototype.createWritable;
      FileSystemFileHandle.prototype.createWritable = async function (...args) {
        if (!this.name.endsWith('.json')) throw new DOMException('The disk is full', 'QuotaExceededError');
        return write.apply(this, args);
      };
    });
  });
  await settled(page);
  await drop(page, name, text);
  await keepBar(page).getByRole('button', { name: 'Keep it' }).click();
  await expect.poll(() => keepBar(page).textContent()).toContain('there is no room to keep mine.trace');
  const left = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('files');
    const names: string[] = [];
    for await (const each of folder.keys()) names.push(each);
    return names;
  });
  expect(left).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('says which is taken of files that are dropped together', async () => {
  const { page, complaints, close } = await site.visit();
  await settled(page);
  await drop(page, 'first.trace', '# alloc-trace 1\na 0 16 1\nf 0 2\n', ['second.trace', 'third.wasm']);
  await expect.poll(() => page.locator('.trace-name').textContent()).toContain('2 events');
  const said = page.locator('.problem', { hasText: 'Of 3 files first.trace is taken' });
  expect(await said.textContent()).toContain('drop the others one by one');
  expect(complaints).toEqual([]);
  await close();
});

it('lists and opens nothing whose entry is not the lab’s', async () => {
  const { page, complaints, close } = await site.visit();
  await settled(page);
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const files = await root.getDirectoryHandle('files', { create: true });
    const write = async (entry: string, content: string) => {
      const into = await (await files.getFileHandle(entry, { create: true })).createWritable();
      await into.write(content);
      await into.close();
    };
    const [torn, strange] = ['a'.repeat(64), 'b'.repeat(64)];
    await write(torn, 'x');
    await write(`${torn}.json`, '{"sha256":');
    await write(strange, 'x');
    await write(
      `${strange}.json`,
      JSON.stringify({ sha256: strange, name: { first: 1 }, bytes: 1, at: 'now' }),
    );
  });
  const kept = await openKeptList(page);
  expect(await kept.locator('tbody tr').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

describe('a part of a recording', () => {
  it('is offered where the whole is beyond the limit, with size and limit', async () => {
    const { page, close, complaints } = await site.visit('', {}, async (each) => {
      // A device of a quarter of a GiB: a million events.
      await each.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.25 });
      });
    });
    await settled(page);
    await bothRun(page);
    const ours = await fingerprintsOn(page);
    await page.evaluate(() => {
      const line = Array.from({ length: 600_000 }, (_, i) => `a ${i} ${16 + (i % 90)} ${i}\nf ${i} ${i}\n`);
      const transfer = new DataTransfer();
      transfer.items.add(new File(['# alloc-trace 1\n', ...line], 'huge.trace'));
      document.body.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    });
    const problem = page.locator('.problem');
    await expect.poll(() => problem.textContent(), { timeout: 30_000 }).toContain('huge.trace');
    const words = (await problem.textContent()) ?? '';
    expect(words).toMatch(/more than 1,000,000 events in the first [\d,]+ of [\d,]+ bytes/);
    expect(words).toContain('at most 1,000,000 events');
    expect(words).toMatch(/of about 1,[0-2]\d\d,\d\d\d, by its size/);
    // Nothing of the current experiment is lost.
    expect(await fingerprintsOn(page)).toEqual(ours);
    await page.getByLabel('First event of the part').fill('1000');
    await page.getByLabel('Event to stop before').fill('900');
    expect(await problem.getByRole('alert').textContent()).toContain('after event 1,000');
    expect(await problem.getByRole('button', { name: 'Load this part' }).isDisabled()).toBe(true);
    await page.getByLabel('Event to stop before').fill('21,000');
    await problem.getByRole('button', { name: 'Load this part' }).click();
    await expect.poll(() => eventsOn(page), { timeout: 30_000 }).toBe(20_000);
    expect(await problem.count()).toBe(0);
    await settled(page);
    const { experiment } = await addressWhere(page, ({ workload }) => workload.kind === 'file');
    expect(experiment.workload).toMatchObject({ kind: 'file', from: 1000, to: 21_000 });
    expect(complaints).toEqual([]);
    await close();
  });

  it('is chosen on the trace page, travels in the link, and undo brings all of it back', async () => {
    const { page, close, complaints } = await site.visit();
    await settled(page);
    await bothRun(page);
    const ours = await fingerprintsOn(page);
    await toPage(page, 'Trace');
    const form = page.getByRole('form', { name: 'Part of the recording' });
    await form.getByLabel('First event of the part').fill('20000');
    await form.getByLabel('Event to stop before').fill('40,000');
    await form.getByLabel('Of how many objects one is kept').fill('2');
    await page.keyboard.press('Enter');
    const recording = page.getByRole('region', { name: 'The recording' });
    await expect
      .poll(() => recording.textContent())
      .toContain('events 20,000 to 40,000 of 48,500, one object of every 2');
    expect(await recording.textContent()).toContain('stand as allocations before them');
    await page.locator('.fingerprint summary').waitFor();
    await expect.poll(() => fingerprintsOn(page)).not.toEqual(ours);
    await bothRun(page);
    const part = await fingerprintsOn(page);
    const other = await site.visit((await addressOfRuns(page)).fragment);
    await expect.poll(() => fingerprintsOn(other.page), { timeout: 20_000 }).toEqual(part);
    expect(await other.page.locator('.fingerprint.good').count()).toBe(1);
    await other.close();
    await page.keyboard.press('Control+z');
    await expect.poll(() => fingerprintsOn(page)).toEqual(ours);
    expect(await recording.textContent()).toContain('all of its 48,500 events');
    await page.keyboard.press('Control+y');
    await expect.poll(() => fingerprintsOn(page)).toEqual(part);
    await form.getByRole('button', { name: 'Load all' }).click();
    await expect.poll(() => fingerprintsOn(page)).toEqual(ours);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is chosen before a recording is opened', async () => {
    const { page, close, complaints } = await site.visit();
    await settled(page);
    await page.keyboard.press('o');
    await page.getByText('Only a part of it').click();
    await page.getByLabel('Event to stop before').fill('500');
    await page.getByRole('button', { name: /^sort/ }).click();
    await expect.poll(() => eventsOn(page)).toBe(500);
    await page.getByRole('button', { name: 'part of the recording' }).click();
    const recording = page.getByRole('region', { name: 'The recording' });
    await expect.poll(() => recording.textContent()).toContain('events 0 to 500 of 1,006');
    expect(complaints).toEqual([]);
    await close();
  });
});
