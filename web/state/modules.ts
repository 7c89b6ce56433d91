/** Allocators that the user brought as modules, and those that a link names. */
import type { AllocatorConfig, UserModule } from '../../src/experiment/document';
import { moduleBytes, userModule } from '../../src/experiment/user-modules';
import { findFile, keepFile } from './file-shelf';
import { useLab } from './store';
import { lab } from './worker';

const { setState } = useLab;

/** By allocator's id: the file as documents name it. */
const named = new Map<string, UserModule>();
/** By allocator's id: hash of the module that the worker holds. */
const held = new Map<string, string>();
/** Files of this visit, by hash. */
const files = new Map<string, File>();

/** The bytes that every module begins with. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** Whether a file is meant to be a module: by its content, or by a name that says so. */
export async function isModule(file: File): Promise<boolean> {
  if (/\.wasm$/i.test(file.name)) return true;
  const head = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  return MAGIC.every((byte, i) => head[i] === byte);
}

/**
 * Gives a file to the worker as an allocator.
 * @returns the configuration that runs it
 * @throws ModuleError for a file that is none
 */
export async function bringModule(file: File): Promise<AllocatorConfig> {
  const module = await userModule(file.name, new Uint8Array(await file.arrayBuffer()));
  const id = await give(file, module);
  files.set(module.sha256, file);
  void keepFile(module.sha256, file);
  return { id, params: {}, module };
}

/** A configuration with the defaults of an allocator, the lab's or the user's. */
export function configOf(id: string): AllocatorConfig {
  const module = named.get(id);
  return module ? { id, params: {}, module } : { id, params: {} };
}

/**
 * Sees that the worker has the module that a configuration names.
 * @throws MissingModule where its file is not at hand
 */
export async function ensureModule({ id, module }: AllocatorConfig): Promise<void> {
  if (!module || held.get(id) === module.sha256) return;
  const bytes = await moduleBytes(module, async ({ sha256 }) => {
    const file = files.get(sha256) ?? (await findFile(sha256));
    return file && new Uint8Array(await file.arrayBuffer());
  });
  await give(new File([bytes], module.name), module);
}

async function give(file: File, module: UserModule): Promise<string> {
  const descriptor = await lab.addModule(file);
  const { id } = descriptor;
  held.set(id, module.sha256);
  named.set(id, module);
  setState(({ modules }) => ({ modules: [...modules.filter((other) => other.id !== id), descriptor] }));
  return id;
}
