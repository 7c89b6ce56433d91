/** What was built from what: a stamp is a hash over the names, sizes and times of the files that went in. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './shell.mjs';

const folder = join(root, 'build', 'stamps');

/**
 * Adds a file, or every file below a folder, to the list.
 * @param {string[]} list
 * @param {string} path
 */
function gather(list, path) {
  const full = resolve(root, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (stat?.isDirectory()) for (const name of readdirSync(full).sort()) gather(list, `${path}/${name}`);
  else list.push(`${path} ${stat ? `${stat.size} ${stat.mtimeMs}` : 'missing'}`);
}

/** @param {readonly string[]} paths files and folders, from the repository's folder or absolute */
function stampOf(paths) {
  /** @type {string[]} */
  const list = [];
  for (const path of paths) gather(list, path);
  return createHash('sha256').update(list.join('\n')).digest('hex');
}

/**
 * True when nothing changed since the work of that name was recorded.
 * @param {string} name
 * @param {readonly string[]} paths what goes in and what came out
 */
export function isFresh(name, paths) {
  try {
    return readFileSync(join(folder, name), 'utf8') === stampOf(paths);
  } catch {
    return false;
  }
}

/**
 * Records that the work of that name is done.
 * @param {string} name
 * @param {readonly string[]} paths
 */
export function record(name, paths) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), stampOf(paths));
}
