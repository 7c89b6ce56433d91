/** What the simulations' page asks for: a run that goes on step by step, and whole runs for a sweep; plain data. */

import type { TimeWarpResult, TimeWarpSample } from '../simulations/timewarp';
import type { TimeWarpDocument } from '../simulations/timewarp-setup';
import type { WindowSample, YawnsDocument, YawnsResult } from '../simulations/yawns';
import type { Bytes, Cycles } from '../units';

/** A run as a document of the simulator that it is for. */
export type SimulationDocument =
  | { readonly kind: 'yawns'; readonly document: YawnsDocument }
  | { readonly kind: 'timewarp'; readonly document: TimeWarpDocument };

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
  /** State of the nodes inside an open window; null between windows. */
  readonly nodes: Uint8Array | null;
  /** Whose event was the last step; null after a window or round. */
  readonly stepped: number | null;
  readonly lanes: LaneSlices | null;
  /** What the run came to; null while it goes on. */
  readonly result: YawnsResult | TimeWarpResult | null;
}

export interface SimulationBegun extends SimulationNews {
  /** Simulated time at which the run ends. */
  readonly end: number;
}

/** A whole run, as a point of a sweep. */
export interface SweepPoint {
  readonly allocator: string;
  readonly processors: number;
  /** Virtual time. */
  readonly seconds: number;
  readonly events: number;
  /** YAWNS: useful share of the time, 0 … 1, and utilization × seconds × processors. */
  readonly utilization: number | null;
  readonly workloadSeconds: number | null;
  /** Mean length of the free lists over all processors, where the allocator reports it. */
  readonly meanFreeBlocks: number | null;
  /** Time Warp: committed events a second of virtual time. */
  readonly throughput: number | null;
  /** Hash of the event history: the same for every number of processors and every allocator. */
  readonly history: string;
}

/** The face of a simulation's worker; it ends with the page's session. */
export interface SimulationWorker {
  begin(document: SimulationDocument): Promise<SimulationBegun>;
  /** One event. */
  event(): Promise<SimulationNews>;
  /** Whole windows or rounds, one at least, until so many milliseconds are over. */
  advance(milliseconds: number): Promise<SimulationNews>;
  /** A whole run. `onShare` gets how much of its simulated time is over, 0 … 1. */
  run(document: SimulationDocument, onShare: (share: number) => void): Promise<SweepPoint>;
}
