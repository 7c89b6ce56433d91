import type { EventIndex } from '../units';
import { LIVE, type LiveBlocks } from './live-set';
import type { Modules } from './modules';
import { BLOCK, PACKED_ROW, type PackedChunk } from './packed';
import { byAddress } from './radix';

/** Columns that the host module takes in (wasm/host/replay.c, `input`). */
const INPUTS = { op: 0, cpu: 1, id: 2, size: 3 } as const;
/** Columns that it gives back (`output`), in their order there. */
export const OUTPUTS = [
  'address',
  'footprint',
  'live',
  'freeBytes',
  'freeBlocks',
  'largestFree',
  'instructions',
  'loads',
  'stores',
] as const;
export type Output = (typeof OUTPUTS)[number];

/** Rows of `heap_walk` by table (wasm/host/walk.c) and the 32-bit words of a row. */
const TABLES = { blocks: [0, 6], lists: [1, 3], items: [2, 2], regions: [3, 5] } as const;

/** Functions of the host that allocators may import. */
const LENT = new Set([
  'cpu',
  'lock',
  'unlock',
  'step',
  'touch',
  'walk_block',
  'walk_list',
  'walk_item',
  'walk_region',
]);

type Numeric = (...values: number[]) => number;
type View<Type> = new (buffer: ArrayBuffer, from: number, length: number) => Type;

interface HostExports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  readonly [name: string]: unknown;
}

export interface HostTotals {
  readonly fingerprint: bigint;
  readonly sumLive: number;
  readonly sumFootprint: number;
  readonly instructions: number;
  readonly loads: number;
  readonly stores: number;
  readonly peakLive: number;
  readonly peakFootprint: number;
  readonly mallocs: number;
  readonly frees: number;
  readonly reallocs: number;
  readonly failures: number;
  readonly liveObjects: number;
  readonly faults: number;
  readonly events: number;
}

/** The functions of an allocator that the host calls; null where its module has none. */
export interface HostedFunctions {
  readonly malloc: Numeric;
  readonly free: Numeric;
  readonly realloc: Numeric | null;
  readonly instructions: (() => bigint) | null;
  readonly accesses: (() => bigint) | null;
  readonly footprint: Numeric | null;
  readonly top: Numeric | null;
  readonly pages: Numeric | null;
}

/** The host module (wasm/host): its memory, its columns, and the functions that it lends to allocators. */
export class Host {
  readonly chunkSize: number;

  private constructor(private readonly exports: HostExports) {
    this.chunkSize = this.call('chunk_size');
  }

  static async create(modules: Modules): Promise<Host> {
    const instance = await WebAssembly.instantiate(await modules.get('host'), {});
    return new Host(instance.exports as unknown as HostExports);
  }

  /** Calls one of the module's functions on numbers. */
  call(name: string, ...values: number[]): number {
    return (this.exports[name] as Numeric)(...values) >>> 0;
  }

  /** A trap as what it means: where the host's own memory could not grow, an error that says so. */
  explained(trap: unknown): unknown {
    if (!this.call('arena_full')) return trap;
    return new RangeError('the memory of the replay’s host could not grow: allocation failed');
  }

  /** A function to be given to an allocator's module as an import; undefined where the host has none of that name. */
  lend(name: string): WebAssembly.ImportValue | undefined {
    if (!LENT.has(name)) return undefined;
    const value = this.exports[name];
    return typeof value === 'function' ? (value as WebAssembly.ImportValue) : undefined;
  }

  /** Puts an allocator's functions into the host's table, from where it calls them. */
  adopt(functions: HostedFunctions): void {
    const table = this.exports.__indirect_function_table;
    const place = (entry: unknown): number => {
      if (entry === null) return 0;
      const index = table.grow(1);
      table.set(index, entry);
      return index;
    };
    const { malloc, free, realloc, instructions, accesses, footprint, top, pages } = functions;
    this.call(
      'set_allocator',
      ...[malloc, free, realloc, instructions, accesses, footprint, top, pages].map(place),
    );
  }

  /** A view of one of the columns that the host reads; do not keep it across calls, the memory may grow. */
  input(column: keyof typeof INPUTS): Uint8Array | Uint32Array {
    const at = this.call('input', INPUTS[column]);
    const { buffer } = this.exports.memory;
    return column === 'op' || column === 'cpu'
      ? new Uint8Array(buffer, at, this.chunkSize)
      : new Uint32Array(buffer, at, this.chunkSize);
  }

  /** A view of a column that the host wrote, of `count` rows. */
  output(column: Output, count: number): Uint32Array {
    const at = this.call('output', OUTPUTS.indexOf(column));
    return new Uint32Array(this.exports.memory.buffer, at, count);
  }

  /**
   * Takes the first `count` values of an output column, which follow those that were taken before, and packs them.
   * @returns views of the host's memory, which the next call writes over
   */
  pack(column: Output, count: number): PackedChunk {
    const { buffer } = this.exports.memory;
    const number = OUTPUTS.indexOf(column);
    const blocks = this.call('pack', number, count);
    const rows = this.call('pack_rows');
    return {
      blocks,
      sums: new Float64Array(buffer, rows, (blocks * PACKED_ROW) / 8),
      rows: new Uint32Array(buffer, rows, (blocks * PACKED_ROW) / 4),
      words: new Uint32Array(buffer, this.call('pack_words'), (blocks + 1) * BLOCK),
      rest: new Uint32Array(buffer, this.call('pack_rest', number), this.call('pack_rest_count', number)),
    };
  }

  totals(): HostTotals {
    const view = new DataView(this.exports.memory.buffer, this.call('totals'), 104);
    const wide = (index: number) => Number(view.getBigUint64(index * 8, true));
    const narrow = (index: number) => view.getUint32(72 + index * 4, true);
    return {
      fingerprint: view.getBigUint64(0, true),
      sumLive: wide(2),
      sumFootprint: wide(3),
      instructions: wide(4),
      loads: wide(5),
      stores: wide(6),
      peakLive: wide(7),
      peakFootprint: wide(8),
      mallocs: narrow(0),
      frees: narrow(1),
      reallocs: narrow(2),
      failures: narrow(3),
      liveObjects: narrow(4),
      faults: narrow(5),
      events: narrow(6),
    };
  }

  /** Rows (event, kind, address, other) of the first `count` faults. */
  faults(count: number): Uint32Array {
    return new Uint32Array(this.exports.memory.buffer, this.call('fault_rows'), count * 4).slice();
  }

  /** Numbers of the allocator's pages that were written since the last `forgetPages`. */
  dirtyPages(): Uint32Array {
    return new Uint32Array(
      this.exports.memory.buffer,
      this.call('dirty_pages'),
      this.call('dirty_count'),
    ).slice();
  }

  forgetPages(): void {
    this.call('dirty_clear');
  }

  /** What the last `heap_walk` reported, row after row; do not keep it across calls, the memory may grow. */
  walkView(table: keyof typeof TABLES): Uint32Array {
    const [number, words] = TABLES[table];
    const rows = this.call('walk_count', number);
    return new Uint32Array(this.exports.memory.buffer, this.call('walk_rows', number), rows * words);
  }

  /**
   * Joins the blocks that the last `heap_walk` reported, in order of address, with the live ones that the replay knows.
   * @param bank which of two sets of columns to fill; those of the other stay
   * @returns views of them, which the next growth of the host's memory takes away (their length is 0 then)
   */
  join(live: LiveBlocks, event: EventIndex, bank: 0 | 1) {
    const count = this.call('walk_count', TABLES.blocks[0]);
    const rows = this.call('walk_rows', TABLES.blocks[0]);
    const words = live.count * LIVE.words;
    const at = this.call('join_live', live.count);
    new Uint32Array(this.exports.memory.buffer, at, words).set(live.rows.subarray(0, words));
    if (!this.call('join', rows, count, live.count, event, bank)) {
      const view = this.walkView('blocks');
      view.set(byAddress(view));
      this.call('join', rows, count, live.count, event, bank);
    }
    const column = <Type>(make: View<Type>, number: number): Type =>
      new make(this.exports.memory.buffer, this.call('join_column', bank, number), count);
    return {
      count,
      address: column(Uint32Array, 0),
      bytes: column(Uint32Array, 1),
      header: column(Uint32Array, 2),
      footer: column(Uint32Array, 3),
      owner: column(Int32Array, 4),
      born: column(Int32Array, 5),
      requested: column(Uint32Array, 6),
      state: column(Uint8Array, 7),
      age: column(Uint8Array, 8),
      headerBytes: (this.exports.join_header_bytes as Numeric)(),
      slackBytes: (this.exports.join_slack_bytes as Numeric)(),
    };
  }

  /** A copy of it. */
  walkRows(table: keyof typeof TABLES): Uint32Array {
    return this.walkView(table).slice();
  }
}
