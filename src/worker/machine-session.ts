import { Host } from '../engine/host';
import { type AllocatorInstance, instantiate } from '../engine/instance';
import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import { emptyBlocks, readRegions, walkedBlocks } from '../engine/walk';
import type { AllocatorConfig } from '../experiment/document';
import { MachineHistory } from '../machine/history';
import { ownersOf } from '../machine/lines';
import type { MachineModel } from '../machine/model';
import { machineOf } from '../machine/presets';
import { levelAccount, readProcessors, tallies } from '../machine/read';
import type { HeatStrip, StripKind } from '../machine/strips';
import { BLOCK_STATES, blockIndexAt, type HeapBlocks, State } from '../raster/blocks';
import { HeapMapRaster } from '../raster/heap-map';
import { rasterSetMap } from '../raster/set-map';
import { allocates, type Trace } from '../trace/trace';
import type { Address, Cycles, EventIndex } from '../units';
import type { Region } from './api';
import { describeEvent } from './describe';
import {
  accessOf,
  hasRow,
  type LaneWindow,
  type MachineBlock,
  type MachineFigures,
  type MachineMapRequest,
  type MachineMoment,
  type MachineMomentRequest,
  type MachineRunInfo,
  type Position,
  type SetContent,
} from './machine-api';

const OLDEST = 255;

/** A heap on the machine: the allocator's blocks joined with the program's objects. */
interface MachineHeap {
  readonly blocks: HeapBlocks;
  /** Object of each live block; −1 for other blocks. */
  readonly object: Int32Array;
  readonly regions: readonly Region[];
  readonly live: ReturnType<MachineHistory['run']['liveObjects']>;
}

/** One run on a machine with what is needed to look into it. */
export class MachineSession {
  private heapAt: { readonly position: Position; readonly heap: MachineHeap } | null = null;
  private readonly born: Int32Array;

  private constructor(
    private readonly history: MachineHistory,
    private readonly config: AllocatorConfig,
    /** A second instance of the allocator: walking it leaves the caches of the first alone. */
    private readonly walker: AllocatorInstance,
    private readonly host: Host,
    private readonly raster: HeapMapRaster,
  ) {
    const { trace } = history.run;
    this.born = new Int32Array(trace.objects).fill(-1);
    for (let event = trace.length - 1; event >= 0; event--)
      if (allocates(trace.op[event])) this.born[trace.id[event]] = event;
  }

  /** @throws MachineError for a machine that cannot be built; the signal's reason when aborted */
  static async create(
    modules: Modules,
    trace: Trace,
    config: AllocatorConfig,
    machine: unknown,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (events: number) => void },
  ): Promise<MachineSession> {
    const built = machineOf(machine);
    const descriptor = descriptorOf(modules, config);
    const host = await Host.create(modules);
    const walker = await instantiate(modules, descriptor, config, 'counted', host);
    const history = await MachineHistory.record(modules, trace, descriptor, config, built, options);
    return new MachineSession(history, config, walker, host, await HeapMapRaster.of(modules));
  }

  info(): MachineRunInfo {
    const { history, walker } = this;
    const { model } = history.run;
    const { regions } = this.heap(history.positions);
    const { lanes } = history.result;
    return {
      machine: model.machine,
      config: this.config,
      processors: model.processors,
      positions: history.positions,
      result: history.result,
      positionOfSlice: lanes ? history.positionsBySlice(lanes) : new Uint32Array(0),
      heapStart: walker.heapStart(),
      heapEnd: walker.heapEnd(),
      intensity: regions.some(({ name }) => name.startsWith('intensive')),
    };
  }

  moment(request: MachineMomentRequest): MachineMoment {
    const { history } = this;
    const position = this.checked(request.position);
    const watched = history.watch(position);
    const event = history.eventAt(position);
    const access =
      request.access === null || watched.count === 0 ? null : Math.min(request.access, watched.count - 1);
    const heap = this.heap(position);
    if (access !== null) history.seekAccess(position, access);
    else history.seek(position);
    const id = history.run.trace.id[event];
    const processor = history.processorOf(event);
    const rows = { count: watched.count, rows: watched.rows };
    // Until an event is over others act too: the cache that is looked at is that of who makes the access.
    const acting = access === null || !hasRow(rows, access) ? processor : accessOf(rows, access).processor;
    const viewpoint = request.processor ?? acting;
    return {
      position,
      access,
      event: describeEvent(history.run.trace, event),
      processor,
      viewpoint,
      clock: history.clock[position - 1],
      address: watched.before || history.addressOf(id),
      accesses: rows,
      content: this.content(request.level, viewpoint, heap),
      figures: this.figures(),
      regions: heap.regions,
    };
  }

  map(request: MachineMapRequest): Uint32Array {
    const { moment, colour } = request;
    const { blocks } = this.heap(this.checked(moment.position));
    const { sets, line } = this.model.machine.levels[moment.level];
    if (colour === 'set') return rasterSetMap({ ...request, sets, line }, blocks);
    const event = this.history.eventAt(this.checked(moment.position));
    const address = this.history.addressOf(this.history.run.trace.id[event]);
    const window = { ...request, event, step: null };
    return this.raster.draw(window, blocks, { event: address || null, visited: [] });
  }

  block(moment: MachineMomentRequest, address: Address): MachineBlock | null {
    const { blocks, object } = this.heap(this.checked(moment.position));
    const row = blockIndexAt(blocks, address);
    if (row < 0) return null;
    const id = object[row];
    return {
      address: blocks.address[row],
      bytes: blocks.bytes[row],
      state: BLOCK_STATES[blocks.state[row]] ?? 'unknown',
      object: id < 0 ? null : id,
      requested: id < 0 ? null : blocks.requested[row],
      processor: id < 0 ? null : this.history.allocatedBy[id],
      born: id < 0 ? null : this.bornAt(id),
    };
  }

  strip(level: number, processor: number, kind: StripKind): HeatStrip {
    return this.history.strips.strip(level, this.model.instanceOf(level, processor), kind);
  }

  /** A closer look at a window of virtual time; whole cycles, at least one. */
  lanes(from: Cycles, to: Cycles): LaneWindow {
    const start = Math.max(0, Math.floor(from));
    const end = Math.max(start + 1, Math.ceil(Math.min(to, this.history.result.time)));
    const lanes = this.history.lanes(start, end);
    return { lanes, to: end, positionOfSlice: this.history.positionsBySlice(lanes) };
  }

  private get model(): MachineModel {
    return this.history.run.model;
  }

  private bornAt(id: number): EventIndex | null {
    return this.born[id] < 0 ? null : this.born[id];
  }

  private checked(position: number): number {
    return Math.max(1, Math.min(this.history.positions, Math.round(position)));
  }

  /** The heap after so many events; within an event it is the one after it. The last one asked for is kept. */
  private heap(position: Position): MachineHeap {
    if (this.heapAt?.position === position) return this.heapAt.heap;
    this.history.seek(position);
    this.copyHeap();
    const heap = this.readHeap();
    this.heapAt = { position, heap };
    return heap;
  }

  private copyHeap(): void {
    const { walker } = this;
    const { allocator } = this.history.run;
    walker.reserveUpTo(allocator.memory.buffer.byteLength);
    new Uint8Array(walker.memory.buffer).set(new Uint8Array(allocator.memory.buffer));
    walker.restoreGlobals(allocator.saveGlobals());
  }

  private readHeap(): MachineHeap {
    const live = this.history.run.liveObjects();
    const walk = this.walker.find('heap_walk');
    if (!walk) return { ...liveBlocks(live), regions: [], live };
    this.host.call('walk_begin');
    walk();
    const blocks = walkedBlocks(this.host);
    const { count, address, header, state, requested, age } = blocks;
    const object = new Int32Array(count).fill(-1);
    const newest = live.id.reduce((most, id) => Math.max(most, id), 0);
    for (let row = 0, k = 0; row < count; row++) {
      if (state[row] !== State.live) continue;
      const payload = address[row] + header[row];
      while (k < live.id.length && live.address[k] < payload) k++;
      if (live.address[k] !== payload) continue;
      object[row] = live.id[k];
      requested[row] = live.size[k];
      // Numbers are given in order of allocation: they tell the age.
      age[row] = newest > 0 ? Math.round((1 - live.id[k] / newest) * OLDEST) : 0;
    }
    return {
      blocks,
      object,
      regions: readRegions(this.walker, this.host, blocks),
      live,
    };
  }

  private content(level: number, processor: number, heap: MachineHeap): SetContent {
    const { model, history } = this;
    const { sets, ways, line, policy } = model.machine.levels[level];
    const instance = model.instanceOf(level, processor);
    const content = model.content(level, instance);
    const ordered = policy === 'lru' || policy === 'fifo';
    const order = ordered ? newestFirst(content.stamp, sets, ways) : null;
    const address = order ? content.address.map((_, i) => content.address[order[i]]) : content.address;
    const state = order ? content.state.map((_, i) => content.state[order[i]]) : content.state;
    const owners = ownersOf({ address, state }, line, heap.live, heap.blocks, history.allocatedBy, processor);
    const intensity = intensities(address, state, heap.regions);
    return { level, instance, sets, ways, line, ordered, address, state, ...owners, intensity };
  }

  private figures(): MachineFigures {
    const { model } = this;
    const levels = model.machine.levels.map(({ name }, level) =>
      levelAccount(name, tallies(model, 0, level), false),
    );
    const processors = readProcessors(model);
    const sum = (pick: (one: (typeof processors)[number]) => number) =>
      processors.reduce((total, one) => total + pick(one), 0);
    const pages = model.machine.tlb.length > 0 ? levelAccount('TLB', tallies(model, 1, 0), false) : null;
    return {
      accesses: levels[0].accesses,
      levels: levels.map(({ name, accesses, hits }) => ({ name, accesses, hits })),
      invalidated: sum(({ invalidated }) => invalidated),
      falselyInvalidated: sum(({ falselyInvalidated }) => falselyInvalidated),
      lockCalls: sum(({ lockCalls }) => lockCalls),
      lockWaits: sum(({ lockWaits }) => lockWaits),
      lockWaited: sum(({ cycles }) => cycles.lockWait),
      tlbAccesses: pages?.accesses ?? 0,
      tlbWalks: sum(({ tlbWalks }) => tlbWalks),
    };
  }
}

/** For modules that cannot be walked: the live objects, and nothing known between them. */
function liveBlocks(live: MachineHeap['live']): Pick<MachineHeap, 'blocks' | 'object'> {
  const count = live.id.length;
  const picture = emptyBlocks(count);
  picture.address.set(live.address);
  picture.bytes.set(live.size);
  picture.requested.set(live.size);
  picture.state.fill(State.live);
  picture.owner.fill(-1);
  return { blocks: { count, ...picture }, object: Int32Array.from(live.id) };
}

/** For each place of a set, newest first, the way that it is. */
function newestFirst(stamp: Uint32Array, sets: number, ways: number): Uint32Array {
  const order = new Uint32Array(sets * ways);
  const set = new Array<number>(ways);
  for (let first = 0; first < order.length; first += ways) {
    for (let way = 0; way < ways; way++) set[way] = first + way;
    set.sort((a, b) => stamp[b] - stamp[a]);
    order.set(set, first);
  }
  return order;
}

/** For each line: 1 in an intensive region, 2 in a mild one, 0 in neither (INTENSITIES). */
function intensities(address: Uint32Array, state: Uint8Array, regions: readonly Region[]): Uint8Array {
  const kinds = regions
    .map(({ name, address: from, bytes }) => ({
      kind: name.startsWith('intensive') ? 1 : name.startsWith('mild') ? 2 : 0,
      from,
      to: from + bytes,
    }))
    .filter(({ kind }) => kind > 0)
    .sort((a, b) => a.from - b.from);
  const found = new Uint8Array(address.length);
  if (kinds.length === 0) return found;
  for (let i = 0; i < address.length; i++) {
    if (state[i] === 0) continue;
    let low = 0;
    let high = kinds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (kinds[middle].from <= address[i]) low = middle + 1;
      else high = middle;
    }
    if (low > 0 && address[i] < kinds[low - 1].to) found[i] = kinds[low - 1].kind;
  }
  return found;
}
