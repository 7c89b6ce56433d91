/** The programs beside Node: Emscripten for every call, Chromium and the native compilers for the tests. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './apt.mjs';
import { find, root, run, Stop, say } from './shell.mjs';
import { isFresh, record } from './stamps.mjs';

const EMSCRIPTEN = [3, 1, 6];

/** Emscripten 3.1.6 or later. */
export async function ensureEmscripten() {
  if (!find('emcc')) await install('Emscripten', ['emscripten']);
  const emcc = find('emcc');
  if (!emcc) throw new Stop('emcc is not in PATH though Emscripten was installed');
  // Asking emcc takes half a second, so its answer is kept as long as the file is the same.
  const known = `emscripten-${statSync(emcc).mtimeMs}-${emcc.replaceAll('/', '_')}`;
  if (isFresh(known, [])) return;
  const { output } = await run(emcc, ['--version'], { quiet: true });
  const version = /\b(\d+)\.(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number);
  if (!version) throw new Stop(`emcc --version does not name a version; it says:\n${output}`);
  const order = version.map((part, i) => part - EMSCRIPTEN[i]).find((difference) => difference !== 0) ?? 0;
  if (order < 0)
    throw new Stop(
      `Emscripten ${version.join('.')} is too old: ${EMSCRIPTEN.join('.')} or later is needed. ` +
        'https://emscripten.org/docs/getting_started/downloads.html',
    );
  record(known, []);
}

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Chromium for the browser tests: of the variable CHROMIUM, of PATH, or installed.
 * @returns {Promise<string>} its path
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Stop(`CHROMIUM names ${named}, where there is no file`);
    return named;
  }
  const found = await workingChromium();
  if (found) return found;
  if (!isUbuntu()) await install('Chromium', ['chromium']);
  const installed = (await workingChromium()) ?? (await playwrightsChromium());
  if (!installed) throw new Stop('Chromium could not be installed; set CHROMIUM to the path of one');
  return installed;
}

/** Ubuntu's package of that name only points to a snap, which needs a running snapd. */
function isUbuntu() {
  return existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function workingChromium() {
  const path = find(...CHROMIUM_NAMES);
  if (!path) return null;
  const known = `chromium-${statSync(path).mtimeMs}-${path.replaceAll('/', '_')}`;
  if (isFresh(known, [])) return path;
  const { status } = await run(path, ['--version', '--no-sandbox'], { quiet: true });
  if (status !== 0) return null;
  record(known, []);
  return path;
}

/** The build that playwright-core downloads for itself. */
async function playwrightsChromium() {
  const { chromium } = await import('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    say('Chromium: playwright-core install --with-deps chromium');
    const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
    await run(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { toStderr: true });
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** gcc, clang and the runtimes of their sanitizers and fuzzer, for the native checks of the allocators. */
export async function ensureNativeCompilers() {
  const names = [];
  if (!find('gcc') || !existsSync('/usr/include/stdio.h')) names.push('gcc', 'libc6-dev');
  if (!find('clang')) names.push('clang');
  if (names.length > 0) await install('A native C compiler (gcc and clang)', names);
  const clang = find('clang');
  if (!clang) throw new Stop('clang is not in PATH though it was installed');
  const known = `clang-${statSync(clang).mtimeMs}`;
  if (isFresh(known, [])) return;
  if (!(await hasFuzzer(clang))) {
    const { output } = await run(clang, ['-dumpversion'], { capture: true });
    await install("clang's libFuzzer", [`libclang-rt-${output.trim().split('.')[0]}-dev`]);
    if (!(await hasFuzzer(clang))) throw new Stop(`clang has no libFuzzer below ${await resources(clang)}`);
  }
  record(known, []);
}

/** @param {string} clang */
async function resources(clang) {
  return (await run(clang, ['-print-resource-dir'], { capture: true })).output.trim();
}

/** @param {string} clang */
async function hasFuzzer(clang) {
  const folder = join(await resources(clang), 'lib');
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /clang_rt\.fuzzer\b/.test(String(name)))
  );
}
