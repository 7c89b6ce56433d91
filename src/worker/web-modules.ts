import type { ModuleSource } from '../engine/modules';
import { fetchModule } from './web-module';

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
    return fetchModule(url);
  },
};
