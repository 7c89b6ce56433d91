import type { ClassReport, LiveByClass, SizeCount } from '../trace/lifetimes';
import type { Address, Bytes, EventIndex, ObjectId } from '../units';
import type { Column, OnProgress, RunSummary } from './api';

/** Objects of a size class that are live at one moment. */
export interface LiveClass {
  /** Largest size of the class. */
  readonly upTo: Bytes;
  readonly objects: number;
  readonly bytes: Bytes;
}

/** A place in the program that allocates. */
export interface SiteRow {
  /** Its number in the trace's tree of calls. */
  readonly node: number;
  /** Calls, the allocating one first; empty where it is not known. */
  readonly stack: readonly string[];
  readonly objects: number;
  readonly bytes: Bytes;
  /** Of these, what was never freed. */
  readonly liveObjects: number;
  readonly liveBytes: Bytes;
  /** What of it was live at the peak. */
  readonly peakObjects: number;
  readonly peakBytes: Bytes;
}

/** What people ask of a trace, whatever allocator serves it. */
export interface TraceReport {
  /** Unit of lifetimes. */
  readonly clock: string;
  readonly classes: readonly ClassReport[];
  /** The sizes asked for most often, and how many different ones there are. */
  readonly sizes: readonly SizeCount[];
  readonly distinctSizes: number;
  readonly liveByClass: LiveByClass;
  readonly peak: { readonly event: EventIndex; readonly bytes: Bytes };
  /** What was live at the peak; classes that had nothing are left out. */
  readonly peakClasses: readonly LiveClass[];
  /** The sites that allocated most, held most at the peak or left most: at most `SITES_SHOWN` of each. */
  readonly sites: readonly SiteRow[];
  /** All sites of the trace, of which `sites` holds the first; 0 where it has no call stacks. */
  readonly siteCount: number;
}

/** What the address × time map shows, and how blocks are coloured. */
export interface AddressTimeWindow {
  /** Events from … to − 1; need not be whole numbers. */
  readonly fromEvent: number;
  readonly toEvent: number;
  /** Addresses from … to − 1. */
  readonly fromAddress: number;
  readonly toAddress: number;
}

export interface AddressTimeRequest extends AddressTimeWindow {
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  readonly by: 'size' | 'life';
  /** `ADDRESS_TIME_COLOURS` of src/raster: ground, ramp from the least to the greatest, what is ahead; 0xAABBGGRR. */
  readonly palette: Uint32Array;
}

export interface AddressTimePicture<Image> {
  readonly image: Image;
  /** Events replayed by then: what lies behind them is hatched. */
  readonly reached: EventIndex;
}

/** A block's life at one address. */
export interface PlacedBlock {
  readonly object: ObjectId;
  readonly address: Address;
  /** Bytes asked for. */
  readonly bytes: Bytes;
  readonly born: EventIndex;
  /** Event of the free or the realloc that ends it, which may be ahead of the run; null when it outlives the trace. */
  readonly ends: EventIndex | null;
}

/**
 * What becomes of a block, as a search asks for it:
 * `live` it is handed out by the event or before it, and has not ended after it;
 * `freed` it was freed by the event or before it;
 * `left` nothing frees it;
 * `resized` a realloc placed it where the object stood before; `moved` a realloc placed it elsewhere;
 * `failed` no block: a request that the allocator refused;
 * `crossed` it is freed by another thread than the one that asked for it.
 */
export type BlockState = 'live' | 'freed' | 'left' | 'resized' | 'moved' | 'failed' | 'crossed';

export interface TraceSearch {
  /** null for any block; `address`: blocks that held this byte, at any time. */
  readonly by: { readonly kind: 'object' | 'size' | 'address'; readonly value: number } | null;
  /** null for any state. */
  readonly state: BlockState | null;
  /** Event that `live` and `freed` speak of. */
  readonly event: EventIndex;
  readonly order: 'event' | 'size';
}

/** A block, or a request that was refused. */
export interface FoundBlock extends Omit<PlacedBlock, 'address'> {
  /** null where the request was refused. */
  readonly address: Address | null;
  /** What ended it: null when it outlives the trace, or was never there. */
  readonly endedBy: 'free' | 'realloc' | null;
  /** Threads that asked for it and that ended it; null where nothing ended it. */
  readonly cpu: number;
  readonly endCpu: number | null;
}

export interface SearchResult {
  readonly blocks: readonly FoundBlock[];
  /** All that were found, of which `blocks` holds the first. */
  readonly count: number;
  /** Events replayed by then: those that were looked through. */
  readonly reached: EventIndex;
}

export interface TraceMatches {
  /** In order of events. */
  readonly blocks: readonly PlacedBlock[];
  /** All matches, of which `blocks` holds the first. */
  readonly count: number;
  /** Events replayed by then. */
  readonly reached: EventIndex;
}

/** A page that little keeps from being given back. */
export interface PinnedPageInfo {
  readonly address: Address;
  readonly liveBytes: Bytes;
  readonly blocks: readonly {
    readonly address: Address;
    /** Whole extent. */
    readonly bytes: Bytes;
    /** Event that placed it; null where it is not known. */
    readonly born: EventIndex | null;
  }[];
}

/** One allocator's figures on the trace; null with the reason where it could not serve it. */
export interface CompareRow {
  readonly id: string;
  readonly title: string;
  readonly summary: RunSummary | null;
  /** Nanoseconds an operation by this device's clock, unobserved; null for a short trace and for a user's module. */
  readonly deviceNanoseconds: number | null;
  /** Faults that the replay found. */
  readonly faults: number;
  readonly problem: string | null;
}

/** The part of the worker's face that the trace page asks. */
export interface TraceWorker<Image> {
  /** Numbers in the recording of events of the part that is open. */
  recordedEvents(events: readonly EventIndex[]): Promise<readonly EventIndex[]>;
  /** Events of the open part that show events of the recording; null for those outside it. */
  loadedEvents(recorded: readonly EventIndex[]): Promise<readonly (EventIndex | null)[]>;
  traceReport(onProgress: OnProgress): Promise<TraceReport>;
  searchTrace(column: Column, search: TraceSearch, limit: number): Promise<SearchResult>;
  /** Pages of which at most `share` (0 … 1) is live, emptiest first. */
  pinned(column: Column, event: EventIndex, share: number, limit: number): Promise<readonly PinnedPageInfo[]>;
  addressTime(column: Column, request: AddressTimeRequest): Promise<AddressTimePicture<Image>>;
  /** Blocks in a window, in order of events, at most `limit`. */
  placedBlocks(column: Column, window: AddressTimeWindow, limit: number): Promise<TraceMatches>;
}
