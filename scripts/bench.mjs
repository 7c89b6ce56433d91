/** npm run bench -- [PART…] [--json]: measures what bench/ holds, beside its targets. */

import { setup } from './setup.mjs';
import { say, script } from './shell.mjs';

await script(async () => {
  await setup({ compilers: true });
  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('../bench/main');
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'UsageError')) throw error;
    say(`${error.message}\nusage: npm run bench -- [PART…] [--json]`);
    process.exitCode = 2;
  }
});
