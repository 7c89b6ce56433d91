/** Running programs and finding them. Node's own modules only: these scripts run before anything is installed. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} text a line for people, on standard error */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** An end that the user can do something about: printed without a stack. */
export class Stop extends Error {}

/**
 * Path of a program, or null where PATH has none of these names.
 * @param {...string} names
 */
export function find(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not there: the next folder may have it.
      }
    }
  }
  return null;
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, capture?: boolean, toStderr?: boolean }} [options] quiet: its output is
 *   kept and given only with a failure; capture: its standard output is the answer; toStderr: both go to standard error
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(program, words, options = {}) {
  const { env, quiet = false, capture = false, toStderr = false } = options;
  const out = quiet || capture ? 'pipe' : toStderr ? 2 : 1;
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, quiet ? 'pipe' : 2],
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += data));
  child.stderr?.on('data', (data) => (output += data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ status: code ?? (signal ? 128 : 1), output }));
  });
}

/**
 * Runs the rest of a script and turns what it throws into an exit status.
 * @param {() => Promise<void>} script
 */
export async function script(script) {
  try {
    await script();
  } catch (error) {
    say(
      error instanceof Stop
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error),
    );
    process.exitCode = 1;
  }
}
