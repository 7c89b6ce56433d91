/** Allocators that the user brought as modules, and those that a link names; fetched when there is one. */
import type { AllocatorConfig, UserModule } from '../../src/experiment/document';
import { moduleBytes, userModule } from '../../src/experiment/user-modules';
import { considerKeeping } from './keeping';
import { findKept } from './kept-files';
import { useLab } from './store';
import { lab } from './worker';

const { setState } = useLab;

/** By allocator's id: hash of the module that the worker holds. */
const held = new Map<string, string>();
/** Files of this visit, by hash. */
const files = new Map<string, File>();

/**
 * Gives a file to the worker as an allocator.
 * @returns the configuration that runs it
 * @throws ModuleError for a file that is none
 */
export async function bringModule(file: File): Promise<AllocatorConfig> {
  const module = await userModule(file.name, new Uint8Array(await file.arrayBuffer()));
  const id = await give(file, module);
  files.set(module.sha256, file);
  if (module.data === undefined) void considerKeeping(module.sha256, file);
  return { id, params: {}, module };
}

/**
 * Sees that the worker has the module that a configuration names.
 * @throws MissingModule where its file is not at hand
 */
export async function ensureModule({ id, module }: AllocatorConfig): Promise<void> {
  if (!module || held.get(id) === module.sha256) return;
  const bytes = await bytesOfModule(module);
  await give(new File([bytes], module.name), module);
}

/** The bytes of a module that a document names. @throws MissingModule where its file is not at hand */
export const bytesOfModule = (module: UserModule): Promise<Uint8Array<ArrayBuffer>> =>
  moduleBytes(module, async ({ sha256 }) => {
    const file = files.get(sha256) ?? (await findKept(sha256));
    return file && new Uint8Array(await file.arrayBuffer());
  });

async function give(file: File, module: UserModule): Promise<string> {
  const descriptor = await lab.addModule(file);
  const { id } = descriptor;
  held.set(id, module.sha256);
  setState(({ modules, moduleFiles }) => ({
    modules: [...modules.filter((other) => other.id !== id), descriptor],
    moduleFiles: { ...moduleFiles, [id]: module },
  }));
  return id;
}
