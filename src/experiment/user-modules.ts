/** Allocator modules that users brought, as documents name them: small ones travel, larger ones are asked for. */
import type { Modules } from '../engine/modules';
import { sha256 } from '../sha256';
import type { Bytes } from '../units';
import { type AllocatorConfig, MODULE_DATA_BYTES, type UserModule } from './document';
import { base64url, bytesOf } from './link';

/** The module that a document names is not at hand, or is another one. */
export class MissingModule extends Error {
  override readonly name = 'MissingModule';
}

/** How a document names a module's file. */
export async function userModule(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<UserModule> {
  const hash = await sha256(bytes);
  const size: Bytes = bytes.length;
  return size <= MODULE_DATA_BYTES
    ? { name, sha256: hash, bytes: size, data: base64url(bytes) }
    : { name, sha256: hash, bytes: size };
}

/**
 * The bytes of a document's module: those that travel with it, or those that `find` has.
 * @throws MissingModule where there are none, or those of another file
 */
export async function moduleBytes(
  module: UserModule,
  find: (module: UserModule) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, sha256: wanted, bytes: size, data } = module;
  const bytes = data === undefined ? await find(module) : bytesOf(data);
  const words = `${name} (${size.toLocaleString('en')} bytes, SHA-256 ${wanted.slice(0, 12)}…)`;
  if (bytes === null) throw new MissingModule(`this experiment needs the allocator ${words}`);
  const found = await sha256(bytes);
  if (found !== wanted)
    throw new MissingModule(
      `this experiment was made with ${words}; the file given has ${bytes.length.toLocaleString('en')} bytes and the SHA-256 ${found.slice(0, 12)}…`,
    );
  return bytes;
}

/** Makes the modules that configurations name known to the engine. @throws MissingModule, ModuleError */
export async function addUserModules(
  modules: Modules,
  allocators: readonly AllocatorConfig[],
  find: (module: UserModule) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<void> {
  for (const { module } of allocators) {
    if (!module) continue;
    const { addUserModule } = await import('../engine/user-module');
    await addUserModule(modules, module.name, await moduleBytes(module, find));
  }
}
