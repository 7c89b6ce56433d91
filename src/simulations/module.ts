import type { AllocatorDescriptor } from '../allocators/descriptor';
import { heapEndOf, heapStartOf, settings, type Variant } from '../engine/instance';
import type { Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';
import type { Address, Bytes } from '../units';
import type { Guest } from './guest';

/** Functions that a simulation's module imports, by their names. What is left out does nothing. */
export type SimulationImports = Readonly<Record<string, WebAssembly.ImportValue | undefined>>;

type Numeric = (...values: number[]) => number;

/** All that a module is at a moment between two calls. */
export interface ModuleState {
  /** The memory up to its last byte that is not 0, and the length of all of it. */
  readonly memory: Uint8Array;
  readonly bytes: Bytes;
  readonly globals: readonly (number | bigint)[];
}

/** A simulation linked with one allocator (wasm/simulations), in a memory of its own. */
export class SimulationModule {
  readonly memory: WebAssembly.Memory;
  private readonly globals: readonly { value: number | bigint }[];

  /** @param guest the same where the allocator is a user's */
  private constructor(
    readonly name: string,
    private readonly exports: Readonly<Record<string, unknown>>,
    private readonly guest: Guest | null,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.globals = Object.keys(exports)
      .filter((each) => each.startsWith('lab_global_'))
      .sort()
      .map((each) => exports[each] as WebAssembly.Global);
  }

  /**
   * Loads `SIMULATION-ALLOCATOR` and sets the allocator's parameters; a user's allocator is linked now.
   * @throws ConfigError for a parameter that the allocator does not have, or out of its range; GuestError
   */
  static async load(
    modules: Modules,
    simulation: string,
    descriptor: AllocatorDescriptor,
    config: AllocatorConfig,
    variant: Variant,
    lent: SimulationImports = {},
  ): Promise<SimulationModule> {
    const name = `${simulation}-${descriptor.id}`;
    if (descriptor.user) {
      settings(descriptor, config);
      const { loadGuest } = await import('./guest');
      const guest = await loadGuest(modules, simulation, descriptor, variant, lent);
      return new SimulationModule(name, guest.exports, guest);
    }
    const compiled = await modules.get(variant === 'plain' ? name : `${name}.${variant}`);
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: from, name: wanted } of WebAssembly.Module.imports(compiled)) {
      imports[from] ??= {};
      imports[from][wanted] = lent[wanted] ?? (() => 0);
    }
    const { exports } = await WebAssembly.instantiate(compiled, imports);
    const loaded = new SimulationModule(name, exports, null);
    loaded.find('_initialize')?.();
    for (const [index, value] of settings(descriptor, config)) loaded.find('configure')?.(index, value);
    return loaded;
  }

  /** An exported function; null where the module has none of that name. */
  find<Type = Numeric>(name: string): Type | null {
    const value = this.exports[name];
    return typeof value === 'function' ? (value as Type) : null;
  }

  /** An exported function. @throws Error where the module has none of that name */
  need<Type = Numeric>(name: string): Type {
    const found = this.find<Type>(name);
    if (found === null) throw new Error(`${this.name} exports no ${name}`);
    return this.guest ? (this.guest.guarded(found as Numeric) as Type) : found;
  }

  save(): ModuleState {
    const { buffer } = this.memory;
    return {
      memory: new Uint8Array(buffer, 0, written(buffer)).slice(),
      bytes: buffer.byteLength,
      globals: this.guest?.save() ?? this.globals.map(({ value }) => value),
    };
  }

  /** Whether this can become what was saved: memories grow, and do not shrink. */
  fits({ bytes }: ModuleState): boolean {
    return this.memory.buffer.byteLength <= bytes;
  }

  /** Becomes what was saved, of this module or of another one like it. */
  restore({ memory, bytes, globals }: ModuleState): void {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(missing / 65_536);
    const all = new Uint8Array(this.memory.buffer);
    all.set(memory);
    all.fill(0, memory.length);
    if (this.guest) this.guest.restore(globals);
    else
      this.globals.forEach((global, i) => {
        global.value = globals[i];
      });
  }

  heapStart(): Address {
    return heapStartOf(this);
  }

  /** One past the highest byte ever taken from the system; the memory's end where that is not known. */
  heapEnd(): Address {
    return heapEndOf(this);
  }

  /** Taken from the system now. */
  footprint(): Bytes {
    return this.guest?.footprint() ?? this.call('os_footprint') >>> 0;
  }

  /** Most ever taken from the system; what is taken now where that is not known: memories of users' do not shrink. */
  peak(): Bytes {
    const most = this.find('os_peak');
    return most ? most() >>> 0 : this.footprint();
  }

  /** Lets the system refuse to exceed a footprint. False where it is not the lab's. */
  limit(bytes: Bytes): boolean {
    const limit = this.find('os_limit');
    limit?.(bytes);
    return limit !== null;
  }

  /** Calls an exported function. */
  call(name: string, ...values: number[]): number {
    return this.need(name)(...values);
  }
}

/** Bytes up to the last one that is not 0, rounded up to words. */
function written(buffer: ArrayBuffer): Bytes {
  const words = new BigUint64Array(buffer);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0n) end--;
  return end * words.BYTES_PER_ELEMENT;
}
