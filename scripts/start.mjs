/**
 * npm start: sets up, builds what is stale, serves the page.
 *   npm start -- [--port N] [--host ADDRESS]
 */
import { parseArgs } from 'node:util';
import { setup } from './setup.mjs';
import { root, Stop, script } from './shell.mjs';

const FIRST_PORT = 5173;

/** @returns {{ port: number | null, host: string }} */
function optionsOf() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } });
    const port = values.port === undefined ? null : Number(values.port);
    if (port !== null && !(Number.isInteger(port) && port > 0 && port < 65536))
      throw new Error(`--port is "${values.port}", expected 1 to 65535`);
    return { port, host: values.host ?? '127.0.0.1' };
  } catch (error) {
    throw new Stop(
      `${/** @type {Error} */ (error).message}\nusage: npm start -- [--port N] [--host ADDRESS]`,
    );
  }
}

await script(async () => {
  const { port, host } = optionsOf();
  await setup({ page: true });
  const { preview } = await import('vite');
  // A port that was asked for is that one; otherwise the next free one will do.
  const server = await preview({
    root,
    logLevel: 'warn',
    preview: { port: port ?? FIRST_PORT, host, strictPort: port !== null },
  }).catch((error) => {
    throw new Stop(`the page cannot be served: ${error instanceof Error ? error.message : error}`);
  });
  const urls = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
  process.stdout.write(`Heapscope is at ${urls.join(' and ')} (Ctrl+C ends it)\n`);
});
