/** Runs a checker's binary. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildChecker, type Driver, output, type Subject } from './build';

const run = promisify(execFile);

export interface CheckResult {
  readonly operations: number;
  /** Requests answered with a block. */
  readonly served: number;
  /** Requests answered with NULL, other than the absurd ones. */
  readonly failures: number;
}

/**
 * Without address randomization, where the system lets us: the fuzzer compares addresses too, so that only then the same
 * seed gives the same run; and sanitizers before LLVM 18 do not start on kernels that randomize 32 bits.
 */
const steady = run('setarch', ['-R', 'true']).then(
  () => ['setarch', '-R'],
  () => ['env'],
);

/**
 * At least `operations` operations from `seed`, all checked; `options` are the checker's (variants.ts).
 * @throws Error with the checker's or the sanitizer's words, and the command that repeats the run
 */
export async function check(
  subject: Subject,
  options: readonly string[],
  driver: Driver,
  seed: number,
  operations: number,
): Promise<CheckResult> {
  const binary = await buildChecker(subject, driver);
  const crashes = join(output, 'crashes');
  mkdirSync(crashes, { recursive: true });
  /** The checker's own tables live until the end: no leak. */
  const settings: Record<string, string> = { ASAN_OPTIONS: 'detect_leaks=0' };
  let words = [...options, String(seed), String(operations)];
  if (driver === 'fuzz') {
    settings.LAB_OPTIONS = options.join(' ');
    settings.LAB_OPERATIONS = String(operations);
    words = [`-seed=${seed}`, '-max_len=2048', '-len_control=0', `-artifact_prefix=${crashes}/`];
  }
  try {
    const [program, ...before] = await steady;
    const { stdout } = await run(program, [...before, binary, ...words], {
      env: { ...process.env, ...settings },
      maxBuffer: 1 << 26,
      timeout: 120_000,
    });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim() || String(error);
    const first = Math.max(0, said.search(/^checker: |runtime error|ERROR: /m));
    const shown = said.slice(first, first + 6000);
    const set = Object.entries(settings).map(([name, value]) => `${name}='${value}' `);
    throw new Error(`repeat: ${set.join('')}${binary} ${words.join(' ')}\n${shown}`);
  }
}
