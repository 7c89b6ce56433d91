import type { ModuleSource } from '../engine/modules';
import { fetchModule } from './web-module';

/** Allocators and what runs them. The programs of simulations and clocks are many, and the first picture needs none. */
const urls: Record<string, string> = import.meta.glob(
  ['../../build/wasm/*.wasm', '!../../build/wasm/{timewarp,yawns,timed,device}-*.wasm'],
  { query: '?url', import: 'default', eager: true },
);

/** The modules of the lab's worker; the whole list is fetched when another is asked for. */
export const labModules: ModuleSource = {
  async bytes(name) {
    const url = urls[`../../build/wasm/${name}.wasm`];
    return url ? fetchModule(url) : (await import('./web-modules')).webModules.bytes(name);
  },
};
