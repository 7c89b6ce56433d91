/** npm's packages: installed when what lies in node_modules is not what package-lock.json asks for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { find, root, run, Stop, say } from './shell.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Package */

/** @param {string} path @returns {Record<string, Package>} */
function packages(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
}

/** True when every package that is asked for was installed in that version. npm writes the second file last of all. */
export function areInstalled() {
  try {
    const wanted = packages('package-lock.json');
    const installed = packages('node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([path, { version, integrity, optional }]) =>
        path === '' ||
        (optional && !installed[path]) ||
        (installed[path]?.version === version && installed[path]?.integrity === integrity),
    );
  } catch {
    return false;
  }
}

export async function ensurePackages() {
  if (areInstalled()) return;
  say('npm packages: npm ci');
  const npm = find('npm');
  if (!npm) throw new Stop('npm is not in PATH. It comes with Node: https://nodejs.org');
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = await run(npm, words, { toStderr: true });
  if (status !== 0)
    throw new Stop('npm could not install the packages of package-lock.json; its words are above');
}
