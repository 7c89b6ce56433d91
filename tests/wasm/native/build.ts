/** Compiles one allocator natively with the checker; binaries are kept under build/native by the hash of what made them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = join(root, 'build', 'native');
const wasm = join(root, 'wasm');

export type Driver = 'random' | 'fuzz';

const exported = ['malloc', 'free', 'realloc', 'malloc_usable_size'];
/** An allocator's exported names get a prefix, so that libc keeps its own for the sanitizers. */
const renames = exported.map((name) => `-D${name}=lab_${name}`);
const includes = ['include', 'os'].map((folder) => `-I${join(wasm, folder)}`);
const common = [
  '-std=gnu11',
  '-g',
  '-O2',
  '-fno-omit-frame-pointer',
  '-fno-pic',
  '-Wall',
  '-Wextra',
  '-Werror',
];
const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
/** A layer that is included leaves some of its functions unused. */
const lenient = ['-Wno-unused-function', '-Wno-unused-but-set-variable'];
const wrap = ['-no-pie', '-Wl,--wrap=os_sbrk', '-Wl,--wrap=os_map'];

const listed = (folder: string, ending: RegExp) =>
  readdirSync(folder)
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));

function inputsOf(): string[] {
  return [
    ...listed(here, /\.[ch]$/),
    join(here, 'build.ts'),
    ...['include', 'os', 'allocators'].flatMap((folder) => listed(join(wasm, folder), /\.h$/)),
    join(wasm, 'os', 'os.c'),
  ];
}

/** The allocator's own C files, first and below: `files` of its descriptor. */
function hashOf(files: readonly string[], driver: Driver): string {
  const hash = createHash('sha256').update(driver);
  const own = files.map((name) => join(wasm, 'allocators', name));
  for (const file of [...inputsOf(), ...own]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function compile(compiler: string, flags: readonly string[]): Promise<void> {
  await run(compiler, [...common, ...includes, ...flags], { maxBuffer: 1 << 26 }).catch((error) => {
    throw new Error(`${compiler} failed:\n${error.stderr || error.message}`);
  });
}

/** The static data of allocator and OS in sections of their own, so that the fuzzer can put them back. */
async function gather(object: string): Promise<void> {
  await run('objcopy', [
    '--rename-section',
    '.data=lab_data,alloc,load,data,contents',
    '--rename-section',
    '.bss=lab_bss,alloc,load,data,contents',
    object,
  ]);
}

/**
 * Path of the binary that checks the allocator, built when it is not there yet.
 * @throws Error with the compiler's words
 */
export async function buildChecker(files: readonly string[], driver: Driver): Promise<string> {
  mkdirSync(output, { recursive: true });
  const [own] = files;
  const base = join(output, `${own.replace(/\.c$/, '')}.${driver}.${hashOf(files, driver)}`);
  if (existsSync(base)) return base;
  const scratch = `${base}.${process.pid}`;
  const compiler = driver === 'fuzz' ? 'clang' : 'gcc';
  const watched = driver === 'fuzz' ? ['-fsanitize=fuzzer-no-link'] : [];
  const allocator = `${scratch}.allocator.o`;
  const os = `${scratch}.os.o`;
  const own_c = join(wasm, 'allocators', own);
  await compile(compiler, [...sanitizers, ...watched, ...renames, ...lenient, '-c', own_c, '-o', allocator]);
  await compile(compiler, [...sanitizers, '-c', join(wasm, 'os', 'os.c'), '-o', os]);
  if (driver === 'fuzz') await Promise.all([gather(allocator), gather(os)]);
  /** Under the fuzzer only the allocator and the OS are instrumented: the checker's own branches are no coverage. */
  const checker = await Promise.all(
    ['checker.c', 'account.c', `${driver}.c`].map(async (name) => {
      const object = `${scratch}.${name}.o`;
      await compile(compiler, [
        ...(driver === 'fuzz' ? [] : sanitizers),
        '-c',
        join(here, name),
        '-o',
        object,
      ]);
      return object;
    }),
  );
  const engine = driver === 'fuzz' ? ['-fsanitize=fuzzer'] : [];
  await compile(compiler, [...sanitizers, ...engine, ...wrap, ...checker, allocator, os, '-o', scratch]);
  await run('rm', ['-f', allocator, os, ...checker]);
  renameSync(scratch, base);
  return base;
}
