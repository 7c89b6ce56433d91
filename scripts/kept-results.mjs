/**
 * Results of the catalogue that are kept in public/results, one file a preset. Each has the stamp of what it was made
 * from: the page shows only those that the code of this tree gives (vite.config.ts), the others have to be run.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './shell.mjs';

export const folder = join(root, 'public', 'results');

/**
 * What stands below each folder of src/: C and how it is compiled, and what is asked for by name: descriptors, recordings.
 * @type {Record<string, string[]>}
 */
const below = {
  'src/': [
    'wasm/build.mjs',
    'wasm/include/',
    'wasm/os/',
    'wasm/allocators/',
    'wasm/observe/',
    'wasm/host/',
    'wasm/random/',
    'src/allocators/',
    'public/traces/',
  ],
  'src/machine/': ['wasm/machine/'],
  'src/simulations/': ['wasm/simulations/'],
};

/** Schemas, names and lists: they decide what is refused or shown, not what comes out. */
const apart = /^src\/(experiment\/(document|preset|parse|user-modules|catalogue\/list)|units)\.ts$/;
const schemas = 'valibot';

/** @param {string} path @returns {string[]} the file, or the files below a folder, as paths from the repository's */
function filesIn(path) {
  if (!path.endsWith('/')) return [path];
  return readdirSync(join(root, path)).flatMap((name) => {
    const full = path + name;
    return statSync(join(root, full)).isDirectory() ? filesIn(`${full}/`) : [full];
  });
}

/** Adds a TypeScript file and all that it imports for more than types. @param {string} file @param {Set<string>} found */
function follow(file, found) {
  if (found.has(file) || apart.test(file)) return;
  found.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, path] of text.matchAll(
    /(?:^(?:import|export)\s(?!type)[^;]*?from |\bimport\()'(\.[^']+)'/gm,
  )) {
    const target = relative(root, join(root, dirname(file), path));
    follow(
      existsSync(join(root, `${target}.ts`))
        ? `${target}.ts`
        : existsSync(join(root, target))
          ? target
          : `${target}.js`,
      found,
    );
  }
}

/** @param {string} preset @returns {string[]} what its result is made from, as paths from the repository’s folder */
export function filesOf(preset) {
  const chapter = preset.split('-')[0];
  /** @type {Set<string>} */
  const found = new Set();
  for (const file of filesIn('src/experiment/catalogue/'))
    if (file.includes(`/${chapter}`)) follow(file, found);
  const ours = [...found];
  const c = Object.entries(below).filter(([folder]) => ours.some((file) => file.startsWith(folder)));
  const files = new Set([...ours, ...c.flatMap(([, folders]) => folders.flatMap(filesIn))]);
  return [...files].filter((file) => !file.endsWith('README.md')).sort();
}

/**
 * @param {string} preset
 * @returns {string[]} npm's packages that its files use, each with the version and the hash of the lock file: binaryen
 *   makes the observed modules, so that its version may change a count
 */
export function packagesOf(preset) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  /** @type {Set<string>} */
  const names = new Set();
  for (const file of filesOf(preset).filter((name) => /\.(ts|mjs|js)$/.test(name))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name] of text.matchAll(/^import\s(?!type)[^;]*?from ['"](?!node:)([^.'"][^'"]*)['"]/gm))
      if (name !== schemas) names.add(name);
  }
  return [...names].sort().map((name) => {
    const { version, integrity } = packages[`node_modules/${name}`];
    return `${name} ${version} ${integrity}`;
  });
}

/** The compiler that made build/wasm: instruction counts are those of its code. */
export function compiler() {
  const { emcc } = JSON.parse(readFileSync(join(root, 'build', 'wasm', 'stamps.json'), 'utf8'));
  return `emcc ${/\d+\.\d+\.\d+/.exec(emcc)?.[0] ?? emcc}`;
}

/** The presets of a paper stand on the same files. @type {Map<string, string>} */
const stamps = new Map();

/** @param {string} preset @returns {string} 16 hex digits over the contents of all that its result is made from */
export function stampOf(preset) {
  const chapter = preset.split('-')[0];
  const known = stamps.get(chapter);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update([compiler(), ...packagesOf(preset)].join('\n'));
  for (const file of filesOf(preset)) hash.update(file).update(readFileSync(join(root, file)));
  const stamp = hash.digest('hex').slice(0, 16);
  stamps.set(chapter, stamp);
  return stamp;
}

/** @param {string} preset @returns {{ stamp: string, compiler: string, result: unknown } | null} */
export function kept(preset) {
  try {
    return JSON.parse(readFileSync(join(folder, `${preset}.json`), 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} preset whether its kept result is what this tree gives */
export const isCurrent = (preset) => kept(preset)?.stamp === stampOf(preset);

/** @param {string} preset whether its kept result is of another compiler than the one here: instruction counts differ then */
export function isForeign(preset) {
  const result = kept(preset);
  return result !== null && result.compiler !== compiler();
}

/** Presets whose kept results are what this tree gives. @returns {string[]} */
export function currentResults() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter(isCurrent)
    .sort();
}

/** @param {string} preset @param {string} stamp @param {unknown} result */
export function keep(preset, stamp, result) {
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ stamp, compiler: compiler(), result });
  writeFileSync(join(folder, `${preset}.json`), `${text}\n`);
}
