import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { output } from './build';

const here = fileURLToPath(new URL('.', import.meta.url));
const wasm = fileURLToPath(new URL('../../../wasm', import.meta.url));
const program = join(output, 'timewarp');

/** The simulator over the system's malloc, which the sanitizers watch. */
beforeAll(() => {
  mkdirSync(output, { recursive: true });
  const simulations = join(wasm, 'simulations');
  const sources = readdirSync(simulations)
    .filter((name) => /^timewarp.*\.c$/.test(name))
    .map((name) => join(simulations, name));
  const includes = ['include', 'random', 'simulations'].map((folder) => `-I${join(wasm, folder)}`);
  const checks = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
  const flags = ['-std=gnu11', '-g', '-O1', '-Wno-address-of-packed-member', ...checks, ...includes];
  execFileSync('gcc', [...flags, ...sources, join(here, 'timewarp.c'), '-lm', '-o', program]);
}, 60_000);

function run(seed: number, interval: number, quiet: boolean) {
  const words = execFileSync(program, [`${seed}`, '300', `${interval}`, quiet ? '1' : '0'])
    .toString()
    .split(' ');
  const [history, state] = words;
  const [committed, rollbacks, coasted, left] = words.slice(2).map(Number);
  return { history, state, committed, rollbacks, coasted, left };
}

describe('a Time Warp kernel under the sanitizers', () => {
  for (const interval of [1, 4, 0])
    it(`comes to the same history whatever the order of messages, interval ${interval || 'auto'}`, () => {
      for (let seed = 1; seed <= 8; seed++) {
        const late = run(seed, interval, false);
        const calm = run(seed, interval, true);
        expect(late.rollbacks).toBeGreaterThan(30);
        expect(calm.rollbacks).toBe(0);
        expect({ ...late, rollbacks: 0, coasted: 0 }).toEqual({ ...calm, coasted: 0 });
        expect(late.left).toBe(0);
        expect(late.coasted > 0).toBe(interval !== 1);
      }
    }, 60_000);

  it('tells different seeds apart', () => {
    expect(run(1, 1, false).history).not.toBe(run(2, 1, false).history);
  });
});
