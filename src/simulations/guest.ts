/**
 * A simulation in the memory of an allocator that a user brought. The built-in allocators are linked with it when the lab
 * is built; this one is linked when it is loaded: the simulation's guest build is a dynamic library (WebAssembly's
 * `dylink.0` convention), whose static data and stack lie in a block that the allocator is asked for first.
 */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import { AllocatorInstance, type Variant } from '../engine/instance';
import type { Modules } from '../engine/modules';
import { UserSystem } from '../engine/user-imports';
import type { Address, Bytes } from '../units';
import type { SimulationImports } from './module';

/** An allocator that a simulation cannot be linked with, or that failed under it. */
export class GuestError extends Error {
  override readonly name = 'GuestError';
}

const STACK: Bytes = 65_536;
const ALIGNMENT = 16;
/** What an allocator may import from the lab and need not be given. */
const OPTIONAL = new Set([
  ...['cpu', 'lock', 'unlock', 'step', 'touch', 'load', 'store'],
  ...['walk_block', 'walk_list', 'walk_item', 'walk_region'],
]);

type Numeric = (...values: number[]) => number;

export interface Guest {
  readonly memory: WebAssembly.Memory;
  /** Functions of the simulation, and of the allocator where the simulation has none of that name. */
  readonly exports: Readonly<Record<string, unknown>>;
  save(): readonly (number | bigint)[];
  restore(values: readonly (number | bigint)[]): void;
  /** The same function, whose trap says that the blocks it lives in are to blame. */
  guarded(call: Numeric): Numeric;
  /** Bytes taken from the system now. */
  footprint(): Bytes;
}

/** @throws GuestError for an allocator without room for the simulation itself */
export async function loadGuest(
  modules: Modules,
  simulation: string,
  descriptor: AllocatorDescriptor,
  variant: Variant,
  lent: SimulationImports,
): Promise<Guest> {
  const ending = variant === 'plain' ? '' : `.${variant}`;
  const allocator = await host(await modules.get(descriptor.id + ending), descriptor, lent);
  const compiled = await modules.get(`${simulation}-guest${ending}`);
  const exports = await linked(compiled, allocator.instance, await functionsOf(modules), lent);
  (exports.__wasm_call_ctors as Numeric | undefined)?.();
  const counter = await sumOf(allocator.exports.lab_instructions, exports.lab_instructions);
  const own = Object.keys(exports)
    .filter((name) => name.startsWith('lab_global_'))
    .sort()
    .map((name) => exports[name] as WebAssembly.Global);
  const { memory } = allocator.instance;
  const held = allocator.exports.os_footprint as Numeric | undefined;
  return {
    memory,
    exports: { ...allocator.exports, ...exports, lab_instructions: counter },
    save: () => [...own.map(({ value }) => value as number), ...allocator.instance.saveGlobals()],
    restore(values) {
      own.forEach((global, i) => {
        global.value = values[i];
      });
      allocator.instance.restoreGlobals(values.slice(own.length));
    },
    guarded: (call) => blamed(descriptor.title, call),
    footprint: () => (held ? held() >>> 0 : (allocator.system.footprint ?? memory.buffer.byteLength)),
  };
}

/** Links the simulation into the allocator's memory: its static data and stack lie in a block of the allocator's. */
async function linked(
  compiled: WebAssembly.Module,
  allocator: AllocatorInstance,
  functions: Readonly<Record<string, WebAssembly.ImportValue>>,
  lent: SimulationImports,
): Promise<WebAssembly.Exports> {
  const { bytes, table } = needsOf(compiled);
  const asked = bytes + STACK + ALIGNMENT;
  const malloc = guarded(allocator, 'malloc');
  const block = malloc(asked) >>> 0;
  if (block === 0)
    throw new GuestError(
      `${allocator.descriptor.title} refused ${asked.toLocaleString('en')} bytes, which the simulation needs for its own data and stack`,
    );
  const base = Math.ceil(block / ALIGNMENT) * ALIGNMENT;
  const { memory } = allocator;
  new Uint8Array(memory.buffer, base, bytes).fill(0);
  const given: Record<string, WebAssembly.ImportValue | undefined> = {
    ...lent,
    ...functions,
    memory,
    malloc,
    free: guarded(allocator, 'free'),
    // An allocator may have the paper's hint (Vitali et al. 2012, §4).
    intensive_buffer: allocator.find('intensive_buffer') ?? undefined,
    __memory_base: new WebAssembly.Global({ value: 'i32' }, base),
    __table_base: new WebAssembly.Global({ value: 'i32' }, 1),
    __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, stackTop(base, bytes)),
    __indirect_function_table: new WebAssembly.Table({ initial: table + 1, element: 'anyfunc' }),
  };
  const env: Record<string, WebAssembly.ImportValue> = {};
  for (const { name } of WebAssembly.Module.imports(compiled)) env[name] = given[name] ?? (() => 0);
  return (await WebAssembly.instantiate(compiled, { env })).exports;
}

/** A function of the simulation whose trap says that the blocks it lives in are to blame. */
const blamed =
  (title: string, call: Numeric): Numeric =>
  (...values) => {
    try {
      return call(...values);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      throw new GuestError(
        `${title}: the simulation failed in the blocks that it was given (${error.message}); do they overlap, or reach out of the memory?`,
      );
    }
  };

const stackTop = (base: Address, bytes: Bytes): Address =>
  Math.floor((base + bytes + STACK) / ALIGNMENT) * ALIGNMENT;

/** Starts the allocator. */
async function host(
  compiled: WebAssembly.Module,
  descriptor: AllocatorDescriptor,
  lent: SimulationImports,
): Promise<{ instance: AllocatorInstance; exports: WebAssembly.Exports; system: UserSystem }> {
  const system = new UserSystem();
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(compiled)) {
    imports[from] ??= {};
    imports[from][name] = lent[name] ?? (OPTIONAL.has(name) ? () => 0 : system.import(name));
  }
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  const instance = new AllocatorInstance(descriptor, exports, system);
  system.attach(instance.memory);
  instance.find('_initialize')?.();
  instance.refuel();
  instance.find('mm_init')?.();
  return { instance, exports, system };
}

/** A function of the allocator with fuel for a call, whose trap says whose it is. */
function guarded(instance: AllocatorInstance, name: 'malloc' | 'free'): Numeric {
  const call = instance.find(name);
  if (call === null) throw new GuestError(`${instance.descriptor.title} exports no ${name}`);
  return (value) => {
    instance.refuel();
    try {
      return call(value);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const words = instance.exhausted ? 'did not come to an end' : `trapped (${error.message})`;
      throw new GuestError(`${instance.descriptor.title}: ${name}(${value >>> 0}) ${words}`);
    }
  };
}

/** Transcendental functions: the C library's, which the built-in links have as well. */
async function functionsOf(modules: Modules): Promise<Record<string, WebAssembly.ImportValue>> {
  const { exports } = await WebAssembly.instantiate(await modules.get('random'), {});
  return { log: exports.real_log as () => number };
}

/**
 * Bytes of static data, and entries of the function table, that a dynamic library asks for: the subsection WASM_DYLINK_MEM_INFO
 * of its section `dylink.0` (WebAssembly tool conventions, Dynamic Linking).
 */
function needsOf(compiled: WebAssembly.Module): { readonly bytes: Bytes; readonly table: number } {
  const [section] = WebAssembly.Module.customSections(compiled, 'dylink.0');
  const data = new Uint8Array(section ?? new ArrayBuffer(0));
  const MEMORY = 1;
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = data[at++];
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
  };
  while (at < data.length) {
    const kind = number();
    const length = number();
    const end = at + length;
    if (kind === MEMORY) {
      const bytes = number();
      number();
      return { bytes, table: number() };
    }
    at = end;
  }
  throw new GuestError('the simulation’s guest build does not say how much memory it needs');
}

/** (func (export "sum") (result i64) (i64.add (call $a.x) (call $a.y))): a machine's clock calls a function of a module. */
const SUM = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7e],
  ...[0x02, 0x0d, 0x02, 0x01, 0x61, 0x01, 0x78, 0x00, 0x00, 0x01, 0x61, 0x01, 0x79, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x07, 0x01, 0x03, 0x73, 0x75, 0x6d, 0x00, 0x02],
  ...[0x0a, 0x09, 0x01, 0x07, 0x00, 0x10, 0x00, 0x10, 0x01, 0x7c, 0x0b],
]);

/** What both modules have executed; undefined where nothing is counted. */
async function sumOf(x: unknown, y: unknown): Promise<unknown> {
  if (typeof x !== 'function' || typeof y !== 'function') return undefined;
  const { instance } = await WebAssembly.instantiate(SUM, { a: { x: x as Numeric, y: y as Numeric } });
  return instance.exports.sum;
}
