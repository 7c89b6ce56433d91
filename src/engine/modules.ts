import type { AllocatorDescriptor } from '../allocators/descriptor';
import { findAllocator } from '../allocators/list';

/**
 * Where compiled modules come from. The engine asks for them by name (`sysv`, `sysv.counted`, `host`, `machine` …);
 * the page fetches them, Node reads build/wasm.
 */
export interface ModuleSource {
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Compiles each module once, and knows the allocators that users brought beside the built-in ones. */
export class Modules {
  private readonly compiled = new Map<string, Promise<WebAssembly.Module>>();
  private readonly users = new Map<string, AllocatorDescriptor>();

  constructor(private readonly source: ModuleSource) {}

  get(name: string): Promise<WebAssembly.Module> {
    let module = this.compiled.get(name);
    if (!module) {
      module = this.source.bytes(name).then((bytes) => WebAssembly.compile(bytes));
      this.compiled.set(name, module);
    }
    return module;
  }

  /** Adds a module that does not come from the source: one that a user brought. */
  add(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
    const module = WebAssembly.compile(bytes);
    this.compiled.set(name, module);
    return module;
  }

  register(descriptor: AllocatorDescriptor): void {
    this.users.set(descriptor.id, descriptor);
  }

  /** A built-in allocator or a user's. */
  descriptor(id: string): AllocatorDescriptor | undefined {
    return findAllocator(id) ?? this.users.get(id);
  }
}
