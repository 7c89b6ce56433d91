/** Runs a checker's binary over one variant of an allocator. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AllocatorDescriptor } from '../../../src/allocators/descriptor';
import { buildChecker, type Driver } from './build';
import { optionsOf, type Variant } from './variants';

const run = promisify(execFile);

export interface CheckResult {
  readonly operations: number;
  readonly served: number;
  readonly failures: number;
}

/**
 * `operations` random operations from `seed`, all checked.
 * @throws Error with the checker's or the sanitizer's words, and the command that repeats the run
 */
export async function check(
  allocator: AllocatorDescriptor,
  variant: Variant,
  driver: Driver,
  seed: number,
  operations: number,
): Promise<CheckResult> {
  const binary = await buildChecker(allocator.files, driver);
  const options = optionsOf(allocator, variant);
  const folder = mkdtempSync(join(tmpdir(), 'heapscope-'));
  /** A heap of our own: leaks of the checker's tables at exit are no finding. */
  const env: NodeJS.ProcessEnv = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
  let words = [...options, String(seed), String(operations)];
  if (driver === 'fuzz') {
    env.LAB_OPTIONS = options.join(' ');
    env.LAB_OPERATIONS = String(operations);
    words = [`-seed=${seed}`, '-max_len=2048', '-len_control=0', `-artifact_prefix=${folder}/`];
  }
  try {
    const { stdout } = await run(binary, words, { env, maxBuffer: 1 << 26, timeout: 120_000 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim() || String(error);
    const shown = said.length > 6000 ? `…${said.slice(-6000)}` : said;
    const prefix = driver === 'fuzz' ? `LAB_OPTIONS='${env.LAB_OPTIONS}' LAB_OPERATIONS=${operations} ` : '';
    throw new Error(
      `${allocator.id} (${variant.name}) failed\nrepeat: ${prefix}${binary} ${words.join(' ')}\n${shown}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
