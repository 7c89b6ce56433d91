/**
 * Checks one allocator by hand:  npx tsx tests/wasm/native/run.ts ID [SEED [OPERATIONS]] [--fuzz] [--variant NAME]
 * Runs every variant of its parameters; prints a line each.
 */
import { findAllocator } from '../../../src/allocators/list';
import { builtIn } from './build';
import { check } from './check';
import { optionsOf, variantsOf } from './variants';

const words = process.argv.slice(2);
const fuzz = words.includes('--fuzz');
const only = words.includes('--variant') ? words[words.indexOf('--variant') + 1] : null;
const [id, seed = '1', operations = fuzz ? '1000000' : '200000'] = words.filter(
  (word, i) => !word.startsWith('--') && words[i - 1] !== '--variant',
);
const allocator = id ? findAllocator(id) : undefined;
if (!allocator) {
  process.stderr.write(
    'usage: npx tsx tests/wasm/native/run.ts ID [SEED [OPERATIONS]] [--fuzz] [--variant NAME]\n',
  );
  process.exit(2);
}
const subject = builtIn(allocator.files);
for (const variant of variantsOf(allocator)) {
  if (only !== null && variant.name !== only) continue;
  const started = performance.now();
  try {
    const result = await check(
      subject,
      optionsOf(allocator, variant),
      fuzz ? 'fuzz' : 'random',
      Number(seed),
      Number(operations),
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { served, failures } = result;
    process.stdout.write(
      `${id} ${variant.name}: ${result.operations} operations, ${served} served, ${failures} failed, ${seconds} s\n`,
    );
  } catch (error) {
    process.stdout.write(`${id} ${variant.name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
