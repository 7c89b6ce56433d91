import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runYawns } from '../../../src/simulations/yawns';
import { modules } from '../../src/engine/lab';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = `${root}build/native`;
const program = `${folder}/yawns-check-${process.pid}`;

const check = (model: string, processors: number): string =>
  execFileSync(program, [model, String(processors)], { encoding: 'utf8' }).trim();

describe('YAWNS natively, under AddressSanitizer and UBSan', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    const sources = readdirSync(`${root}wasm/simulations`)
      .filter((name) => /^yawns.*\.c$/.test(name))
      .map((name) => `${root}wasm/simulations/${name}`);
    const includes = ['include', 'os', 'random'].map((name) => `-I${root}wasm/${name}`);
    const strict = ['-std=gnu11', '-g', '-O1', '-Wall', '-Wextra', '-Werror'];
    const watched = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    const driver = fileURLToPath(new URL('yawns_check.c', import.meta.url));
    execFileSync('gcc', [...strict, ...watched, ...includes, ...sources, driver, '-lm', '-o', program]);
  });

  afterAll(() => rmSync(program, { force: true }));

  it.each(['hypercube', 'life'])('breaks no rule of C on 1, 2 and 4 processors (%s)', (model) => {
    const alone = check(model, 1);
    expect(alone).toMatch(/^[0-9a-f]{16}$/);
    expect([check(model, 2), check(model, 4)]).toEqual([alone, alone]);
  });

  it('has the history of the compiled module', async () => {
    const model = { kind: 'life', columns: 21, rows: 18, density: 0.35, rule: 'conway', steps: 12 } as const;
    const { history } = await runYawns(modules, { model, allocator: { id: 'sysv' }, seed: 5 });
    expect(check('life', 4)).toBe(history);
  });
});
