/**
 * What the page asks of the worker. The worker holds one trace and up to three runs of it, one a column of the page;
 * all answers are plain data, large ones typed arrays that are transferred.
 */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Fault } from '../engine/faults';
import type { RunEnd, RunSummary } from '../engine/run';
import type { Step } from '../engine/steps';
import type { FreeList, Region } from '../engine/walk';
import type { AllocatorConfig, Workload } from '../experiment/document';
import type { OnProgress, Progress } from '../progress';
import type { BlockState } from '../raster/blocks';
import type { HeapMapRequest } from '../raster/frame';
import type { TracePart } from '../trace/part';
import type { SelectionOptions } from '../trace/selection';
import type { TraceSummary } from '../trace/trace';
import type { Address, Bytes, EventIndex, ObjectId } from '../units';
import type { MachineWorker } from './machine-api';
import type { TraceWorker } from './trace-api';

export type { Fault, FaultKind } from '../engine/faults';
export type { RunEnd, RunSummary } from '../engine/run';
export type { Step } from '../engine/steps';
export type { FreeList, Region } from '../engine/walk';
export type { OnProgress, Progress } from '../progress';
export type { BlockState } from '../raster/blocks';
export type { HeapMapRequest, Palette } from '../raster/frame';

/** A column of the page: which of the compared allocators. */
export type Column = 0 | 1 | 2;

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
