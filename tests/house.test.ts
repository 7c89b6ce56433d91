/** What holds for every file: style, types, arrows that go down only, and a README in every folder. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** Standard output and error of a program that ends well; its words where it does not. */
async function words(program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, { cwd: root, maxBuffer: 1 << 26 });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

let files: string[] = [];
beforeAll(async () => {
  const tracked = (await words('git', 'ls-files', '--cached', '--others', '--exclude-standard')).split('\n');
  files = tracked.filter((file) => file !== '' && existsSync(join(root, file)));
});

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isSource = (file: string) => /\.(ts|tsx|mjs|c|h|css)$/.test(file);

describe('the house', () => {
  it('is written in one style', async () => {
    await words(bin('biome'), 'check', '--max-diagnostics=50', '.');
  });

  it('has no type errors', async () => {
    await words(bin('tsc'), '--noEmit');
  });

  it('has arrows that go down only: web to src to wasm', () => {
    const floor = (file: string) => ['wasm', 'src', 'web'].indexOf(file.split('/')[0]);
    const wrong: string[] = [];
    for (const file of files.filter((each) => floor(each) >= 0 && /\.(ts|tsx|mjs)$/.test(each))) {
      for (const [, target] of read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
        const reached = relative(root, resolve(root, dirname(file), target));
        if (floor(reached) > floor(file)) wrong.push(`${file} → ${reached}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps React and the page out of src', () => {
    const wrong = files.filter(
      (file) =>
        file.startsWith('src/') &&
        /from '(react|react-dom|zustand)|\bdocument\.(create|query|get)/.test(read(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('has a README in every folder, or above it where it holds data alone', () => {
    const has = (folder: string) => existsSync(join(root, folder, 'README.md'));
    const folders = new Set(files.map((file) => dirname(file)));
    const programs = new Set(files.filter(isSource).map((file) => dirname(file)));
    const without = [...folders].filter(
      (folder) => !has(folder) && (programs.has(folder) || !has(dirname(folder))),
    );
    expect(without.sort()).toEqual([]);
  });

  it('has no program file over 400 lines, and no test over 500', () => {
    const most = (file: string) => (file.startsWith('tests/') ? 500 : 400);
    const long = files.filter(
      (file) => /\.(ts|tsx|mjs|c|h|css)$/.test(file) && read(file).trimEnd().split('\n').length > most(file),
    );
    expect(long).toEqual([]);
  });

  it('names no place outside of itself', () => {
    // The brackets keep this line from naming them.
    const outside = /(?<![\w.])\/wor[k]\/|\.\.\/share[d]\b|(?<![\w.])\.librar[y]\b/;
    const isText = (text: string) => !text.includes('\0');
    expect(files.filter((file) => isText(read(file)) && outside.test(read(file)))).toEqual([]);
  });
});
