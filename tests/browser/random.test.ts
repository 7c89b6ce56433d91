/** The random numbers and real functions of wasm/random have the same bits in Chromium as in Node. */
import { readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
afterAll(() => browser?.close());

/** Runs on either side: a digest of batches of every law, and of the functions over many magnitudes. */
async function digests(base64: string): Promise<string[]> {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const wasm = instance.exports as Record<string, (...values: number[]) => number>;
  const memory = instance.exports.memory as WebAssembly.Memory;
  const length = wasm.random_batch_length();
  const digest = async (numbers: Float64Array) => {
    // FNV-1a over the halves of the doubles.
    let hash = 0x811c9dc5;
    for (const half of new Uint32Array(numbers.buffer)) hash = Math.imul(hash ^ half, 0x01000193) >>> 0;
    return hash.toString(16);
  };
  const found: string[] = [];
  for (const law of ['uniform', 'exponential', 'normal', 'pareto']) {
    wasm.random_seed(1992, 7, 2);
    const all = new Float64Array(length * 20);
    for (let batch = 0; batch < 20; batch++) {
      wasm[`random_${law}`](2.5);
      all.set(new Float64Array(memory.buffer, wasm.random_batch(), length), batch * length);
    }
    found.push(await digest(all));
  }
  for (const name of ['exp', 'log', 'pow', 'erfc']) {
    const values = new Float64Array(20_000);
    for (let at = 0; at < values.length; at++)
      values[at] = wasm[`real_${name}`]((at + 1) / 777, (at - 9000) / 999);
    found.push(await digest(values));
  }
  return found;
}

it('gives the same bits in Chromium and in Node', async () => {
  const module = readFileSync(new URL('../../build/wasm/random.wasm', import.meta.url)).toString('base64');
  const page = await browser.newPage();
  const there = await page.evaluate(`(${digests.toString()})(${JSON.stringify(module)})`);
  const here = await digests(module);
  expect(there).toEqual(here);
  expect(new Set(here).size).toBe(8);
});
