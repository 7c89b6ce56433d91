import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHeap } from '../placements/heap';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('the simulated OS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heapscope-os-'));
  const binary = join(folder, 'os_check');

  beforeAll(async () => {
    const sources = ['tests/wasm/os/os_check.c', 'wasm/os/os.c'].map((file) => join(root, file));
    const includes = ['include', 'os'].map((name) => `-I${join(root, 'wasm', name)}`);
    const flags = ['-std=gnu11', '-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    await run('gcc', [...flags, '-Wall', '-Wextra', ...includes, ...sources, '-o', binary]);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  for (const seed of [1, 2, 3])
    it(`answers and accounts as a page table would, natively (seed ${seed})`, async () => {
      const { stdout } = await run(binary, [String(seed), '20000']);
      expect(Number.parseInt(stdout, 10)).toBeGreaterThan(4_000);
    }, 60_000);

  it('grows the linear memory in WebAssembly, to hundreds of megabytes, and refuses beyond its limit', async () => {
    const heap = await openHeap('sysv');
    expect(heap.malloc('A', 300 * 2 ** 20)).toBe(true);
    expect(heap.footprint).toBe(300 * 2 ** 20 + 4096);
    const contents = heap.contents('A', 300 * 2 ** 20);
    contents[contents.length - 1] = 7;
    expect(contents[contents.length - 1]).toBe(7);
    heap.limit(301 * 2 ** 20);
    expect(heap.malloc('B', 2 ** 20)).toBe(false);
    expect(heap.malloc('B', 2 ** 19)).toBe(true);
  });
});
