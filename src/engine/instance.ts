import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { AllocatorConfig } from '../experiment/document';
import type { Address, Bytes } from '../units';
import type { Host } from './host';
import type { Modules } from './modules';

/** The variants that the observation pass makes of a module (wasm/observe). */
export type Variant = 'plain' | 'counted' | 'observed';

/** Functions that take the place of the host's, by their import's name: `step`, `load`, `store` … */
export type Hooks = Readonly<Record<string, (...values: number[]) => number | undefined>>;

type Numeric = (...values: number[]) => number;

/** A configuration that does not fit its allocator's descriptor. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** One allocator in a memory of its own. */
export class AllocatorInstance {
  readonly memory: WebAssembly.Memory;
  private readonly globals: WebAssembly.Global[];

  constructor(
    readonly descriptor: AllocatorDescriptor,
    private readonly exports: WebAssembly.Exports,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.globals = Object.keys(exports)
      .filter((name) => name.startsWith('lab_global_'))
      .sort()
      .map((name) => exports[name] as WebAssembly.Global);
  }

  /** An exported function; null where the module has none of that name. */
  find<Type = Numeric>(name: string): Type | null {
    const value = this.exports[name];
    return typeof value === 'function' ? (value as Type) : null;
  }

  private need(name: string): Numeric {
    const found = this.find(name);
    if (!found) throw new Error(`${this.descriptor.id} exports no ${name}`);
    return found;
  }

  malloc(size: Bytes): Address {
    return this.need('malloc')(size) >>> 0;
  }

  free(address: Address): void {
    this.need('free')(address);
  }

  realloc(address: Address, size: Bytes): Address {
    return this.need('realloc')(address, size) >>> 0;
  }

  /** Where the heap begins: the simulated system's start; 0 for modules without it. */
  heapStart(): Address {
    return (this.find('os_start')?.() ?? 0) >>> 0;
  }

  /** One past the highest byte ever taken from the system; the memory's end for modules without it. */
  heapEnd(): Address {
    const top = this.find('os_top');
    return top ? top() >>> 0 : this.memory.buffer.byteLength;
  }

  /** Values of the module's own mutable globals (its stack pointer, an AssemblyScript heap's offset …). */
  saveGlobals(): readonly (number | bigint)[] {
    return this.globals.map((global) => global.value);
  }

  restoreGlobals(values: readonly (number | bigint)[]): void {
    values.forEach((value, index) => {
      this.globals[index].value = value;
    });
  }

  /** Makes the memory reach up to an address. */
  reserveUpTo(end: Address): void {
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
  }

  /** Gives the allocator's functions to the host, which will call them. */
  host(host: Host): void {
    host.adopt({
      malloc: this.need('malloc'),
      free: this.need('free'),
      realloc: this.find('realloc') ?? plainRealloc(this),
      instructions: this.find<() => bigint>('lab_instructions'),
      accesses: this.find<() => bigint>('lab_accesses'),
      footprint: this.find('os_footprint'),
    });
    host.call('set_bounds', this.heapStart(), 0xffff_ffff, this.descriptor.alignment);
  }
}

/** For modules that export no realloc: a new block, a copy, a free. */
function plainRealloc(instance: AllocatorInstance): Numeric {
  throw new Error(`${instance.descriptor.id} exports no realloc`);
}

/** Loads a variant of an allocator and sets its parameters. */
export async function instantiate(
  modules: Modules,
  descriptor: AllocatorDescriptor,
  config: AllocatorConfig,
  variant: Variant,
  host: Host,
  hooks: Hooks = {},
): Promise<AllocatorInstance> {
  const name = variant === 'plain' ? descriptor.id : `${descriptor.id}.${variant}`;
  const module = await modules.get(name);
  const env: Record<string, WebAssembly.ImportValue> = {};
  for (const entry of WebAssembly.Module.imports(module)) {
    env[entry.name] = hooks[entry.name] ?? host.lend(entry.name) ?? (() => 0);
  }
  const imports = { env, wasi_snapshot_preview1: env };
  const { exports } = await WebAssembly.instantiate(module, imports);
  const instance = new AllocatorInstance(descriptor, exports);
  instance.find('_initialize')?.();
  for (const [index, value] of settings(descriptor, config)) instance.find('configure')?.(index, value);
  return instance;
}

/**
 * The parameters' numbers and values, defaults included.
 * @throws ConfigError naming the parameter, what was found and what was expected
 */
export function settings(
  descriptor: AllocatorDescriptor,
  config: AllocatorConfig,
): readonly [number, number][] {
  const known = new Set(descriptor.parameters.map(({ name }) => name));
  for (const name of Object.keys(config.params)) {
    if (known.has(name)) continue;
    const names = [...known].join(', ') || 'none';
    throw new ConfigError(`${descriptor.id} has no parameter "${name}"; it has: ${names}`);
  }
  return descriptor.parameters.map((parameter) => {
    const value = config.params[parameter.name] ?? parameter.default;
    const { min, max, name } = parameter;
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new ConfigError(
        `${descriptor.id}: ${name} is ${value}, expected an integer from ${min} to ${max}`,
      );
    }
    return [parameter.index, value];
  });
}
