/** What the simulations' page asks for: a run that goes on step by step, looks inside it, and whole runs; plain data. */

import type { SimulationDocument } from '../experiment/document';
import type { ClassSets } from '../simulations/class-sets';
import type { JobResult, SimulationJob } from '../simulations/jobs';
import type { Inside } from '../simulations/probe';
import type { TimeWarpResult, TimeWarpSample } from '../simulations/timewarp';
import type { WindowSample, YawnsResult } from '../simulations/yawns';
import type { Address, Bytes, Cycles } from '../units';
import type { FreeList, HeapMapRequest, Region } from './api';

export type { SimulationDocument } from '../experiment/document';
export { type ClassSets, PLACES } from '../simulations/class-sets';
export type { Inside } from '../simulations/probe';

/** What stands after a window of YAWNS, or after a GVT round of Time Warp. */
export type SimulationFrame =
  | {
      readonly kind: 'yawns';
      readonly sample: WindowSample;
      /** Objects at each node of the hypercube (255 and more: 255), or 1 for each live cell, row after row. */
      readonly nodes: Uint8Array;
    }
  | { readonly kind: 'timewarp'; readonly sample: TimeWarpSample };

/** Time Warp's lanes so far, as `TimeWarpLanes` holds them. */
export interface LaneSlices {
  readonly slice: Cycles;
  readonly slices: number;
  /** By [(kernel × slices + slice) × TW_PHASES.length + phase]. */
  readonly cycles: Float64Array;
}

/** A processor between two steps. */
export interface ProcessorAccount {
  readonly events: number;
  /** YAWNS: bytes that the simulation holds, its clock, and the free blocks of its heap; null where the allocator does not report them. */
  readonly liveBytes: Bytes | null;
  readonly clock: Cycles | null;
  readonly freeBlocks: number | null;
  /** Time Warp: lengths of the input, output and state queues, and rollbacks so far; blocks held by class. */
  readonly queues: {
    readonly input: number;
    readonly output: number;
    readonly states: number;
    readonly rollbacks: number;
    readonly mild: number;
    readonly intensive: number;
  } | null;
}

/** What a step of the run has added, and how the run stands now. */
export interface SimulationNews {
  /** Windows or rounds that have ended, oldest first. */
  readonly frames: readonly SimulationFrame[];
  readonly accounts: readonly ProcessorAccount[];
  readonly lanes: LaneSlices | null;
  /** What the run came to; null while it goes on. */
  readonly result: YawnsResult | TimeWarpResult | null;
  /** Over the result: 16 hex digits, those of `lab run`; null while it goes on. */
  readonly fingerprint: string | null;
}

export interface SimulationBegun extends SimulationNews {
  /** Simulated time at which the run ends. */
  readonly end: number;
}

/** The heap of one processor just after it took a block or gave one back, inside a frame. */
export interface InsideMoment {
  readonly frame: number;
  /** Row of the frame's `Inside`. */
  readonly row: number;
  readonly processor: number;
  readonly heapStart: Address;
  readonly heapEnd: Address;
  readonly footprintBytes: Bytes;
  readonly liveBytes: Bytes;
  readonly liveBlocks: number;
  /** Whole extent of the block of this row, and where it begins; null where the allocator does not report it. */
  readonly block: { readonly address: Address; readonly bytes: Bytes } | null;
  readonly lists: readonly FreeList[];
  readonly regions: readonly Region[];
  /** YAWNS: state of every node; null for Time Warp. */
  readonly nodes: Uint8Array | null;
}

/** The face of a simulation's worker; it ends with the page's session. */
export interface SimulationWorker<Image = ImageBitmap> {
  /** @param file the allocator's module, where a user brought it */
  begin(document: SimulationDocument, file: Uint8Array<ArrayBuffer> | null): Promise<SimulationBegun>;
  /** Whole windows or rounds, one at least, until so many milliseconds are over. */
  advance(milliseconds: number): Promise<SimulationNews>;
  /** Blocks taken and given back in a frame; `onFrame` gets the frames that were run through again on the way there. */
  inside(frame: number, onFrame: (frames: number) => void): Promise<Inside>;
  moment(frame: number, row: number): Promise<InsideMoment>;
  /** The heap map of the last moment. */
  heapMap(request: HeapMapRequest): Promise<Image | null>;
  /** Time Warp only: null otherwise. */
  sets(level: number, kernel: number): Promise<ClassSets | null>;
  /** A whole run. `onShare` gets how much of it is done, 0 … 1. */
  job<J extends SimulationJob>(
    job: J,
    file: Uint8Array<ArrayBuffer> | null,
    onShare: (share: number) => void,
  ): Promise<JobResult<J>>;
}
