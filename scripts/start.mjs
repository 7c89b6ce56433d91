/**
 * npm start: sets up, builds what is stale, serves the page.
 *   npm start -- [--port N] [--host ADDRESS]
 */
import { parseArgs } from 'node:util';
import { setup } from './setup.mjs';
import { root, Stop, script } from './shell.mjs';

const FIRST_PORT = 5173;

await script(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } });
  const port = Number(values.port ?? FIRST_PORT);
  if (!(Number.isInteger(port) && port > 0 && port < 65536))
    throw new Stop(`--port is "${values.port}", expected 1 to 65535`);
  await setup({ page: true });
  const { preview } = await import('vite');
  // A port that was asked for is that one; otherwise the next free one will do.
  const server = await preview({
    root,
    logLevel: 'warn',
    preview: { port, host: values.host ?? '127.0.0.1', strictPort: values.port !== undefined },
  });
  const urls = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
  process.stdout.write(`Heapscope is at ${urls.join(' and ')} (Ctrl+C ends it)\n`);
});
