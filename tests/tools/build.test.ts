import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../scripts/shell.mjs';
import { allocators } from '../../src/allocators/list';

const build = (path = '') =>
  promisify(execFile)(process.execPath, [join(root, 'wasm', 'build.mjs')], {
    env: { ...process.env, PATH: path + process.env.PATH },
  });
const stamps = () => readFileSync(join(root, 'build', 'wasm', 'stamps.json'), 'utf8');

it('leaves alone what was built from the same sources by the same tools', async () => {
  const before = stamps();
  expect((await build()).stderr).toBe('');
  expect(stamps()).toBe(before);
});

it('builds all again with another compiler', async () => {
  const before = stamps();
  const folder = mkdtempSync(join(tmpdir(), 'emcc-'));
  try {
    const emcc = join(folder, 'emcc');
    // It tells its version and builds nothing, so that the modules stay as they are.
    writeFileSync(emcc, '#!/bin/sh\ntest "$1" = --version && echo "emcc (of a test) 99.0.0"\n');
    chmodSync(emcc, 0o755);
    const failed = await build(folder + delimiter).catch((error) => error);
    expect(failed.code).toBe(1);
    const begun = [...failed.stderr.matchAll(/^ {2}wasm: (\S+)$/gm)].map(([, name]) => name);
    const others = ['host', 'machine', 'device-hoard', 'yawns-guest'];
    expect(begun).toEqual(expect.arrayContaining([...allocators.map(({ id }) => id), ...others]));
    expect(stamps()).toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
