import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { AllocatorConfig } from '../experiment/document';
import type { Address, Bytes } from '../units';
import type { Host } from './host';
import { FUEL } from './limits';
import type { Modules } from './modules';
import type { UserSystem } from './user-imports';

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
  private readonly globals: { value: number | bigint }[];

  /** @param system what stands in for the simulated system where a user's module brings none */
  constructor(
    readonly descriptor: AllocatorDescriptor,
    private readonly exports: WebAssembly.Exports,
    system: UserSystem | null = null,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.globals = Object.keys(exports)
      .filter((name) => name.startsWith('lab_global_'))
      .sort()
      .map((name) => exports[name] as WebAssembly.Global);
    if (system) this.globals.push(system.brk);
  }

  /** An exported function, by the C name or the classroom's (mm_malloc); null where the module has neither. */
  find<Type = Numeric>(name: string): Type | null {
    const value = this.exports[name] ?? this.exports[`mm_${name}`];
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

  /** For modules without a realloc: a new block, a copy of as much as it holds, a free. */
  realloc(address: Address, size: Bytes): Address {
    const realloc = this.find('realloc');
    if (realloc) return realloc(address, size) >>> 0;
    const moved = size > 0 ? this.malloc(size) : 0;
    if (address === 0 || (moved === 0 && size > 0)) return moved;
    const end = Math.min(address + size, this.memory.buffer.byteLength);
    if (moved > 0) new Uint8Array(this.memory.buffer).copyWithin(moved, address, end);
    this.free(address);
    return moved;
  }

  /** Gives a stranger's module what it may burn until the next refuelling; built-in modules burn nothing. */
  refuel(fuel: number = FUEL): void {
    this.find('lab_refuel')?.(fuel);
  }

  /** True where the module trapped because it burnt all of its fuel. */
  get exhausted(): boolean {
    const left = this.find('lab_fuel_left')?.();
    return left !== undefined && left < 0;
  }

  /** Where the heap begins: the simulated system's start; 0 for modules without it. */
  heapStart(): Address {
    return heapStartOf(this);
  }

  /** One past the highest byte ever taken from the system; the memory's end for modules without it. */
  heapEnd(): Address {
    return heapEndOf(this);
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
      realloc: this.find('realloc'),
      instructions: this.find<() => bigint>('lab_instructions'),
      accesses: this.find<() => bigint>('lab_accesses'),
      footprint: this.find('os_footprint'),
      top: this.find('os_top'),
      pages: this.find('lab_memory_pages'),
    });
    host.call('set_bounds', this.heapStart(), this.descriptor.alignment);
  }
}

/** A module that may hold the simulated system (wasm/os). */
interface Systemed {
  readonly memory: WebAssembly.Memory;
  find(name: string): ((...values: number[]) => number) | null;
}

/** Where the simulated system of a module begins; 0 for modules without it. */
export const heapStartOf = (module: Systemed): Address => (module.find('os_start')?.() ?? 0) >>> 0;

/** One past the highest byte that a module ever took from the simulated system; its memory's end without one. */
export function heapEndOf(module: Systemed): Address {
  const top = module.find('os_top');
  return top ? top() >>> 0 : module.memory.buffer.byteLength;
}

/** Loaded for the first module that a user brings. */
async function userSystem(): Promise<UserSystem> {
  const { UserSystem } = await import('./user-imports');
  return new UserSystem();
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
  const system = descriptor.user ? await userSystem() : null;
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name: wanted } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][wanted] = hooks[wanted] ?? host.lend(wanted) ?? system?.import(wanted) ?? (() => 0);
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const instance = new AllocatorInstance(descriptor, exports, system);
  system?.attach(instance.memory);
  instance.find('_initialize')?.();
  instance.refuel();
  instance.find('mm_init')?.();
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
