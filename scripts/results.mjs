/**
 * npm run results: runs the presets whose kept results are not of this tree, and keeps what comes out.
 *   npm run results -- [PRESET…]   these alone
 *   npm run results -- --check     runs nothing; names those that are not of this tree, and ends with 1 if there are any
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isCurrent, keep, stampOf } from './kept-results.mjs';
import { setup } from './setup.mjs';
import { root, run, Stop, say, script } from './shell.mjs';

/** @param {readonly string[]} words of the command line */
async function lab(words) {
  const { status, output } = await run(
    process.execPath,
    [join(root, 'scripts', 'lab.mjs'), ...words, '--json'],
    {
      capture: true,
    },
  );
  if (status !== 0) throw new Stop(`lab ${words.join(' ')} ended with ${status}`);
  return JSON.parse(output);
}

await script(async () => {
  await setup();
  const words = process.argv.slice(2);
  const check = words.includes('--check');
  const asked = words.filter((word) => !word.startsWith('--'));
  /** @type {{ id: string }[]} */
  const all = await lab(['presets']);
  const unknown = asked.find((word) => !all.some(({ id }) => id === word));
  if (unknown) throw new Stop(`there is no preset "${unknown}"; lab presets lists them`);
  const stale = all
    .map(({ id }) => id)
    .filter((id) => (asked.length === 0 || asked.includes(id)) && !isCurrent(id));
  if (check) {
    for (const id of stale) say(`not of this tree: ${id}`);
    process.exitCode = stale.length > 0 ? 1 : 0;
    return;
  }
  const queue = [...stale];
  const worker = async () => {
    for (let id = queue.shift(); id; id = queue.shift()) {
      const stamp = stampOf(id);
      say(`results: ${id}`);
      keep(id, stamp, await lab(['run', id]));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
});
