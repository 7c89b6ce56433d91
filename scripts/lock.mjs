/** One set-up at a time: two calls in one checkout would overwrite each other's installs and builds. */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, say } from './shell.mjs';

const file = join(root, 'build', 'setup.lock');

const BEAT_MS = 1000;
/** A holder that has not touched the file for so long is gone, even if its number now belongs to another process. */
const STALE_MS = 20_000;

/** True when the process that made the lock is still at work. */
function isHeld() {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return false;
    const pid = Number(readFileSync(file, 'utf8'));
    // A file that is empty was made this instant.
    if (pid !== 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Does the work while no other process of this checkout does any.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(work) {
  mkdirSync(join(root, 'build'), { recursive: true });
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (!isHeld()) rmSync(file, { force: true });
    else if (waited === 0) say('waiting for another call in this folder that is setting things up');
    await sleep(100);
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), BEAT_MS);
  const release = () => {
    clearInterval(beat);
    rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
