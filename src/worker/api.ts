/**
 * What the page asks of the worker. The worker holds one trace and up to three runs of it, one a column of the page;
 * all answers are plain data, large ones typed arrays that are transferred.
 */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { AllocatorConfig, Workload } from '../experiment/document';
import type { TracePart } from '../trace/part';
import type { SelectionOptions } from '../trace/selection';
import type { Trace, TraceSummary } from '../trace/trace';
import type { Address, Bytes, EventIndex, ObjectId, StepIndex } from '../units';
import type { MachineWorker } from './machine-api';
import type { TraceWorker } from './trace-api';

/** A column of the page: which of the compared allocators. */
export type Column = 0 | 1 | 2;

export interface Progress {
  /** What is being done, for people: "reading gawk.trace.gz", "replaying on System V". */
  readonly task: string;
  readonly done: number;
  /** null when the end is not known. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'events';
}
export type OnProgress = (progress: Progress) => void;
/** How far a replay is and, a few times a second, what can be looked into by then. */
export type OnRun = (progress: Progress, info: RunInfo | null) => void;

/** A trace that the worker has loaded. */
export interface OpenedTrace {
  readonly name: string;
  readonly summary: TraceSummary;
  readonly clock: string;
  /** SHA-256 of the file as it was given, lower-case hex. */
  readonly sha256: string;
  /** Bytes of the file as it was given. */
  readonly fileBytes: Bytes;
  readonly notes: readonly string[];
  /** The workload as it stands in the document (a small file becomes an inline one). */
  readonly workload: Workload;
  /** Which part of the recording it is, without `origin`; null for all of it. */
  readonly part: TracePart | null;
}

/** How a trace is opened. */
export interface OpenOptions {
  /** Of a file that the document does not name yet: what is loaded of it. */
  readonly part?: SelectionOptions;
  /** A recording of more events is refused (TraceLimitError). */
  readonly mostEvents?: number;
}

/** Per-event series of a run. */
export type Metric =
  | 'live'
  | 'footprint'
  | 'freeBytes'
  | 'freeBlocks'
  | 'largestFree'
  | 'instructions'
  | 'loads'
  | 'stores';

/** What `lab replay --json` prints of a run (DESIGN §5). Null where the allocator cannot tell. */
export interface RunSummary {
  readonly allocator: string;
  readonly events: number;
  readonly mallocs: number;
  readonly frees: number;
  readonly reallocs: number;
  readonly failures: number;
  readonly peakLiveBytes: Bytes;
  readonly peakFootprintBytes: Bytes;
  readonly meanLiveBytes: Bytes;
  readonly meanFootprintBytes: Bytes;
  /** Mean live ÷ mean footprint. */
  readonly memoryEfficiency: number;
  /** Peak footprint ÷ peak live. */
  readonly fragmentationRatio: number;
  readonly instructionsPerOp: number;
  readonly loadsPerOp: number;
  readonly storesPerOp: number;
  /** Free blocks after the last event. */
  readonly freeBlocks: number | null;
  /** 16 hex digits over placements and counters. */
  readonly fingerprint: string;
}

export type FaultKind =
  | 'overlap'
  | 'misaligned'
  | 'outside'
  | 'bad free'
  | 'corrupted'
  | 'trap'
  | 'endless loop'
  | 'out of memory';

/** Something that the allocator or the program did wrong, found by the replay. */
export interface Fault {
  readonly event: EventIndex;
  readonly kind: FaultKind;
  /** A sentence that names the addresses. */
  readonly message: string;
  /** Sub-step of the event at which it happened, where known. */
  readonly step: StepIndex | null;
}

/** Why a run replays no further: all done, the user's wish, the allocator's trap, or the browser's memory. */
export type RunEnd = 'complete' | 'cancelled' | 'trapped' | 'out of memory';

/** A run as far as it has come: `summary.events` of the trace's. */
export interface RunInfo {
  readonly column: Column;
  readonly config: AllocatorConfig;
  /** null while it goes on. */
  readonly end: RunEnd | null;
  readonly summary: RunSummary;
  readonly faults: readonly Fault[];
  /** All faults, of which `faults` holds the first. */
  readonly faultCount: number;
  readonly heapStart: Address;
  /** One past the highest byte of the heap over the whole run. */
  readonly heapEnd: Address;
  /** True where free lists and free blocks are known. */
  readonly walks: boolean;
  /** What the trace and all runs held when memory ran out; null where it did not. */
  readonly held: Bytes | null;
}

/** A metric at pixel resolution: bucket i covers the events between from + i·w and from + (i+1)·w. */
export interface SeriesView {
  readonly from: EventIndex;
  readonly to: EventIndex;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  /** Mean over the bucket's events: what counts for instructions an operation. */
  readonly mean: Float64Array;
}

/** One moment within an event: what the allocator did, in words, and where in its source. */
export interface Step {
  readonly kind: string;
  /** File's index in the allocator's descriptor, and the line in it, from 1. */
  readonly file: number;
  readonly line: number;
  /** The two values of the step; the first is mostly a block's address. */
  readonly a: number;
  readonly b: number;
  /** A sentence in a teacher's words: "block at 0x2f40 holds 48 bytes, 64 needed: next". */
  readonly text: string;
  /** Block that the step speaks of; null where it speaks of none. */
  readonly block: Address | null;
  readonly loads: number;
  readonly stores: number;
}

/** An event in words and numbers. */
export interface EventInfo {
  readonly event: EventIndex;
  /** Its number in the recording where a part of it is open; else null. */
  readonly recorded: EventIndex | null;
  readonly op:
    | 'malloc'
    | 'free'
    | 'realloc'
    | 'calloc'
    | 'memalign'
    | 'read'
    | 'write'
    | 'compute'
    | 'barrier';
  readonly id: ObjectId;
  readonly size: Bytes;
  readonly time: number;
  readonly cpu: number;
  /** "malloc(64)", "free(#1,204)". */
  readonly call: string;
}

/** The numbers of a run at an event (after it). */
export interface Figures {
  readonly live: Bytes;
  readonly footprint: Bytes;
  readonly freeBytes: Bytes | null;
  readonly freeBlocks: number | null;
  readonly largestFree: Bytes | null;
  readonly instructions: number;
  readonly loads: number;
  readonly stores: number;
  /** Address that the event got or gave back; 0 when it was refused. */
  readonly address: Address;
  /** Whole extent of that block, headers and slack included; null where unknown. */
  readonly blockBytes: Bytes | null;
  /** Bytes of headers, and of slack, in live blocks; null where unknown. */
  readonly headerBytes: Bytes | null;
  readonly slackBytes: Bytes | null;
}

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

/** Everything about a run at the cursor but its pixels. */
export interface Moment {
  readonly column: Column;
  readonly event: EventInfo;
  readonly figures: Figures;
  /** Sub-steps of the event; empty for modules that report none. */
  readonly steps: readonly Step[];
  readonly lists: readonly FreeList[];
  readonly regions: readonly Region[];
}

export type BlockState = 'live' | 'free' | 'cached' | 'meta' | 'unused' | 'unknown';

/** What a block is, for hover and click. */
export interface BlockInfo {
  readonly address: Address;
  readonly bytes: Bytes;
  readonly state: BlockState;
  readonly header: Bytes;
  readonly footer: Bytes;
  readonly owner: number;
  /** For live blocks: the object, what it asked for, by whom and when, and when it will die (null: never). */
  readonly object: ObjectId | null;
  readonly requested: Bytes | null;
  readonly slack: Bytes | null;
  readonly cpu: number | null;
  readonly born: EventIndex | null;
  readonly bornTime: number | null;
  readonly dies: EventIndex | null;
  readonly lifetime: number | null;
}

/** Colours by class, 0xAABBGGRR as a little-endian canvas wants them; the order is `HeapClass` in src/raster. */
export type Palette = Uint32Array;

export interface HeapMapRequest {
  readonly event: EventIndex;
  /**
   * null: the heap after the event, the event's block lit. A sub-step: the heap before the event (a heap is not
   * walked while its lists are being changed), with the block of that sub-step lit and the blocks visited up to it
   * outlined; the last sub-step stands in the heap after the event.
   */
  readonly step: StepIndex | null;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** First address shown, and bytes in a row of memory. */
  readonly from: Address;
  readonly rowBytes: Bytes;
  /** Device pixels of a row, and of the gap below it. */
  readonly rowHeight: number;
  readonly rowGap: number;
  readonly palette: Palette;
}

/** Bytes that a run holds, of these for each event. */
export interface RunMemory {
  readonly column: Column;
  readonly events: number;
  /** What every event's figures and address take, levels of detail included. */
  readonly timeline: Bytes;
  /** Which blocks live across long stretches. */
  readonly lives: Bytes;
  /** Every block with its life, for the map over time and the search; 0 where nobody has asked for them. */
  readonly blocks: Bytes;
  readonly snapshots: Bytes;
  readonly snapshotCount: number;
  /** Event of the last; −1 where there is none. */
  readonly lastSnapshot: EventIndex;
  readonly budget: Bytes;
  /** Whether the budget has cost snapshots. */
  readonly thinned: boolean;
  /** The allocator's memory at its largest; what looks into the run holds three of them. */
  readonly heap: Bytes;
}

export interface MemoryReport {
  readonly events: number;
  /** The trace's columns. */
  readonly trace: Bytes;
  /** Each event's neighbours of the same object. */
  readonly links: Bytes;
  readonly runs: readonly RunMemory[];
}

/**
 * The worker's face. Long calls report progress and reject with an AbortError after `cancel`.
 * @template Image what pictures come as: a page gets bitmaps, Node the pixels themselves
 */
export interface LabWorker<Image = ImageBitmap> extends MachineWorker<Image>, TraceWorker<Image> {
  /**
   * Loads a trace: a workload that the document names, with the file where it is a file's; or, without a workload, a
   * file that the user has just brought. The trace and the runs that are open stay until the new one is read; a new
   * one closes them.
   */
  open(
    workload: Workload | null,
    file: File | null,
    seed: number,
    onProgress: OnProgress,
    options?: OpenOptions,
  ): Promise<OpenedTrace>;
  /**
   * Replays the open trace on an allocator. While it does, the column answers for the events replayed so far; after
   * `cancel` it keeps them, and the answer says so.
   */
  run(column: Column, config: AllocatorConfig, onRun: OnRun): Promise<RunInfo>;
  /** Goes on with a column's run that was cancelled. */
  resume(column: Column, onRun: OnRun): Promise<RunInfo>;
  /** Most bytes of snapshots that each run keeps, for those that are open at once and for those to come. */
  keepSnapshots(bytes: Bytes): Promise<void>;
  /** What the open trace and its runs hold. */
  memory(): Promise<MemoryReport>;
  /**
   * Takes an allocator module that the user brought (a .wasm file). Its descriptor's id may then stand in configurations.
   * Rejects with what was found and what was expected.
   */
  addModule(file: File): Promise<AllocatorDescriptor>;
  close(column: Column): Promise<void>;
  /** Ends what is under way. */
  cancel(): Promise<void>;
  series(
    column: Column,
    metric: Metric,
    from: EventIndex,
    to: EventIndex,
    buckets: number,
  ): Promise<SeriesView>;
  moment(column: Column, event: EventIndex, listLimit: number): Promise<Moment>;
  heapMap(column: Column, request: HeapMapRequest): Promise<Image>;
  blockAt(column: Column, event: EventIndex, address: Address): Promise<BlockInfo | null>;
  /** Rows of a window of the heap at an event, for the table beside the canvas. At most `limit` blocks. */
  blocks(
    column: Column,
    event: EventIndex,
    from: Address,
    to: Address,
    limit: number,
  ): Promise<readonly BlockInfo[]>;
  /** The event at which an object was allocated; null for ids beyond the trace. */
  eventOfObject(id: ObjectId): Promise<EventIndex | null>;
}

/** Kept here so that readers of this file find it: the worker never sends the trace itself. */
export type { Trace };
