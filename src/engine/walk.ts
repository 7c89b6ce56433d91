import { firstBlockFrom, type HeapBlocks } from '../raster/blocks';
import type { Address, Bytes, EventIndex } from '../units';
import type { FreeList, Region } from '../worker/api';
import type { Host } from './host';
import type { AllocatorInstance } from './instance';
import type { LiveBlocks } from './live-set';
import { ascending } from './radix';
import { RowIndex } from './row-index';
import type { Run } from './run';

/** States of blocks as lab.h numbers them; `unknown` is what a module that cannot be walked leaves. */
export const State = { free: 0, live: 1, cached: 2, meta: 3, unused: 4, unknown: 5 } as const;

/** Nothing older than so many events is told apart by age. */
const AGES = 256;

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
 * @param store memory for the picture; the one that was made in it before is lost
 */
export function walkHeap(
  run: Run,
  instance: AllocatorInstance,
  host: Host,
  event: EventIndex,
  live: LiveBlocks,
  limit: number,
  store = new PictureStore(),
): HeapPicture {
  const walk = instance.find('heap_walk');
  if (!walk) return replayedHeap(run, instance, event, live);
  host.call('walk_begin');
  walk();
  const rows = byAddress(host.walkView('blocks'));
  const count = rows.length / ROW;
  store.reserve(count);
  const told = store.told.subarray(0, 2 * count).fill(0);
  tell(told, rows, live, store.index);
  const { born, ...blocks } = store.columns(count);
  const { headerBytes, slackBytes } = intoColumns(rows, told, event, blocks, born);
  const lists = readLists(instance, host, limit);
  const regions = readRegions(instance, host, blocks);
  return { blocks, born, lists, regions, headerBytes, slackBytes };
}

/** Words of a row of blocks (wasm/host/walk.c). */
const ROW = 6;

/**
 * By row two words: one more than the event that placed its block, 0 for none, and the bytes asked for. Rows stay rows
 * here, because blocks come in no order: each then costs a line of the processor's cache and not one a column.
 */
function tell(
  told: Uint32Array,
  rows: Uint32Array,
  { count, placed, address, size }: LiveBlocks,
  buckets: Uint32Array,
): void {
  const index = new RowIndex(rows, ROW, buckets);
  for (let at = 0; at < count; at++) {
    const row = index.holding(address[at]);
    const word = row * ROW;
    if (row < 0 || rows[word + 4] !== State.live || rows[word] + rows[word + 2] !== address[at]) continue;
    told[row * 2] = placed[at] + 1;
    told[row * 2 + 1] = size[at];
  }
}

function intoColumns(
  rows: Uint32Array,
  told: Uint32Array,
  event: EventIndex,
  blocks: HeapPicture['blocks'],
  born: Int32Array,
) {
  const { count, address, bytes, header, footer, state, owner, requested, age } = blocks;
  let headerBytes = 0;
  let slackBytes = 0;
  for (let row = 0, at = 0; row < count; row++, at += ROW) {
    address[row] = rows[at];
    bytes[row] = rows[at + 1];
    header[row] = rows[at + 2];
    footer[row] = rows[at + 3];
    state[row] = rows[at + 4];
    owner[row] = rows[at + 5] | 0;
    const placed = told[row * 2] - 1;
    born[row] = placed;
    requested[row] = 0;
    age[row] = 0;
    if (rows[at + 4] !== State.live) continue;
    const tags = rows[at + 2] + rows[at + 3];
    headerBytes += tags;
    if (placed < 0) continue;
    const size = told[row * 2 + 1];
    requested[row] = size;
    age[row] = ageOf(event - placed, event);
    slackBytes += Math.max(0, rows[at + 1] - tags - size);
  }
  return { headerBytes, slackBytes };
}

/** Modules without heap_walk: live blocks from the replay; all between them is unknown. */
function replayedHeap(
  run: Run,
  instance: AllocatorInstance,
  event: EventIndex,
  live: LiveBlocks,
): HeapPicture {
  const { keys, order } = ascending(live.address, live.count);
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
    const placed = live.placed[order[at]];
    const address = keys[at];
    const size = live.size[order[at]];
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

/** Memory for a picture that is made again and again: fresh memory costs more than what is written into it. */
export class PictureStore {
  told = new Uint32Array(0);
  /** For `RowIndex`: room for twice as many buckets as rows, and two. */
  index = new Uint32Array(0);
  private room = { ...emptyBlocks(0), born: new Int32Array(0) };

  /** Makes room for so many blocks. */
  reserve(count: number): void {
    if (this.room.born.length >= count) return;
    const capacity = Math.ceil(count * 1.25);
    this.told = new Uint32Array(2 * capacity);
    this.index = new Uint32Array(2 * capacity + 2);
    this.room = { ...emptyBlocks(capacity), born: new Int32Array(capacity) };
  }

  columns(count: number) {
    const { address, bytes, header, footer, state, requested, age, owner, born } = this.room;
    return {
      count,
      address: address.subarray(0, count),
      bytes: bytes.subarray(0, count),
      header: header.subarray(0, count),
      footer: footer.subarray(0, count),
      state: state.subarray(0, count),
      requested: requested.subarray(0, count),
      age: age.subarray(0, count),
      owner: owner.subarray(0, count),
      born: born.subarray(0, count),
    };
  }
}

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

/** 0 for a block just placed … 255 for one as old as the run. */
function ageOf(events: number, since: EventIndex): number {
  return since > 0 ? Math.min(AGES - 1, Math.floor((events / (since + 1)) * AGES)) : 0;
}

/** Rows of six words in order of address; most walks are in order already. */
export function byAddress(rows: Uint32Array): Uint32Array {
  const count = rows.length / 6;
  let ordered = true;
  for (let row = 1; row < count && ordered; row++) ordered = rows[row * 6] >= rows[(row - 1) * 6];
  if (ordered) return rows;
  const order = Uint32Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => rows[a * 6] - rows[b * 6],
  );
  const sorted = new Uint32Array(rows.length);
  order.forEach((row, place) => {
    sorted.set(rows.subarray(row * 6, row * 6 + 6), place * 6);
  });
  return sorted;
}

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
