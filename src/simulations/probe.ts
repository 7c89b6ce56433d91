/** Looks inside a window or round: does again, on copies, what was recorded, up to any block that was taken or given back. */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import { Host } from '../engine/host';
import type { Modules } from '../engine/modules';
import {
  emptyBlocks,
  type FreeList,
  type Region,
  readLists,
  readRegions,
  walkedBlocks,
} from '../engine/walk';
import type { AllocatorConfig } from '../experiment/allocator-config';
import { type HeapBlocks, State } from '../raster/blocks';
import type { Address, Bytes } from '../units';
import { SimulationModule } from './module';
import { type Recording, Told, type ToldHook, type WatchedCall } from './watch';

/** What a processor was at when it took or gave back a block, by the function that was asked of it. */
export const ERRANDS = ['beginning', 'event', 'sending', 'receiving', 'reduction', 'fossils'] as const;
export type Errand = (typeof ERRANDS)[number];

const errands: Readonly<Record<string, Errand>> = {
  yawns_hypercube: 'beginning',
  yawns_life: 'beginning',
  yawns_window: 'event',
  yawns_pack: 'sending',
  yawns_bound: 'reduction',
  yawns_receive: 'receiving',
  timewarp_step: 'event',
  timewarp_pack: 'sending',
  timewarp_receive: 'receiving',
  timewarp_bound: 'reduction',
  timewarp_collect: 'fossils',
};

/** A row for each block that was taken or given back, in the order in which the run did it. */
export interface Inside {
  readonly count: number;
  readonly processor: Uint8Array;
  /** Index into ERRANDS. */
  readonly errand: Uint8Array;
  /** Number of the event in the window or round, over all processors; −1 outside events. */
  readonly event: Int32Array;
  /** 0 taken, 1 given back. */
  readonly op: Uint8Array;
  readonly address: Uint32Array;
  /** As asked for. */
  readonly bytes: Uint32Array;
  readonly events: number;
}

/** One processor's heap just after a block was taken or given back. */
export interface HeapMoment {
  readonly blocks: HeapBlocks;
  readonly lists: readonly FreeList[];
  readonly regions: readonly Region[];
  readonly heapStart: Address;
  readonly heapEnd: Address;
  readonly footprintBytes: Bytes;
  /** As asked for. */
  readonly liveBytes: Bytes;
  readonly liveBlocks: number;
  /** State of the nodes that `look` asked for. */
  readonly looked: readonly number[];
}

/** Items of a free list that a moment keeps. */
const LIST_LIMIT = 64;

/** Ends a replay where the moment is reached. */
class Reached extends Error {}

/** One processor's module, to be set to any state that was recorded. */
export class Probe {
  private module: SimulationModule | null = null;
  private hook: ToldHook = () => undefined;

  private constructor(
    private readonly modules: Modules,
    private readonly simulation: 'yawns' | 'timewarp',
    private readonly descriptor: AllocatorDescriptor,
    private readonly config: AllocatorConfig,
    private readonly host: Host,
  ) {}

  static async create(
    modules: Modules,
    simulation: 'yawns' | 'timewarp',
    descriptor: AllocatorDescriptor,
    config: AllocatorConfig,
  ): Promise<Probe> {
    return new Probe(modules, simulation, descriptor, config, await Host.create(modules));
  }

  /** All blocks that were taken or given back. */
  async inside(recording: Recording): Promise<Inside> {
    const rows = new Rows();
    const { calls } = recording;
    const parts = calls.map(() => [0, 0] as [number, number]);
    for (let p = 0; p < recording.before.length; p++) {
      if (!calls.some(({ processor }) => processor === p)) continue;
      const module = await this.at(recording, p);
      for (const [c, call] of calls.entries()) {
        if (call.processor !== p) continue;
        const errand = ERRANDS.indexOf(errandOf(call));
        const first = rows.count;
        let event = 0;
        this.hook = (kind, block, bytes) => rows.add(p, errand, event, kind, block >>> 0, bytes >>> 0);
        again(module, call, () => event++);
        if (event === 0) rows.outside(first);
        parts[c] = [first, rows.count];
      }
    }
    return rows.inOrder(parts);
  }

  /**
   * The heap just after a row of `inside`.
   * @param look nodes of the model whose state is asked of this processor
   */
  async moment(
    recording: Recording,
    inside: Inside,
    row: number,
    look: readonly number[],
  ): Promise<HeapMoment> {
    const p = inside.processor[row];
    const module = await this.at(recording, p);
    const live = new Map(recording.held[p]);
    const recent = new Set<Address>();
    let before = 0;
    for (let r = 0; r < row; r++) if (inside.processor[r] === p) before++;
    let found: HeapMoment | null = null;
    this.hook = (kind, block, bytes) => {
      const address = block >>> 0;
      if (kind === Told.take) {
        live.set(address, bytes >>> 0);
        recent.add(address);
      } else live.delete(address);
      if (before-- > 0) return;
      found = this.look(module, live, recent, look);
      throw new Reached();
    };
    try {
      for (const call of recording.calls) if (call.processor === p) again(module, call, () => undefined);
    } catch (error) {
      if (!(error instanceof Reached)) throw error;
    }
    if (found === null) throw new RangeError(`row ${row} of ${inside.count} is not reached`);
    return found;
  }

  private async at(recording: Recording, processor: number): Promise<SimulationModule> {
    const state = recording.before[processor];
    if (!this.module?.fits(state)) {
      const lent = {
        told: (kind: number, block: number, bytes: number) => this.hook(kind, block, bytes),
        cpu: () => processor,
        walk_block: this.host.lend('walk_block'),
        walk_list: this.host.lend('walk_list'),
        walk_item: this.host.lend('walk_item'),
        walk_region: this.host.lend('walk_region'),
      };
      this.hook = () => undefined;
      this.module = await SimulationModule.load(
        this.modules,
        this.simulation,
        this.descriptor,
        this.config,
        'counted',
        lent,
      );
    }
    this.module.restore(state);
    return this.module;
  }

  private look(
    module: SimulationModule,
    live: ReadonlyMap<Address, Bytes>,
    recent: ReadonlySet<Address>,
    look: readonly number[],
  ): HeapMoment {
    const { host } = this;
    const walk = module.find('heap_walk');
    if (walk) {
      host.call('walk_begin');
      walk();
    }
    const heapStart = module.heapStart();
    const heapEnd = module.heapEnd();
    const blocks = walk ? walked(host, live, recent) : known(heapStart, heapEnd, live, recent);
    let liveBytes = 0;
    for (const bytes of live.values()) liveBytes += bytes;
    return {
      blocks,
      lists: walk ? readLists(module, host, LIST_LIMIT) : [],
      regions: walk ? readRegions(module, host, blocks) : [],
      heapStart,
      heapEnd,
      footprintBytes: module.footprint(),
      liveBytes,
      liveBlocks: live.size,
      looked: look.map((node) => module.call('yawns_state', node)),
    };
  }
}

const errandOf = ({ name }: WatchedCall): Errand => errands[name] ?? 'beginning';

/** Does a call again; a window event by event, so that each can be told from the next. */
function again(module: SimulationModule, { name, values, input }: WatchedCall, next: () => void): void {
  if (input) new Uint8Array(module.memory.buffer, input.at, input.bytes.length).set(input.bytes);
  if (name === 'yawns_window') {
    while (module.call(name, values[0], 1) > 0) next();
  } else if (module.call(name, ...values) > 0 && name === 'timewarp_step') next();
}

/** Growing columns of an Inside. */
class Rows {
  count = 0;
  private columns = new Uint32Array(6 * 1024);

  /** `event`: within its call. */
  add(processor: number, errand: number, event: number, op: number, address: Address, bytes: Bytes): void {
    if (6 * this.count === this.columns.length) {
      const larger = new Uint32Array(2 * this.columns.length);
      larger.set(this.columns);
      this.columns = larger;
    }
    this.columns.set([processor, errand, event, op, address, bytes], 6 * this.count++);
  }

  /** Rows from one on belong to no event after all. */
  outside(first: number): void {
    for (let row = first; row < this.count; row++) this.columns[6 * row + 2] = NO_EVENT;
  }

  /** The rows of each call, call after call. */
  inOrder(parts: readonly (readonly [number, number])[]): Inside {
    const { count } = this;
    const inside = {
      count,
      processor: new Uint8Array(count),
      errand: new Uint8Array(count),
      event: new Int32Array(count),
      op: new Uint8Array(count),
      address: new Uint32Array(count),
      bytes: new Uint32Array(count),
    };
    let at = 0;
    let events = 0;
    for (const [from, to] of parts) {
      let most = -1;
      for (let row = from; row < to; row++, at++) {
        const [processor, errand, event, op, address, bytes] = this.columns.subarray(6 * row, 6 * row + 6);
        inside.processor[at] = processor;
        inside.errand[at] = errand;
        const inEvent = event !== NO_EVENT && ERRANDS[errand] === 'event';
        if (inEvent && event > most) most = event;
        inside.event[at] = inEvent ? events + event : -1;
        inside.op[at] = op;
        inside.address[at] = address;
        inside.bytes[at] = bytes;
      }
      events += most + 1;
    }
    return { ...inside, events };
  }
}

const NO_EVENT = 0xffff_ffff;
const OLD = 255;

/** Blocks as the allocator reports them, joined with what the simulation asked for. */
function walked(host: Host, live: ReadonlyMap<Address, Bytes>, recent: ReadonlySet<Address>): HeapBlocks {
  const blocks = walkedBlocks(host);
  const { address, bytes, header, footer, state, requested, age } = blocks;
  for (let row = 0; row < blocks.count; row++) {
    if (state[row] !== State.live) continue;
    const payload = address[row] + header[row];
    requested[row] = live.get(payload) ?? Math.max(0, bytes[row] - header[row] - footer[row]);
    age[row] = recent.has(payload) ? 0 : OLD;
  }
  return blocks;
}

/** Where the allocator reports nothing: what the simulation holds, and unknown bytes between. */
function known(
  start: Address,
  end: Address,
  live: ReadonlyMap<Address, Bytes>,
  recent: ReadonlySet<Address>,
): HeapBlocks {
  const sorted = [...live].sort(([a], [b]) => a - b);
  const picture = emptyBlocks(2 * sorted.length + 1);
  let count = 0;
  let at = start;
  const unknownTo = (address: Address) => {
    if (address <= at) return;
    picture.address[count] = at;
    picture.bytes[count] = address - at;
    picture.state[count++] = State.unknown;
  };
  for (const [address, bytes] of sorted) {
    unknownTo(address);
    picture.address[count] = address;
    picture.bytes[count] = bytes;
    picture.requested[count] = bytes;
    picture.state[count] = State.live;
    picture.age[count++] = recent.has(address) ? 0 : OLD;
    at = address + bytes;
  }
  unknownTo(end);
  return { count, ...picture };
}
