/** Everything that the other scripts stand on: tools, packages and the WebAssembly modules. What is there is skipped. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { areInstalled, ensurePackages } from './packages.mjs';
import { find, root, run, Stop, say } from './shell.mjs';
import { isFresh, record } from './stamps.mjs';
import { ensureChromium, ensureEmscripten, ensureNativeCompilers } from './tools.mjs';

const NODE = [20, 19];

/** What the modules are made of, and what came out. */
const WASM = ['wasm', 'package-lock.json', 'build/wasm'];

/** The compiler's file, which is another after an upgrade. None where it is gone: what it made is still good. */
const compiler = () => {
  const emcc = find('emcc');
  return emcc ? [realpathSync(emcc)] : [];
};

/** What the page is made of, and what came out. */
const PAGE = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/kept-results.mjs',
  'src',
  'web',
  'public',
  'wasm',
  'build/wasm',
  'dist',
];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
    throw new Stop(
      `Node ${process.versions.node} is too old: ${NODE.join('.')} or later is needed (https://nodejs.org)`,
    );
}

function areModulesFresh() {
  const emcc = compiler();
  return isFresh('wasm', WASM) && (emcc.length === 0 || isFresh('emcc', emcc));
}

async function buildModules() {
  if (areModulesFresh()) return;
  await ensureEmscripten();
  const { status } = await run(process.execPath, [join(root, 'wasm', 'build.mjs')], { toStderr: true });
  if (status !== 0)
    throw new Stop('the WebAssembly modules could not be built; the words of the build are above');
  record('wasm', WASM);
  record('emcc', compiler());
}

async function buildPage() {
  if (isFresh('page', PAGE)) return;
  say('page: vite build');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { toStderr: true });
  if (status !== 0) throw new Stop('the page could not be built; the words of vite are above');
  record('page', PAGE);
}

/**
 * Installs and builds what is missing or stale.
 * @param {{ page?: boolean, compilers?: boolean, browser?: boolean }} [wanted] page: dist/ as well; compilers: the native
 *   ones; browser: Chromium, whose path is then in the environment's CHROMIUM
 * @throws Stop with what a person has to do
 */
export async function setup({ page = false, compilers = false, browser = false } = {}) {
  checkNode();
  const built = areInstalled() && areModulesFresh() && (!page || isFresh('page', PAGE));
  if (built && !compilers && !browser) return;
  await alone(async () => {
    await ensurePackages();
    await buildModules();
    if (page) await buildPage();
    if (compilers) await ensureNativeCompilers();
    if (browser) process.env.CHROMIUM = await ensureChromium();
  });
}
