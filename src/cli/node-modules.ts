import { readFile } from 'node:fs/promises';
import type { ModuleSource } from '../engine/modules';

/** Modules as `node wasm/build.mjs` leaves them. */
export const nodeModules: ModuleSource = {
  async bytes(name) {
    const file = new URL(`../../build/wasm/${name}.wasm`, import.meta.url);
    return new Uint8Array(await readFile(file));
  },
};
