import { readFileSync } from 'node:fs';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { Random } from '../../../src/models/random';

export const modules = new Modules(nodeModules);
export const random = await Random.load(modules);

/** A file of the repository. */
export const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url));
