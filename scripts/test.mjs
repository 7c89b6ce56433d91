/**
 * npm test: sets up, builds the page, runs the tests, and counts them.
 *   npm test -- [tests/src/trace …]   what follows is vitest's
 * The last line on standard output reads `N passed, N failed`, with `, N skipped` where there are any.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from './setup.mjs';
import { root, run, script } from './shell.mjs';

const report = join(root, 'build', 'test-report.json');

/**
 * Counts the tests of vitest's report. A file that fails outside its tests counts as one that failed.
 * @param {string} json
 */
function countOf(json) {
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
   *   testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(json);
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/** @param {{ passed: number, failed: number, skipped: number }} count */
function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {readonly string[]} words @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
async function test(words) {
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = await run(process.execPath, [vitest, 'run', ...reporters, ...words]);
  const count = countOf(readFileSync(report, 'utf8'));
  // Vitest also fails for errors outside any test, and when no test is found.
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

let count = { passed: 0, failed: 1, skipped: 0 };
await script(async () => {
  await setup({ page: true, compilers: true, browser: true });
  count = await test(process.argv.slice(2));
});
process.stdout.write(`\n${line(count)}\n`);
process.exitCode = count.failed > 0 ? 1 : 0;
