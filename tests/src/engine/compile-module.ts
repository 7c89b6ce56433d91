import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const fixtures = fileURLToPath(new URL('../../fixtures/modules/', import.meta.url));
const built = fileURLToPath(new URL('../../../build/test-modules/', import.meta.url));

/** A module of tests/fixtures/modules, made by the line that the README gives to students. */
export async function compile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256');
  for (const file of [`${name}.c`, 'bump.h']) hash.update(readFileSync(fixtures + file));
  mkdirSync(built, { recursive: true });
  const output = `${built}${name}-${hash.digest('hex').slice(0, 12)}.wasm`;
  if (!existsSync(output)) {
    const exported = name === 'classroom' ? '_mm_init,_mm_malloc,_mm_free,_mm_realloc' : '_malloc,_free';
    const flags = [
      '-O2',
      '--no-entry',
      '-sSTANDALONE_WASM',
      '-sERROR_ON_UNDEFINED_SYMBOLS=0',
      `-sEXPORTED_FUNCTIONS=${exported}`,
    ];
    const env = { ...process.env, NODE_PATH: process.env.NODE_PATH ?? '/usr/share/nodejs' };
    const memory = ['-sINITIAL_MEMORY=32MB', '-sALLOW_MEMORY_GROWTH=1'];
    await promisify(execFile)(
      'emcc',
      [...flags, ...memory, '-fno-builtin', '-w', `${fixtures}${name}.c`, '-o', output],
      { env },
    );
  }
  return new Uint8Array(await readFile(output));
}
