import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler } from '../../../scripts/kept-results.mjs';

export const fixtures = fileURLToPath(new URL('../../fixtures/modules/', import.meta.url));
const built = fileURLToPath(new URL('../../../build/test-modules/', import.meta.url));
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** A part of the README, which students go by. */
function given(pattern: RegExp): string {
  const [, text] = pattern.exec(readme) ?? [];
  if (!text) throw new Error(`README.md: found nothing like ${pattern}`);
  return text;
}

const line = given(/^ {4}emcc ((?:.*\\\n)*.*)$/m).split(/[\s\\]+/);
const classroom = given(/`(_mm_init,[^`]*)`/);

/** The line's words for a module, its file names exchanged; for the classroom's, the README's other exports. */
function wordsOf(name: string, output: string): string[] {
  return line.map((word) => {
    if (word === 'malloc.c') return `${fixtures}${name}.c`;
    if (word === 'my.wasm') return output;
    return name === 'classroom' ? word.replace(/^(-sEXPORTED_FUNCTIONS=).*/, `$1${classroom}`) : word;
  });
}

/** A module of tests/fixtures/modules, made by the line that the README gives to students. */
export async function compile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256').update([compiler(), ...wordsOf(name, '')].join(' '));
  for (const file of [`${name}.c`, 'bump.h']) hash.update(readFileSync(fixtures + file));
  mkdirSync(built, { recursive: true });
  const output = `${built}${name}-${hash.digest('hex').slice(0, 12)}.wasm`;
  if (!existsSync(output)) {
    const env = { ...process.env, NODE_PATH: process.env.NODE_PATH ?? '/usr/share/nodejs' };
    // Test files run at once: what one of them finds is whole.
    const own = output.replace('.wasm', `.${process.pid}.wasm`);
    await promisify(execFile)('emcc', wordsOf(name, own), { env });
    renameSync(own, output);
  }
  return new Uint8Array(await readFile(output));
}
