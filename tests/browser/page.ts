/** Serves the built page and opens it in Chromium, for the tests of this folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page with what it said on its console. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions that nobody caught. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export class Site {
  private constructor(
    readonly url: string,
    private readonly server: PreviewServer,
    private readonly browser: Browser,
    private readonly folder: string,
  ) {}

  /** Builds into a folder of its own, so that a page that is being looked at stays as it is. */
  static async open(): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'heapscope-page-'));
    // Vitest says "test", and React would then bring its development build.
    process.env.NODE_ENV = 'production';
    await build({ root, logLevel: 'silent', build: { outDir: folder, emptyOutDir: true } });
    const server = await preview({
      root,
      logLevel: 'silent',
      build: { outDir: folder },
      preview: { port: 0, strictPort: false, host: 'localhost' },
    });
    const url = server.resolvedUrls?.local[0];
    if (url === undefined) throw new Error('the preview server has no address');
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: FLAGS,
    });
    return new Site(url, server, browser, folder);
  }

  /** Opens the page in a profile of its own; `prepare` sees it before it loads, which waits for that. */
  async visit(
    fragment = '',
    options: BrowserContextOptions = {},
    prepare: (page: Page) => Promise<void> | void = () => undefined,
  ): Promise<Visit> {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    await prepare(page);
    await page.goto(this.url + fragment);
    return { page, complaints, close: () => context.close() };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * One visit for all tests of a file, closed after them.
 * @param ready brings the page to where they begin
 */
export async function openSite(
  ready: (page: Page) => Promise<unknown> = settled,
  fragment = '',
): Promise<{ readonly site: Site; readonly visit: Visit }> {
  const site = await Site.open();
  afterAll(() => site.close());
  const visit = await site.visit(fragment);
  await ready(visit.page);
  return { site, visit };
}

/** Goes to a page by its name in the header. */
export const toPage = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name, exact: true }).click();

/** Waits until every column has run and shows the moment of the cursor. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll('.key-figures')];
    if (!document.querySelector('.job.idle')) return false;
    return figures.length > 0 && figures.every((one) => !one.textContent?.includes('–'));
  });
}

/** Fingerprints of the columns, in order. */
export const fingerprintsOn = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-fingerprint]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-fingerprint')));

/** The event that the transport stands on. */
export async function cursorOn(page: Page): Promise<number> {
  return Number((await page.locator('#go-to').inputValue()).replaceAll(',', ''));
}

/** Number of different colours in a canvas: at most 1 while nothing is drawn. */
export const coloursOf = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    // Read from a copy: Chromium warns of canvases that are read again and again.
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(element as HTMLCanvasElement, 0, 0);
    const pixels = new Uint32Array(
      context?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0),
    );
    return new Set(pixels).size;
  });

/** Colours of a column's heap map. */
export const mapColours = (page: Page, column: number): Promise<number> =>
  coloursOf(page.locator('.map-canvas canvas').nth(column));

/** Drops a file of any size on the page, as from a folder. The page marks the moment as "dropped". */
export async function dropFile(page: Page, path: string): Promise<void> {
  const chooser = 'dropped-by-test';
  await page.evaluate((id) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = id;
    input.hidden = true;
    document.body.append(input);
  }, chooser);
  await page.locator(`#${chooser}`).setInputFiles(path);
  await page.evaluate((id) => {
    const input = document.getElementById(id) as HTMLInputElement;
    const transfer = new DataTransfer();
    transfer.items.add((input.files as FileList)[0]);
    input.remove();
    performance.mark('dropped');
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
  }, chooser);
}

/** Drops a file on the page, as from a folder; empty ones of other names with it. */
export async function drop(
  page: Page,
  name: string,
  content: string | Uint8Array,
  others: readonly string[] = [],
): Promise<void> {
  const bytes = Array.from(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  await page.evaluate(
    ({ name: file, bytes: data, others: more }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(data)], file));
      for (const other of more) transfer.items.add(new File([], other));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
        );
    },
    { name, bytes, others },
  );
}
