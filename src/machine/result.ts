import type { Bytes, Cycles, EventIndex, Instructions } from '../units';
import type { Tally } from './model';

/** Kinds of cycles, in the order of `cycle_kind` in wasm/machine/machine.h; costs.ts says what each is for. */
export const CYCLE_KINDS = [
  'work',
  'cacheMiss',
  'tlbMiss',
  'coherence',
  'lockWait',
  'barrierWait',
  'idle',
] as const;
export type CycleKind = (typeof CYCLE_KINDS)[number];

/** Where the accesses came from: the allocator's own code, or the program's use of its blocks. */
export const ORIGINS = ['allocator', 'program'] as const;
export type Origin = (typeof ORIGINS)[number];

/** What became of one processor's time. */
export interface ProcessorAccount {
  readonly clock: Cycles;
  /** Sums up to `clock`. */
  readonly cycles: Readonly<Record<CycleKind, Cycles>>;
  readonly instructions: Instructions;
  /** Lines that missed the nearest level, by the level that had them; the last entry is memory. */
  readonly found: Readonly<Record<Origin, readonly number[]>>;
  readonly tlbWalks: number;
  /** Writes that found their line shared. */
  readonly upgrades: number;
  /** Lines that another cache had to give up modified, and locks that came from another processor. */
  readonly interventions: number;
  /** Lines lost to writers elsewhere, and those of them where the writer touched other bytes than were used here. */
  readonly invalidated: number;
  readonly falselyInvalidated: number;
  /** Misses on lines so lost. */
  readonly coherenceMisses: number;
  readonly falseSharingMisses: number;
  readonly lockCalls: number;
  readonly lockWaits: number;
  readonly barriers: number;
}

/** Counts of a level: each of its instances and all together. `hits + misses = accesses` in each. */
export interface LevelAccount {
  readonly name: string;
  readonly instances: readonly Tally[];
  readonly accesses: number;
  readonly hits: number;
  readonly misses: number;
  /** Modified lines written to the next level. */
  readonly writeBacks: number;
  readonly replacements: number;
  /** Misses that full associativity would have avoided; null unless the run was asked to tell. */
  readonly conflicts: number | null;
  readonly invalidations: number;
}

export interface LockAccount {
  readonly id: number;
  readonly calls: number;
  readonly waits: number;
  readonly waited: Cycles;
}

/** Cycles by processor and slice of virtual time. Row of processor p and slice s: kinds at (p × slices + s) × 7. */
export interface Lanes {
  readonly from: Cycles;
  readonly slice: Cycles;
  readonly slices: number;
  readonly cycles: Uint32Array;
}

export interface MachineResult {
  readonly processors: readonly ProcessorAccount[];
  /** Virtual time at which the last processor was done. */
  readonly time: Cycles;
  /**
   * Cycles of all processors in which they got on with the program: no waiting for locks and barriers, no idling. The
   * total workload of Nicol (1990, §4.2), who leaves out what synchronisation blocks.
   */
  readonly workload: Cycles;
  readonly levels: readonly LevelAccount[];
  readonly tlb: readonly LevelAccount[];
  readonly locks: readonly LockAccount[];
  readonly lanes: Lanes | null;
  /** Events that have happened. */
  readonly events: number;
  /** Requests that the allocator refused. */
  readonly failures: number;
  /** Words of objects that the program touched. */
  readonly touches: number;
  readonly peakFootprintBytes: Bytes | null;
  /** Threads that share a processor because the machine has too few; 0 if none. */
  readonly doubled: number;
  /** An event that can never happen, by the trace's own order; null in a run that came to its end. */
  readonly stuckAt: EventIndex | null;
}
