import { Cursor } from '../engine/cursor';
import { LiveSet } from '../engine/live-set';
import type { Modules } from '../engine/modules';
import { endOf, type Run } from '../engine/run';
import { type EventRecord, Recorder } from '../engine/substeps';
import { type HeapPicture, walkHeap } from '../engine/walk';
import { BLOCK_STATES, blockIndexAt, firstBlockFrom, type LitBlocks } from '../raster/blocks';
import { HeapMapRaster } from '../raster/heap-map';
import { lacksMemory } from '../trace/errors';
import { allocates } from '../trace/trace';
import type { Address, Bytes, EventIndex, StepIndex } from '../units';
import type { BlockInfo, Column, Figures, HeapMapRequest, Metric, Moment, SeriesView } from './api';
import { describeEvent } from './describe';

/** Blocks of a free list that a picture keeps; a moment may ask for fewer. */
const LIST_LIMIT = 4096;

/** The numbers before the first event. */
const NOTHING: Figures = {
  live: 0,
  footprint: 0,
  freeBytes: null,
  freeBlocks: null,
  largestFree: null,
  instructions: 0,
  loads: 0,
  stores: 0,
  address: 0,
  blockBytes: null,
  headerBytes: null,
  slackBytes: null,
};

/** What moves about in a run. */
interface Tools {
  readonly cursor: Cursor;
  readonly recorder: Recorder;
  readonly raster: HeapMapRaster;
}

interface Kept {
  readonly event: EventIndex;
  readonly heap: HeapPicture;
  readonly bank: 0 | 1;
}

/** False once the host's memory has grown: its old columns are gone then. */
const isThere = ({ heap: { blocks } }: Kept): boolean => blocks.address.length === blocks.count;

/** One column's run with what is needed to look into it. Everything is computed when first asked for. */
export class ColumnView<Of extends Run = Run> {
  private readonly live: LiveSet;
  /** The last two heaps that were asked for: inside an event it is the one before it and the one after. */
  private pictures: readonly Kept[] = [];
  private recorded: EventRecord | null = null;
  private tools: Promise<Tools> | null = null;

  constructor(
    private readonly modules: Modules,
    readonly run: Of,
  ) {
    this.live = new LiveSet(run);
  }

  /** Takes in what the run has replayed since the last time. */
  grow(): void {
    this.live.grow();
  }

  get liveBytes(): Bytes {
    return this.live.bytes;
  }

  series(metric: Metric, from: EventIndex, to: EventIndex, buckets: number): SeriesView {
    return { from, to, ...this.run.timeline[metric].buckets(from, to, buckets) };
  }

  moment(column: Column, event: EventIndex, listLimit: number): Promise<Moment> {
    return this.ask((tools) => this.momentWith(tools, column, event, listLimit));
  }

  private momentWith(tools: Tools, column: Column, event: EventIndex, listLimit: number): Moment {
    const record = this.record(event, tools);
    const { steps } = record;
    const heap = this.heap(event, tools);
    const lists = heap.lists.map((list) => ({
      ...list,
      addresses: list.addresses.slice(0, listLimit),
      sizes: list.sizes.slice(0, listLimit),
    }));
    const figures = event < this.run.events ? this.figures(event, heap) : this.unfinished(record, heap);
    return {
      column,
      event: describeEvent(this.run.trace, event),
      figures,
      steps,
      lists,
      regions: heap.regions,
    };
  }

  /** See HeapMapRequest.step for which heap is drawn. */
  heapMap(request: HeapMapRequest): Promise<Uint32Array> {
    return this.ask((tools) => this.heapMapWith(tools, request));
  }

  private heapMapWith(tools: Tools, request: HeapMapRequest): Uint32Array {
    const { event, step } = request;
    if (step === null) {
      const heap = this.heap(event, tools);
      return tools.raster.draw(request, heap.blocks, { event: this.placeOf(event), visited: [] });
    }
    const { steps } = this.record(event, tools);
    const heap = this.heap(step >= steps.length - 1 ? event : event - 1, tools);
    return tools.raster.draw(request, heap.blocks, this.litAt(event, step, steps));
  }

  private litAt(event: EventIndex, step: StepIndex, steps: EventRecord['steps']): LitBlocks {
    const visited: Address[] = [];
    for (const { kind, block } of steps.slice(0, step + 1))
      if (kind === 'visit' && block !== null) visited.push(block);
    const current = steps[step]?.block ?? null;
    return { event: step >= steps.length - 1 ? this.placeOf(event) : current, visited };
  }

  /** A byte of the block that the event is about; null where it has none. */
  private placeOf(event: EventIndex): Address | null {
    return event < this.run.events ? this.run.timeline.address.at(event) || null : null;
  }

  /** Of an event that never came back: the numbers before it, and what it did until then. */
  private unfinished({ event, accesses, instructions }: EventRecord, heap: HeapPicture): Figures {
    const stores = accesses.filter(({ write }) => write).length;
    const before = event > 0 ? this.figures(event - 1, heap) : NOTHING;
    return { ...before, instructions, loads: accesses.length - stores, stores, address: 0, blockBytes: null };
  }

  blockAt(event: EventIndex, address: Address): Promise<BlockInfo | null> {
    return this.look(event, (heap) => {
      const row = blockIndexAt(heap.blocks, address);
      return row < 0 ? null : this.describe(heap, row);
    });
  }

  blocks(event: EventIndex, from: Address, to: Address, limit: number): Promise<BlockInfo[]> {
    return this.look(event, (heap) => {
      const rows: BlockInfo[] = [];
      const { blocks } = heap;
      for (let row = firstBlockFrom(blocks, from); row < blocks.count && blocks.address[row] < to; row++) {
        if (rows.length === limit) break;
        rows.push(this.describe(heap, row));
      }
      return rows;
    });
  }

  private describe(heap: HeapPicture, row: number): BlockInfo {
    const { run } = this;
    const { blocks, born } = heap;
    const placed = born[row];
    const known = placed >= 0;
    const requested = known ? run.trace.size[placed] : null;
    const end = known ? endOf(run, placed) : -1;
    const [bytes, header, footer] = [blocks.bytes[row], blocks.header[row], blocks.footer[row]];
    return {
      address: blocks.address[row],
      bytes,
      state: BLOCK_STATES[blocks.state[row]] ?? 'unknown',
      header,
      footer,
      owner: blocks.owner[row],
      object: known ? run.trace.id[placed] : null,
      requested,
      slack: requested === null ? null : bytes - header - footer - requested,
      cpu: known ? (run.trace.cpu?.[placed] ?? 0) : null,
      born: known ? placed : null,
      bornTime: known ? run.trace.time[placed] : null,
      dies: end >= 0 ? end : null,
      lifetime: end >= 0 ? run.trace.time[end] - run.trace.time[placed] : null,
    };
  }

  private figures(event: EventIndex, heap: HeapPicture): Figures {
    const { run } = this;
    const { timeline, descriptor } = run;
    const at = (metric: Metric) => timeline[metric].at(event);
    const address = timeline.address.at(event);
    const row = allocates(run.trace.op[event]) && address ? blockIndexAt(heap.blocks, address) : -1;
    return {
      live: at('live'),
      footprint: at('footprint'),
      freeBytes: descriptor.walks ? at('freeBytes') : null,
      freeBlocks: descriptor.walks ? at('freeBlocks') : null,
      largestFree: descriptor.walks ? at('largestFree') : null,
      instructions: at('instructions'),
      loads: at('loads'),
      stores: at('stores'),
      address,
      blockBytes: row >= 0 ? heap.blocks.bytes[row] : null,
      headerBytes: heap.headerBytes,
      slackBytes: heap.slackBytes,
    };
  }

  /** Looks at the heap after an event; it may not be kept. */
  look<Seen>(event: EventIndex, see: (heap: HeapPicture) => Seen): Promise<Seen> {
    return this.ask((tools) => see(this.heap(event, tools)));
  }

  /**
   * Answers from what moves about in the run. Where there is no memory for the answer, that goes with all the memory
   * that it holds, also because it may have stopped half-way: the next question makes it anew.
   */
  private async ask<Answer>(answer: (tools: Tools) => Answer): Promise<Answer> {
    let tools: Tools | null = null;
    try {
      tools = await this.ready();
      return answer(tools);
    } catch (error) {
      const reason = tools?.cursor.host.explained(error) ?? error;
      if (tools === null || lacksMemory(reason)) {
        this.tools = null;
        this.pictures = [];
        this.recorded = null;
      }
      throw reason;
    }
  }

  /**
   * The heap after an event; −1 is the heap before the first. Two are kept, and the memory of the older is used again,
   * so that nothing may be awaited between asking for a heap and using it.
   */
  private heap(wanted: EventIndex, { cursor }: Tools): HeapPicture {
    // An event that never came back leaves no heap: that before it is shown.
    const event = Math.min(wanted, this.run.events - 1);
    const known = this.pictures.find((picture) => picture.event === event && isThere(picture));
    if (known) return known.heap;
    cursor.seek(event);
    const live = this.live.after(event);
    const [newer] = this.pictures;
    const bank = newer?.bank === 0 ? 1 : 0;
    const heap = walkHeap(this.run, cursor.instance, cursor.host, event, live, LIST_LIMIT, bank);
    this.pictures = [{ event, heap, bank }, ...(newer ? [newer] : [])];
    return heap;
  }

  private record(event: EventIndex, { cursor, recorder }: Tools): EventRecord {
    if (this.recorded?.event !== event) this.recorded = recorder.record(event, cursor);
    return this.recorded;
  }

  private ready(): Promise<Tools> {
    this.tools ??= (async () => ({
      cursor: await Cursor.create(this.modules, this.run),
      recorder: await Recorder.create(this.modules, this.run),
      raster: await HeapMapRaster.of(this.modules),
    }))();
    return this.tools;
  }
}
