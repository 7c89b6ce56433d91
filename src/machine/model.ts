import type { Modules } from '../engine/modules';
import { type Machine, POLICIES, type Policy } from './machine';

type Numeric = (...values: (number | bigint | boolean)[]) => number | bigint;

interface MachineExports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  readonly [name: string]: unknown;
}

/** Counts of one set, or summed over a level (`tally` in wasm/machine/machine.h, in its order). */
export const TALLY = [
  'readHits',
  'writeHits',
  'readMisses',
  'writeMisses',
  'writeBacks',
  'fills',
  'conflicts',
  'invalidations',
] as const;
export type Tally = Readonly<Record<(typeof TALLY)[number], number>>;

/** What a cache holds, by set and way: the entry of way w in set s is at s × ways + w. A line keeps its way. */
export interface CacheContent {
  readonly sets: number;
  readonly ways: number;
  /** First addresses of lines; meaningless where the state is 0. */
  readonly address: Uint32Array;
  /** 0 empty, 1 shared, 2 exclusive, 3 modified (MESI); without coherence 2 is clean and 3 modified. */
  readonly state: Uint8Array;
  /**
   * LRU and FIFO: when the line was last used or came in, on the cache's own count of uses; the set's least one goes
   * next. 0 for empty ways, and for the policies that keep no such order.
   */
  readonly stamp: Uint32Array;
}

const UPPER_HALF = 2 ** 32;
const LOG = (power: number): number => 31 - Math.clz32(power);
const policyNumber = (policy: Policy): number => POLICIES.indexOf(policy);

/** Options that are not the machine's: what the model is to watch. */
export interface ModelOptions {
  /** Tell conflict misses: costs a second, fully associative simulation of every level. */
  readonly conflicts?: boolean;
  /** Processors to build, if fewer than the machine has: what is not used costs no memory. */
  readonly processors?: number;
}

/** The machine module (wasm/machine) with one machine built in it. */
export class MachineModel {
  private readonly exports: MachineExports;
  private readonly conflicts: boolean;
  private batch = 0;
  /** Processors that were built. */
  readonly processors: number;

  private constructor(
    instance: WebAssembly.Instance,
    readonly machine: Machine,
    options: ModelOptions,
  ) {
    this.exports = instance.exports as unknown as MachineExports;
    this.processors = Math.min(machine.processors, options.processors ?? machine.processors);
    this.conflicts = options.conflicts ?? false;
    this.reset();
  }

  /** Loads the module and builds the machine. */
  static async create(modules: Modules, machine: Machine, options: ModelOptions = {}): Promise<MachineModel> {
    return MachineModel.from(await modules.get('machine'), machine, options);
  }

  static async from(
    module: WebAssembly.Module,
    machine: Machine,
    options: ModelOptions = {},
  ): Promise<MachineModel> {
    return new MachineModel(await WebAssembly.instantiate(module, {}), machine, options);
  }

  /** Builds the machine anew: empty caches, clocks at 0. Memory that was taken is gone, functions stay in the table. */
  reset(): void {
    this.batch = 0;
    const { costs, levels, tlb, memory } = this.machine;
    const coherent = this.processors > 1 && this.machine.coherence === 'mesi';
    this.call('configure_processors', this.processors, coherent, this.conflicts, BigInt(this.machine.seed));
    const { instructions, intervention, upgrade, lock, barrier, touch } = costs;
    this.call(
      'configure_costs',
      instructions.cycles,
      instructions.per,
      intervention,
      upgrade,
      lock,
      barrier,
      touch,
    );
    const nearest = levels[0].latency;
    for (const { sets, ways, line, policy, sharedBy, latency, inclusive, writesRefresh } of levels) {
      const stall = latency - nearest;
      this.call(
        'configure_level',
        sets,
        ways,
        LOG(line),
        policyNumber(policy),
        sharedBy,
        stall,
        inclusive,
        writesRefresh,
      );
    }
    for (const { sets, ways, page, policy, sharedBy, latency } of tlb) {
      this.call('configure_tlb', sets, ways, LOG(page), policyNumber(policy), sharedBy, latency);
    }
    this.call('configure_memory', memory.latency - nearest, costs.walk);
  }

  /** Calls one of the module's functions. */
  call(name: string, ...values: (number | bigint | boolean)[]): number {
    return Number((this.exports[name] as Numeric)(...values));
  }

  /** The module's functions, to be an observed allocator's imports: load, store, cpu, lock, unlock, step. */
  get imports(): Readonly<Record<string, (...values: number[]) => number>> {
    return this.exports as unknown as Readonly<Record<string, (...values: number[]) => number>>;
  }

  /** Puts a function into the module's table, from where it can call it; 0 stands for none. */
  place(entry: unknown): number {
    if (!entry) return 0;
    const table = this.exports.__indirect_function_table;
    const index = table.grow(1);
    table.set(index, entry);
    return index;
  }

  /** Views of the module's memory: do not keep them across calls, the memory may grow. */
  get buffer(): ArrayBuffer {
    return this.exports.memory.buffer;
  }

  /** Zeroed memory of the module that stays until the next machine is built: its address. */
  take(bytes: number): number {
    return this.call('take', bytes) >>> 0;
  }

  /** Accesses as pairs (address, bytes | write << 31), made by the current processor, in batches. */
  access(pairs: Uint32Array): void {
    const words = 1 << 18;
    this.batch ||= this.take(words * 4);
    for (let from = 0; from < pairs.length; from += words) {
      const part = pairs.subarray(from, from + words);
      new Uint32Array(this.buffer, this.batch, words).set(part);
      this.call('access_pairs', this.batch, part.length / 2);
    }
  }
  instances(level: number): number {
    return this.call('view_instances', 0, level);
  }

  /** The instance of a level that a processor uses. */
  instanceOf(level: number, processor: number): number {
    return this.call('view_instance', 0, level, processor);
  }

  /** Counts of every set of an instance: sets × TALLY.length numbers. */
  setTallies(level: number, instance: number): Float64Array {
    return this.counts(0, level, instance, this.machine.levels[level].sets);
  }

  private counts(which: 0 | 1, level: number, instance: number, sets: number): Float64Array {
    const { words, stride, block } = this.blocks(which, level, instance, sets);
    const counts = new Float64Array(sets * TALLY.length);
    for (let i = 0; i < counts.length; i++) {
      const at = Math.floor(i / TALLY.length) * block + 2 * stride + 2 * (i % TALLY.length);
      counts[i] = words[at] + words[at + 1] * UPPER_HALF;
    }
    return counts;
  }

  /** The memory of an instance: for each set a block of `stride` entries, as many stamps, and its counts. */
  private blocks(which: 0 | 1, level: number, instance: number, sets: number) {
    const stride = this.call('view_stride', which, level);
    const block = 2 * stride + 2 * TALLY.length;
    const at = this.call('view_blocks', which, level, instance) >>> 0;
    return { words: new Uint32Array(this.buffer, at, sets * block), stride, block };
  }

  /** Counts of an instance of a cache level, summed over its sets. */
  tally(level: number, instance: number): Tally {
    return this.sum(0, level, instance, this.machine.levels[level].sets);
  }

  /** Counts of an instance of a TLB. */
  tlbTally(level: number, instance: number): Tally {
    return this.sum(1, level, instance, this.machine.tlb[level].sets);
  }

  private sum(which: 0 | 1, level: number, instance: number, sets: number): Tally {
    const rows = this.counts(which, level, instance, sets);
    const sums = TALLY.map(() => 0);
    for (let i = 0; i < rows.length; i++) sums[i % TALLY.length] += rows[i];
    return Object.fromEntries(TALLY.map((name, index) => [name, sums[index]])) as Record<keyof Tally, number>;
  }

  /** What an instance of a cache level holds now. */
  content(level: number, instance: number): CacheContent {
    const { sets, ways, line } = this.machine.levels[level];
    const { words, stride, block } = this.blocks(0, level, instance, sets);
    const shift = LOG(line);
    const address = new Uint32Array(sets * ways);
    const state = new Uint8Array(sets * ways);
    const stamp = new Uint32Array(sets * ways);
    for (let set = 0, i = 0; set < sets; set++) {
      for (let way = 0; way < ways; way++, i++) {
        const entry = words[set * block + way];
        address[i] = entry === 0 ? 0 : ((entry >>> 2) - 1) << shift;
        state[i] = entry & 3;
        stamp[i] = words[set * block + stride + way];
      }
    }
    return { sets, ways, address, state, stamp };
  }

  /** The way that the next new line of a set takes; -1 where chance decides. */
  nextVictim(level: number, instance: number, set: number): number {
    return this.call('view_next_victim', level, instance, set);
  }
}
