/** npm run build: the modules and the page, in build/wasm and dist. */

import { setup } from './setup.mjs';
import { script } from './shell.mjs';

await script(() => setup({ page: true }));
