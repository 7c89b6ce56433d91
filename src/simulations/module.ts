import type { AllocatorDescriptor } from '../allocators/descriptor';
import { settings, type Variant } from '../engine/instance';
import type { Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';

/** Functions that a simulation's module imports, by their names. What is left out does nothing. */
export type SimulationImports = Readonly<Record<string, WebAssembly.ImportValue | undefined>>;

type Numeric = (...values: number[]) => number;

/** A simulation linked with one allocator (wasm/simulations), in a memory of its own. */
export class SimulationModule {
  readonly memory: WebAssembly.Memory;

  private constructor(
    readonly name: string,
    private readonly exports: WebAssembly.Exports,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
  }

  /**
   * Loads `SIMULATION-ALLOCATOR` and sets the allocator's parameters.
   * @throws ConfigError for a parameter that the allocator does not have, or out of its range
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
    const compiled = await modules.get(variant === 'plain' ? name : `${name}.${variant}`);
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: from, name: wanted } of WebAssembly.Module.imports(compiled)) {
      imports[from] ??= {};
      imports[from][wanted] = lent[wanted] ?? (() => 0);
    }
    const { exports } = await WebAssembly.instantiate(compiled, imports);
    const loaded = new SimulationModule(name, exports);
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
    return found;
  }

  /** Calls an exported function. */
  call(name: string, ...values: number[]): number {
    return this.need(name)(...values);
  }
}
