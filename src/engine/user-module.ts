import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Bytes } from '../units';
import type { Modules } from './modules';

/** A file that is no allocator: what was found and what was expected. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}

const MOST_BYTES: Bytes = 4 * 1024 * 1024;
/** The classroom's drivers ask for 8 bytes, as the C library does. */
const ALIGNMENT: Bytes = 8;

/**
 * Makes an allocator of a .wasm file that a user brought: exports malloc and free, or the classroom's mm_malloc and
 * mm_free, and memory. The observation pass runs here; its library is loaded only now.
 * @returns its descriptor, which `modules` knows from now on
 * @throws ModuleError for what is no module, lacks an export or holds instructions that the pass does not know
 */
export async function addUserModule(
  modules: Modules,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AllocatorDescriptor> {
  refuseNonsense(name, bytes);
  const compiled = await compile(name, bytes);
  const exports = WebAssembly.Module.exports(compiled).map((entry) => entry.name);
  refuseMissing(name, exports);
  const { observe } = await import('../../wasm/observe/observe.mjs');
  const id = idOf(name);
  const walks = exports.includes('heap_walk');
  for (const variant of ['plain', 'counted', 'observed'] as const) {
    const made = variant === 'plain' ? id : `${id}.${variant}`;
    try {
      await modules.add(made, new Uint8Array(observe(bytes, variant, { guarded: true })));
    } catch (error) {
      throw new ModuleError(
        `${name}: the observation pass refused it: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  const descriptor: AllocatorDescriptor = {
    id,
    title: name.replace(/\.wasm$/i, ''),
    about: 'your own module',
    source: `${name}, ${bytes.length.toLocaleString('en')} bytes`,
    kind: null,
    files: [],
    parameters: [],
    alignment: ALIGNMENT,
    walks,
    regions: [],
    user: true,
  };
  modules.register(descriptor);
  return descriptor;
}

/** The id under which a user's module is known: documents and columns name it so. */
export function idOf(name: string): string {
  return `user:${name
    .replace(/\.wasm$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)}`;
}

function refuseNonsense(name: string, bytes: Uint8Array): void {
  const magic = [0x00, 0x61, 0x73, 0x6d];
  const found = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (magic.some((byte, index) => bytes[index] !== byte)) {
    throw new ModuleError(
      `${name}: found the bytes ${found || 'of an empty file'}, expected a WebAssembly module (00 61 73 6d)`,
    );
  }
  if (bytes.length > MOST_BYTES) {
    throw new ModuleError(
      `${name}: found ${bytes.length.toLocaleString('en')} bytes, expected at most ${MOST_BYTES.toLocaleString('en')}`,
    );
  }
}

async function compile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new ModuleError(`${name}: not a valid module: ${error instanceof Error ? error.message : error}`);
  }
}

function refuseMissing(name: string, exports: readonly string[]): void {
  const has = (...names: string[]) => names.some((wanted) => exports.includes(wanted));
  const missing = [
    has('malloc', 'mm_malloc') ? null : 'malloc (or mm_malloc)',
    has('free', 'mm_free') ? null : 'free (or mm_free)',
    has('memory') ? null : 'memory',
  ].filter(Boolean);
  if (missing.length === 0) return;
  const found = exports.length > 0 ? exports.join(', ') : 'no exports';
  throw new ModuleError(`${name}: found ${found}; expected also ${missing.join(' and ')}`);
}
