import type { ModuleSource } from '../engine/modules';

/** Modules that the bundler has put beside the page, by file name. */
const urls: Record<string, string> = import.meta.glob('../../build/wasm/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const webModules: ModuleSource = {
  async bytes(name) {
    const url = urls[`../../build/wasm/${name}.wasm`];
    if (!url) throw new Error(`no module is called "${name}"`);
    const response = await fetch(new URL(url, import.meta.url));
    if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
};
