/** What the machine's page asks of the worker: a run of the open trace on an allocator and a modelled machine. */
import type { AllocatorConfig } from '../experiment/document';
import type { Machine } from '../machine/machine';
import type { Lanes, MachineResult } from '../machine/result';
import type { HeatStrip, StripKind } from '../machine/strips';
import type { MapWindow } from '../raster/frame';
import type { Address, Bytes, Cycles, EventIndex } from '../units';
import type { EventInfo, OnProgress, Palette, Region } from './api';

/**
 * A place in a machine's run: so many events have happened, in the order of virtual time. The n-th of a program with
 * several threads is mostly not the n-th of its trace.
 */
export type Position = number;

export interface MachineRunInfo {
  readonly machine: Machine;
  readonly config: AllocatorConfig;
  /** Processors that the program uses. */
  readonly processors: number;
  /** Events that happened: the last position. */
  readonly positions: Position;
  readonly result: MachineResult;
  /** For each slice of the lanes: the first position whose event ended in it or later. */
  readonly positionOfSlice: Uint32Array;
  readonly heapStart: Address;
  readonly heapEnd: Address;
  /** True where the allocator tells regions for hot and cold bytes apart. */
  readonly intensity: boolean;
}

/** Lanes of a window of virtual time, and for each of their slices what `MachineRunInfo.positionOfSlice` is. */
export interface LaneWindow {
  readonly lanes: Lanes;
  /** End of the window; it begins at `lanes.from`. */
  readonly to: Cycles;
  readonly positionOfSlice: Uint32Array;
}

/** Whether a line lies in a region for data that is written often (Vitali et al.), or in neither. */
export const INTENSITIES = ['none', 'intensive', 'mild'] as const;

/** An instance of a cache level, set after set; within a set in the order in which lines were used or came in. */
export interface SetContent {
  readonly level: number;
  readonly instance: number;
  readonly sets: number;
  readonly ways: number;
  readonly line: Bytes;
  /** True where the places of a set are in order of recency (LRU) or age (FIFO), newest first; else they are ways. */
  readonly ordered: boolean;
  /** sets × ways columns. `state`: 0 empty, 1 shared, 2 exclusive (clean), 3 modified. */
  readonly address: Uint32Array;
  readonly state: Uint8Array;
  /** Indices into LINE_CLASSES (src/machine/lines.ts) and INTENSITIES. */
  readonly owner: Uint8Array;
  readonly intensity: Uint8Array;
  /** Object of the program that the line holds bytes of, the first of several; −1 for none. */
  readonly object: Int32Array;
}

/**
 * Accesses from the event before to the one at the cursor, of whichever processor made them: a row of four words each,
 * see `accessOf`.
 */
export interface AccessRows {
  /** All that there were, of which the rows hold the first. */
  readonly count: number;
  readonly rows: Uint32Array;
}

export interface LevelFigures {
  readonly name: string;
  readonly accesses: number;
  readonly hits: number;
}

/** Counts up to the cursor, all processors together. */
export interface MachineFigures {
  readonly accesses: number;
  readonly levels: readonly LevelFigures[];
  readonly invalidated: number;
  readonly falselyInvalidated: number;
  readonly lockCalls: number;
  readonly lockWaits: number;
  readonly lockWaited: Cycles;
  readonly tlbAccesses: number;
  readonly tlbWalks: number;
}

/** Everything about a run at the cursor but its pixels. */
export interface MachineMoment {
  readonly position: Position;
  /** Access within the event that is shown, from 0; null after the event. */
  readonly access: number | null;
  readonly event: EventInfo;
  readonly processor: number;
  /** Whose cache the content is. */
  readonly viewpoint: number;
  /** The processor's clock at the event's end. */
  readonly clock: Cycles;
  /** The event's object: where it is, or was before its free; 0 for none. */
  readonly address: Address;
  readonly accesses: AccessRows;
  readonly content: SetContent;
  readonly figures: MachineFigures;
  readonly regions: readonly Region[];
}

export interface MachineMomentRequest {
  /** After how many events; at least 1. */
  readonly position: Position;
  readonly access: number | null;
  readonly level: number;
  /** Whose cache is looked at; null for that of the access's processor, or of the event's. */
  readonly processor: number | null;
}

export interface MachineMapRequest extends MapWindow {
  readonly moment: MachineMomentRequest;
  /** Of the heap map's classes; or, to colour by set, a ramp over the sets and the ground before it. */
  readonly palette: Palette;
  readonly colour: 'kind' | 'set';
}

/** What a live block of the machine's heap is. */
export interface MachineBlock {
  readonly address: Address;
  readonly bytes: Bytes;
  readonly state: 'live' | 'free' | 'cached' | 'meta' | 'unused' | 'unknown';
  readonly object: number | null;
  readonly requested: Bytes | null;
  /** Processor whose thread allocated it. */
  readonly processor: number | null;
  readonly born: EventIndex | null;
}

/** The machine's part of the lab's worker. One run is held at a time; a new one takes its place. */
export interface MachineWorker<Image> {
  /**
   * Runs the open trace on an allocator and a machine (a preset's id or a document), and keeps states to go back to.
   * Rejects with a MachineError naming the place in a document that cannot be built.
   */
  machineRun(config: AllocatorConfig, machine: unknown, onProgress: OnProgress): Promise<MachineRunInfo>;
  machineMoment(request: MachineMomentRequest): Promise<MachineMoment>;
  machineMap(request: MachineMapRequest): Promise<Image>;
  machineBlock(moment: MachineMomentRequest, address: Address): Promise<MachineBlock | null>;
  machineStrip(level: number, processor: number, kind: StripKind): Promise<HeatStrip>;
  /** Runs a window of virtual time again, to look at it more closely than the lanes of the whole run allow. */
  machineLanes(from: Cycles, to: Cycles): Promise<LaneWindow>;
  closeMachine(): Promise<void>;
}

export interface Access {
  readonly address: Address;
  readonly bytes: Bytes;
  readonly write: boolean;
  readonly processor: number;
  readonly byAllocator: boolean;
  /** Level that had the line; as many as there are levels stands for memory. */
  readonly found: number;
  readonly intervened: boolean;
  readonly upgraded: boolean;
  readonly coherenceMiss: boolean;
  readonly falseSharing: boolean;
  readonly pageWalk: boolean;
  readonly cycles: Cycles;
}

/** Whether an access is among those that are kept. */
export const hasRow = ({ rows }: AccessRows, index: number): boolean => (index + 1) * 4 <= rows.length;

/** One access out of its row (`row` in wasm/machine/watch.c). */
export function accessOf({ rows }: AccessRows, index: number): Access {
  const [address, length, where, cycles] = rows.subarray(index * 4, index * 4 + 4);
  const flags = where >>> 24;
  return {
    address,
    bytes: length & 0x7fff_ffff,
    write: length >>> 31 === 1,
    processor: where & 255,
    byAllocator: ((where >>> 8) & 255) === 0,
    found: (where >>> 16) & 255,
    intervened: (flags & 1) !== 0,
    upgraded: (flags & 2) !== 0,
    coherenceMiss: (flags & 4) !== 0,
    falseSharing: (flags & 8) !== 0,
    pageWalk: (flags & 16) !== 0,
    cycles,
  };
}
