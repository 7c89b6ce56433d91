import { Host } from '../../engine/host';
import { type AllocatorInstance, type Hooks, instantiate, type Variant } from '../../engine/instance';
import type { Modules } from '../../engine/modules';
import { descriptorOf } from '../../engine/replay';
import type { Address, Bytes, Instructions } from '../../units';
import type { AllocatorConfig } from '../document';

/** What an allocator has executed so far; what calls it is not counted. */
export interface Counts {
  readonly instructions: Instructions;
  readonly loads: number;
  readonly stores: number;
}

export interface DirectOptions {
  /** Functions in place of the host's: `load`, `store` … of a machine. */
  readonly hooks?: Hooks;
  /** A host that serves several allocators, one after the other: making one takes longer than a short run. */
  readonly host?: Host;
}

/**
 * An allocator that a preset calls by itself, where what it does next depends on what it was given.
 * Nothing checks the calls: a preset that frees a block twice does so.
 */
export class DirectAllocator {
  private constructor(
    private readonly instance: AllocatorInstance,
    private readonly host: Host,
  ) {}

  /** @throws ConfigError for an unknown allocator or parameter */
  static async create(
    modules: Modules,
    config: AllocatorConfig,
    variant: Variant,
    { hooks = {}, host: shared }: DirectOptions = {},
  ): Promise<DirectAllocator> {
    const host = shared ?? (await Host.create(modules));
    const instance = await instantiate(modules, descriptorOf(modules, config), config, variant, host, hooks);
    return new DirectAllocator(instance, host);
  }

  /** The module's functions themselves, for loops that are timed. */
  get calls(): { malloc(size: Bytes): Address; free(address: Address): void } {
    const malloc = this.instance.find('malloc');
    const free = this.instance.find('free');
    if (!malloc || !free) throw new Error(`${this.instance.descriptor.id} exports no malloc or no free`);
    return { malloc, free };
  }

  /** Address of a block, 0 where the request is refused. */
  malloc(size: Bytes): Address {
    return this.instance.malloc(size);
  }

  free(address: Address): void {
    this.instance.free(address);
  }

  /** Counts since the module was loaded; 32-bit ones wrap, as differences of them do. */
  counts(): Counts {
    const instructions = this.instance.find<() => bigint>('lab_instructions');
    const accesses = this.instance.find<() => bigint>('lab_accesses');
    if (!instructions || !accesses) throw new Error('only counted and observed modules count');
    const packed = accesses();
    return {
      instructions: Number(instructions()),
      loads: Number(packed & 0xffff_ffffn),
      stores: Number(packed >> 32n),
    };
  }

  /** Address and whole extent of every free block, in list order. */
  freeBlocks(): { readonly address: Address; readonly bytes: Bytes }[] {
    const walk = this.instance.find('heap_walk');
    if (!walk) throw new Error(`${this.instance.descriptor.id} exports no heap_walk`);
    this.host.call('walk_begin');
    walk();
    const items = this.host.walkRows('items');
    return Array.from({ length: items.length / 2 }, (_, i) => ({
      address: items[2 * i],
      bytes: items[2 * i + 1],
    }));
  }
}
