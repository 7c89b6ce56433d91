import { firstBlockFrom, type HeapBlocks, State } from '../raster/blocks';
import type { Address, Bytes, EventIndex } from '../units';
import type { Host } from './host';
import type { AllocatorInstance } from './instance';
import { LIVE, type LiveBlocks } from './live-set';
import { ascending, byAddress } from './radix';
import type { Run } from './run';

/** Nothing older than so many events is told apart by age. */
const AGES = 256;

export interface FreeList {
  readonly name: string;
  readonly number: number;
  readonly blocks: number;
  readonly bytes: Bytes;
  /** Addresses and sizes in list order, of at most `limit` first blocks. */
  readonly addresses: Uint32Array;
  readonly sizes: Uint32Array;
}

export interface Region {
  readonly name: string;
  readonly address: Address;
  readonly bytes: Bytes;
  /** Bytes of it that belong to live blocks. */
  readonly liveBytes: Bytes;
  readonly owner: number;
  readonly kind: number;
}

/** The heap at one moment: what the allocator reports, joined with what the replay knows. */
export interface HeapPicture {
  readonly blocks: HeapBlocks & { readonly owner: Int32Array };
  /** Event that placed the live block in row i; −1 for other blocks. */
  readonly born: Int32Array;
  readonly lists: readonly FreeList[];
  readonly regions: readonly Region[];
  readonly headerBytes: Bytes | null;
  readonly slackBytes: Bytes | null;
}

/**
 * Walks an instance that stands after `event`.
 * @param live the blocks live then
 * @param limit items kept a free list
 * @param bank of the host's two sets of columns the one that the picture stands in, and another one before it
 */
export function walkHeap(
  run: Run,
  instance: AllocatorInstance,
  host: Host,
  event: EventIndex,
  live: LiveBlocks,
  limit: number,
  bank: 0 | 1 = 0,
): HeapPicture {
  const walk = instance.find('heap_walk');
  if (!walk) return replayedHeap(run, instance, event, live);
  host.call('walk_begin');
  walk();
  const { born, headerBytes, slackBytes, ...blocks } = host.join(live, event, bank);
  const lists = readLists(instance, host, limit);
  const regions = readRegions(instance, host, blocks);
  return { blocks, born, lists, regions, headerBytes, slackBytes };
}

/** Modules without heap_walk: live blocks from the replay; all between them is unknown. */
function replayedHeap(
  run: Run,
  instance: AllocatorInstance,
  event: EventIndex,
  live: LiveBlocks,
): HeapPicture {
  const { keys, order } = ascending(
    Uint32Array.from({ length: live.count }, (_, at) => live.rows[at * LIVE.words + LIVE.address]),
    live.count,
  );
  const usable = instance.find('malloc_usable_size');
  // A gap before each block at most, and one behind the last.
  const picture = emptyBlocks(2 * live.count + 1);
  const born = new Int32Array(2 * live.count + 1).fill(-1);
  let count = 0;
  let slack = 0;
  let end = run.heapStart;
  const unknownTo = (address: Address) => {
    if (address <= end) return;
    picture.address[count] = end;
    picture.bytes[count] = address - end;
    picture.state[count] = State.unknown;
    picture.owner[count++] = -1;
  };
  for (let at = 0; at < live.count; at++) {
    const row = order[at] * LIVE.words;
    const placed = live.rows[row + LIVE.placed];
    const address = keys[at];
    const size = live.rows[row + LIVE.size];
    const held = usable ? Math.max(size, usable(address) >>> 0) : size;
    unknownTo(address);
    picture.address[count] = address;
    picture.bytes[count] = held;
    picture.state[count] = State.live;
    picture.owner[count] = -1;
    picture.requested[count] = size;
    picture.age[count] = ageOf(event - placed, event);
    born[count++] = placed;
    slack += held - size;
    end = Math.max(end, address + held);
  }
  unknownTo(Math.min(run.heapEnd, run.heapStart + run.timeline.footprint.at(event)));
  const slackBytes = usable ? slack : null;
  return {
    blocks: { ...picture, count },
    born,
    lists: [],
    regions: [],
    headerBytes: null,
    slackBytes,
  };
}

/** Columns for so many blocks, all 0. */
export function emptyBlocks(count: number) {
  return {
    address: new Uint32Array(count),
    bytes: new Uint32Array(count),
    header: new Uint32Array(count),
    footer: new Uint32Array(count),
    state: new Uint8Array(count),
    requested: new Uint32Array(count),
    age: new Uint8Array(count),
    owner: new Int32Array(count),
  };
}

/** Blocks of a walk, in order of address: what each is, but neither what was asked of it nor how old it is. */
export function walkedBlocks(host: Host): HeapPicture['blocks'] {
  const rows = byAddress(host.walkRows('blocks'));
  const count = rows.length / 6;
  const picture = emptyBlocks(count);
  for (let row = 0; row < count; row++) {
    const [address, bytes, header, footer, state, owner] = rows.subarray(row * 6, row * 6 + 6);
    picture.address[row] = address;
    picture.bytes[row] = bytes;
    picture.header[row] = header;
    picture.footer[row] = footer;
    picture.state[row] = state;
    picture.owner[row] = owner | 0;
  }
  return { count, ...picture };
}

/** 0 for a block just placed … 255 for one as old as the run; as in wasm/host/join.c. */
function ageOf(events: number, since: EventIndex): number {
  return since > 0 ? Math.floor(events * (AGES / (since + 1))) : 0;
}

/**
 * The free lists that the last walk reported.
 * @param limit blocks of each list whose addresses and sizes are kept, from its head
 */
export function readLists(
  instance: Pick<AllocatorInstance, 'memory'>,
  host: Host,
  limit: number,
): FreeList[] {
  const lists = host.walkRows('lists');
  const items = host.walkRows('items');
  const found: FreeList[] = [];
  for (let row = 0; row < lists.length; row += 3) {
    const [name, number, first] = lists.subarray(row, row + 3);
    const end = row + 3 < lists.length ? lists[row + 5] : items.length / 2;
    let bytes = 0;
    for (let item = first; item < end; item++) bytes += items[item * 2 + 1];
    const shown = Math.min(limit, end - first);
    found.push({
      name: textAt(instance, name),
      number,
      blocks: end - first,
      bytes,
      addresses: Uint32Array.from({ length: shown }, (_, item) => items[(first + item) * 2]),
      sizes: Uint32Array.from({ length: shown }, (_, item) => items[(first + item) * 2 + 1]),
    });
  }
  return found;
}

/** Superblocks, stocks, page runs: what a walk reports beside blocks, each with the live bytes in it. */
export function readRegions(
  instance: Pick<AllocatorInstance, 'memory'>,
  host: Host,
  blocks: HeapBlocks,
): Region[] {
  const rows = host.walkRows('regions');
  const found: Region[] = [];
  for (let row = 0; row < rows.length; row += 5) {
    const [name, address, bytes, owner, kind] = rows.subarray(row, row + 5);
    const liveBytes = liveWithin(blocks, address, address + bytes);
    found.push({ name: textAt(instance, name), address, bytes, liveBytes, owner: owner | 0, kind });
  }
  return found;
}

function liveWithin(blocks: HeapBlocks, from: Address, to: number): Bytes {
  let live = 0;
  for (let row = firstBlockFrom(blocks, from); row < blocks.count && blocks.address[row] < to; row++) {
    if (blocks.state[row] !== State.live) continue;
    live += Math.min(to, blocks.address[row] + blocks.bytes[row]) - Math.max(from, blocks.address[row]);
  }
  return live;
}

/** A C string in the module's memory, of at most 64 bytes. */
function textAt(instance: Pick<AllocatorInstance, 'memory'>, address: Address): string {
  const bytes = new Uint8Array(
    instance.memory.buffer,
    address,
    Math.min(64, instance.memory.buffer.byteLength - address),
  );
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(bytes.slice(0, end < 0 ? bytes.length : end));
}
