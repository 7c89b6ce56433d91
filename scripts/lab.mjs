/** npm run -s lab -- COMMAND …: the command line (src/cli/main.ts), in this process. */

import { setup } from './setup.mjs';
import { script } from './shell.mjs';

await script(async () => {
  await setup();
  const { register } = await import('tsx/esm/api');
  register();
  // A reader that has seen enough (`lab … | head`) is no error.
  process.stdout.on('error', (error) => {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
  const { main } = await import('../src/cli/main');
  process.exitCode = await main(process.argv.slice(2));
});
