import type { Bytes, Cycles } from '../units';
import type { ClassAccesses, TwPhase } from './timewarp-clocks';

/** What stands after a GVT round: arrays of a number a kernel. */
export interface TimeWarpSample {
  readonly round: number;
  /** Virtual time of the round, the same for all kernels. */
  readonly clock: Cycles;
  /** Simulated time: what lies before it is committed. */
  readonly gvt: number;
  readonly end: number;
  /** Lengths of the input, output and state queues. */
  readonly events: Uint32Array;
  readonly sent: Uint32Array;
  readonly logs: Uint32Array;
  readonly committed: Uint32Array;
  readonly rollbacks: Uint32Array;
  /** Live bytes as asked for, by class, and what the heap took from the system. */
  readonly intensiveBytes: Float64Array;
  readonly mildBytes: Float64Array;
  readonly footprintBytes: Float64Array;
}

export interface TimeWarpResult {
  /** Events that can no longer be undone: all before the end. */
  readonly committed: number;
  /** Executed forward, coasted ones not among them. */
  readonly executed: number;
  readonly coasted: number;
  readonly undone: number;
  readonly rollbacks: number;
  /** States saved. */
  readonly saved: number;
  readonly gvtRounds: number;
  /** Mean of the LPs' intervals between saved states at the end. */
  readonly interval: number;
  /** Virtual time from the end of the set-up to the last event's commitment. */
  readonly seconds: number;
  /** Committed events a second of virtual time. */
  readonly throughput: number;
  /** Cycles of all kernels together. */
  readonly phases: Readonly<Record<TwPhase, Cycles>>;
  /** Accesses after the set-up, by class; null without a machine. */
  readonly accesses: readonly ClassAccesses[] | null;
  /** Means over the kernels' peaks, for each LP. Bytes as the simulation asked for them. */
  readonly intensiveBytesAnLp: Bytes;
  readonly mildBytesAnLp: Bytes;
  readonly footprintBytesAnLp: Bytes;
  /** Hashes of the committed history and of the final states, 16 hex digits. */
  readonly history: string;
  readonly states: string;
  /** Kernel that ran out of memory; null for a run that came to its end. */
  readonly failure: number | null;
}
