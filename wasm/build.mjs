/**
 * Builds every C file below wasm/ into build/wasm: each allocator as NAME.wasm, NAME.counted.wasm and
 * NAME.observed.wasm, each simulation with each allocator as SIMULATION-NAME in the same three, each other folder as one
 * module. What was built from the same sources by the same tools is left alone.
 *
 *   node wasm/build.mjs [--quiet]
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'wasm');
const output = join(root, 'build', 'wasm');
const quiet = process.argv.includes('--quiet');

/** npm puts its packages' programs first: emcc must find its own wasm-opt, whoever calls this. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
/** Debian's emcc looks for its JavaScript helpers there. */
const environment = { ...process.env, PATH: path, NODE_PATH: process.env.NODE_PATH ?? '/usr/share/nodejs' };
/** More than any of these programs needs; the counted variant keeps notes at the far end (wasm/observe/pages.mjs). */
const STACK_BYTES = 65536;
const common = [
  '-O3',
  '-std=gnu11',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-fno-builtin-malloc',
  '-fno-builtin-free',
  '-fno-builtin-realloc',
  '-fno-builtin-calloc',
  '--no-entry',
  '-sSTANDALONE_WASM',
  '-sERROR_ON_UNDEFINED_SYMBOLS=0',
  '-sALLOW_MEMORY_GROWTH=1',
  '-sMAXIMUM_MEMORY=4GB',
  `-sTOTAL_STACK=${STACK_BYTES}`,
  '-Wno-unused-command-line-argument',
  '--profiling-funcs',
];
const includes = ['include', 'os', 'random'].map((folder) => `-I${join(source, folder)}`);

/** @param {string} folder @param {RegExp} ending */
const files = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => ending.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

const headers = ['include', 'os', 'allocators', 'machine', 'host', 'random', 'raster'].flatMap((folder) =>
  files(join(source, folder), /\.h$/),
);
const pass = [
  ...files(join(source, 'observe'), /\.mjs$/),
  // Names binaryen's version.
  join(root, 'node_modules', 'binaryen', 'package.json'),
];

/** @typedef {{ name: string, sources: string[], flags: string[], depends: string[], observed: boolean, library?: boolean, plain?: string[] }} Target plain: flags with which the plain variant is compiled apart */

/** Flags that a C file asks for itself: its first line is then `/* build: FLAGS *\/`. @param {string} file */
function ownFlags(file) {
  return /^\/\* build: (.*) \*\//.exec(readFileSync(file, 'utf8'))?.[1].split(' ') ?? [];
}

/** @returns {Target[]} */
function targets() {
  const os = join(source, 'os', 'os.c');
  const allocators = files(join(source, 'allocators'), /\.c$/);
  const list = allocators.map((file) => {
    const own = ownFlags(file);
    const memory = own.some((flag) => flag.startsWith('-sMALLOC=')) ? [] : ['-sMALLOC=none'];
    return {
      name: basename(file, '.c'),
      sources: [file, os],
      flags: ['-sINITIAL_MEMORY=4MB', '-Wl,--export=__heap_base', ...memory, ...own],
      depends: allocators,
      observed: true,
    };
  });
  const modules = ['host', 'machine', 'random', 'raster'].map((folder) => ({
    name: folder,
    sources: files(join(source, folder), /\.c$/),
    flags: [
      `-sINITIAL_MEMORY=${folder === 'host' || folder === 'raster' ? '1MB' : '16MB'}`,
      '-sMALLOC=none',
      '-Wl,--export-table',
      '-Wl,--growable-table',
      ...files(join(source, folder), /\.c$/).flatMap(ownFlags),
    ],
    depends: [],
    observed: false,
  }));
  const plain = modules.filter((module) => module.sources.length > 0);
  return [...plain, ...list, ...simulations(list), ...timed(list), ...onDevice(os)];
}

/**
 * Each allocator linked with the loop that replays a trace, to be timed on the device: no observation, no steps.
 * @param {Target[]} allocators @returns {Target[]}
 */
function timed(allocators) {
  const folder = join(source, 'device');
  return allocators.map((allocator) => ({
    ...allocator,
    name: `timed-${allocator.name}`,
    sources: [join(folder, 'timed.c'), ...allocator.sources],
    flags: ['-DLAB_NO_STEPS', '-flto', ...allocator.flags],
    depends: [...allocator.depends, ...files(folder, /\.h$/)],
    observed: false,
  }));
}

/**
 * Allocators under real threads (wasm/device): no observation, a shared memory that the page makes.
 * @param {string} os @returns {Target[]}
 */
function onDevice(os) {
  const device = join(source, 'device', 'device.c');
  const own = ['serial', 'concurrent', 'private', 'perthread', 'hoard'].map((id) => ({
    id,
    file: join(source, 'allocators', `${id}.c`),
    flags: /** @type {string[]} */ ([]),
  }));
  const peer = { id: 'dlmalloc', file: join(source, 'device', 'dlmalloc.c'), flags: ['-DDEVICE_MUTEX'] };
  return [...own, peer].map(({ id, file, flags }) => ({
    name: `device-${id}`,
    sources: [device, file, os],
    library: id === peer.id,
    flags: [
      ...flags,
      '-DLAB_NO_STEPS',
      '-sMALLOC=none',
      '-sINITIAL_MEMORY=64MB',
      '-sMAXIMUM_MEMORY=512MB',
      '-sIMPORTED_MEMORY=1',
      '-matomics',
      '-mbulk-memory',
      '-mmutable-globals',
      '-Wl,--shared-memory',
      '-Wl,--export=__stack_pointer',
      '-Wl,--wrap=os_sbrk,--wrap=os_map,--wrap=os_unmap',
    ],
    depends: files(join(source, 'allocators'), /\.c$/),
    observed: false,
  }));
}

/** A dynamic library, which is linked with an allocator that a user brings when it is loaded (src/simulations/guest.ts). */
const shared = ['-sSIDE_MODULE=2', '-sWASM_BIGINT', '-mbulk-memory', '-fvisibility=hidden'];

/**
 * Each simulation linked with each allocator, as any C program is with its malloc. A simulation is the files of
 * wasm/simulations whose names begin alike: yawns.c, yawns_life.c, … Its main file's first line may name the allocators
 * that it wants: `/* allocators: sysv,bsd *\/`; otherwise all. SIMULATION-guest is linked with none.
 * @param {Target[]} allocators @returns {Target[]}
 */
function simulations(allocators) {
  const folder = join(source, 'simulations');
  return files(folder, /^[a-z]+\.c$/).flatMap((main) => {
    const id = basename(main, '.c');
    const parts = [main, ...files(folder, new RegExp(`^${id}_.*\\.c$`))];
    const depends = files(folder, /\.h$/);
    const wanted = /^\/\* allocators: (.*) \*\//.exec(readFileSync(main, 'utf8'))?.[1].split(',');
    const linked = allocators
      .filter(({ name }) => !wanted || wanted.includes(name))
      .map((allocator) => ({
        ...allocator,
        name: `${id}-${allocator.name}`,
        sources: [...parts, ...allocator.sources],
        depends: [...allocator.depends, ...depends],
        plain: ['-DLAB_NO_STEPS', '-flto', '-Wl,--lto-O3'],
      }));
    return [...linked, { name: `${id}-guest`, sources: parts, flags: shared, depends, observed: true }];
  });
}

/** @param {Target} target @param {string} compiler */
function stampOf(target, compiler) {
  const flags = [...common, ...target.flags, ...(target.plain ?? [])];
  const hash = createHash('sha256').update(compiler).update(flags.join(' '));
  const inputs = [...target.sources, ...target.depends, ...headers, ...(target.observed ? pass : [])];
  for (const file of inputs) hash.update(basename(file)).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Runs emcc.
 * @param {Target} target @param {string} out @param {readonly string[]} [more] flags beside the target's
 */
async function compile(target, out, more = []) {
  const library = target.library ? ['-isystem', join(await emscriptenRoot(), 'system', 'lib')] : [];
  const general =
    target.flags === shared ? common.filter((flag) => !/^-s[A-Z]|^--no-entry/.test(flag)) : common;
  const words = [...general, ...includes, ...library, ...target.flags, ...more, ...target.sources, '-o', out];
  const { stderr } = await run('emcc', words, { env: environment, maxBuffer: 1 << 26 }).catch((error) => {
    throw new Error(`emcc could not build ${target.name}:\n${error.stderr || error.message}`);
  });
  const said = stderr
    .split('\n')
    .filter((line) => line && !/undefined symbol|system_libs|cache:|TOTAL_STACK/.test(line));
  if (said.length > 0) process.stderr.write(`${said.join('\n')}\n`);
  return new Uint8Array(readFileSync(out));
}

/**
 * Builds in a folder of this process's own and moves what is finished, so that two builds at once, or one that is
 * broken off, leave no half of a file.
 * @param {Target} target
 */
async function build(target) {
  const folder = join(output, `.${process.pid}`, target.name);
  mkdirSync(folder, { recursive: true });
  const compiled = join(folder, `${target.name}.wasm`);
  const bytes = await compile(target, compiled);
  if (target.observed) {
    const { observe } = await import('./observe/observe.mjs');
    // What is left out before compiling is no barrier to the compiler: plain modules may be compiled apart.
    const plain = target.plain ? await compile(target, compiled, target.plain) : bytes;
    for (const variant of /** @type {const} */ (['observed', 'counted', 'plain'])) {
      const name = variant === 'plain' ? target.name : `${target.name}.${variant}`;
      writeFileSync(
        join(folder, `${name}.wasm`),
        observe(variant === 'plain' ? plain : bytes, variant, { stackBytes: STACK_BYTES }),
      );
    }
  }
  for (const file of readdirSync(folder)) renameSync(join(folder, file), join(output, file));
}

/** Where Emscripten keeps the sources of its system library. */
async function emscriptenRoot() {
  return (await run('em-config', ['EMSCRIPTEN_ROOT'], { env: environment })).stdout.trim();
}

/** Path and time of the emcc that is called, or null where PATH has none: both change when another is installed. */
function compilerFile() {
  const emcc = path.split(delimiter).map((folder) => join(folder, 'emcc'));
  const found = emcc.find((file) => existsSync(file));
  return found ? `${found} ${statSync(found).mtimeMs}` : null;
}

/**
 * The compiler's version. Asking takes half a second, so its answer is kept as long as the file is the same.
 * @param {Record<string, string>} stamps @returns {Promise<string>}
 * @throws {Error} with the words that help
 */
async function compilerVersion(stamps) {
  const file = compilerFile();
  if (stamps.emcc && (file === null || file === stamps.emccFile)) return stamps.emcc;
  try {
    stamps.emcc = (await run('emcc', ['--version'], { env: environment })).stdout.split('\n')[0];
    stamps.emccFile = file ?? '';
    return stamps.emcc;
  } catch {
    throw new Error('emcc is not installed. On Debian or Ubuntu: sudo apt-get install emscripten');
  }
}

async function main() {
  mkdirSync(output, { recursive: true });
  const stampFile = join(output, 'stamps.json');
  /** @type {Record<string, string>} */
  const stamps = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
  const compiler = await compilerVersion(stamps);
  const stale = targets().filter((target) => {
    const built = existsSync(join(output, `${target.name}.wasm`));
    return !built || stamps[target.name] !== stampOf(target, compiler);
  });
  const queue = [...stale];
  /** @type {unknown[]} */
  const failures = [];
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      if (!quiet) process.stderr.write(`  wasm: ${target.name}\n`);
      const stamp = stampOf(target, compiler);
      try {
        await build(target);
        stamps[target.name] = stamp;
        writeFileSync(stampFile, JSON.stringify(stamps, null, 1));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  rmSync(join(output, `.${process.pid}`), { recursive: true, force: true });
  if (failures.length > 0) throw failures[0];
  // A compiler of the same version at another place leaves nothing to build, but is not asked again.
  const text = JSON.stringify(stamps, null, 1);
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== text) writeFileSync(stampFile, text);
}

await main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
