/** Compiles one allocator natively with the checker; binaries are kept under build/native by the hash of what made them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const wasm = join(root, 'wasm');
export const output = join(root, 'build', 'native');

/** random.c under gcc's AddressSanitizer and UBSan, or fuzz.c under clang's libFuzzer with both. */
export type Driver = 'random' | 'fuzz';

/** What is checked: its C files, the one to compile first, then those that it includes. */
export interface Subject {
  readonly files: readonly string[];
  readonly defines?: readonly string[];
}

/** A built-in allocator by the names in its descriptor. */
export const builtIn = (names: readonly string[]): Subject => ({
  files: names.map((name) => join(wasm, 'allocators', name)),
});

/** An allocator's exported names get a prefix, so that libc keeps its own for the sanitizers. */
const renames = ['malloc', 'free', 'realloc', 'malloc_usable_size'].map((name) => `-D${name}=lab_${name}`);
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
/** gcc warns of functions of an included layer that the layer above does not use. */
const lenient = ['-Wno-unused-function'];
const link = ['-no-pie', '-Wl,--wrap=os_sbrk', '-Wl,--wrap=os_map'];

const listed = (folder: string, ending: RegExp) =>
  readdirSync(folder)
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));

function hashOf(subject: Subject, driver: Driver): string {
  const shared = [
    ...listed(here, /^(account|checker|random|fuzz)\.[ch]$/),
    join(here, 'build.ts'),
    join(here, 'coverage.ignore'),
    ...['include', 'os', 'allocators'].flatMap((folder) => listed(join(wasm, folder), /\.h$/)),
    join(wasm, 'os', 'os.c'),
  ];
  const hash = createHash('sha256')
    .update(driver)
    .update((subject.defines ?? []).join(' '));
  for (const file of [...shared, ...subject.files]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function compile(compiler: string, flags: readonly string[]): Promise<void> {
  await run(compiler, [...common, ...includes, ...flags], { maxBuffer: 1 << 26 }).catch((error) => {
    throw new Error(`${compiler} failed:\n${error.stderr || error.message}`);
  });
}

/** The static data of allocator and OS in sections of their own, so that the fuzzer can put them back. */
async function gather(object: string): Promise<void> {
  const renamed = ['data', 'bss'].flatMap((name) => [
    '--rename-section',
    `.${name}=lab_${name},alloc,load,data,contents`,
  ]);
  await run('objcopy', [...renamed, object]);
}

/**
 * Path of the binary that checks the subject, built when it is not there yet.
 * @throws Error with the compiler's words
 */
export async function buildChecker(subject: Subject, driver: Driver): Promise<string> {
  const [source] = subject.files;
  const name = basename(source, '.c');
  const binary = join(output, `${name}.${driver}.${hashOf(subject, driver)}`);
  if (existsSync(binary)) return binary;
  const scratch = join(output, `${name}.${driver}.${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  const fuzzing = driver === 'fuzz';
  const compiler = fuzzing ? 'clang' : 'gcc';
  const traced = [
    '-fsanitize=fuzzer-no-link',
    `-fsanitize-coverage-ignorelist=${join(here, 'coverage.ignore')}`,
  ];
  const watched = fuzzing ? [...sanitizers, ...traced] : sanitizers;
  const object = async (file: string, flags: readonly string[]) => {
    const target = join(scratch, `${basename(file, '.c')}.o`);
    await compile(compiler, [...flags, '-c', file, '-o', target]);
    return target;
  };
  const tested = [
    await object(source, [...watched, ...renames, ...lenient, ...(subject.defines ?? [])]),
    await object(join(wasm, 'os', 'os.c'), sanitizers),
  ];
  if (fuzzing) await Promise.all(tested.map(gather));
  /** Under the fuzzer only the allocator and the OS are instrumented: the checker's own branches are no coverage. */
  const checker = await Promise.all(
    ['checker.c', 'account.c', `${driver}.c`].map((file) =>
      object(join(here, file), fuzzing ? ['-O3'] : sanitizers),
    ),
  );
  const engine = fuzzing ? ['-fsanitize=fuzzer'] : [];
  await compile(compiler, [
    ...sanitizers,
    ...engine,
    ...link,
    ...checker,
    ...tested,
    '-o',
    join(scratch, name),
  ]);
  renameSync(join(scratch, name), binary);
  rmSync(scratch, { recursive: true });
  return binary;
}
