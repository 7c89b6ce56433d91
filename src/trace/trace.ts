import type { Bytes, EventIndex, Ticks } from '../units';
import type { TracePart } from './part';
import type { TraceSites } from './sites';

/** What an event asks of the allocator. The numbers stand in `Trace.op` and in the replay module (wasm/host). */
export const Op = {
  malloc: 0,
  free: 1,
  realloc: 2,
  calloc: 3,
  memalign: 4,
  /** Scripted programs only: `size` bytes of the object are read, `arg` times. */
  read: 5,
  /** Scripted programs only: `size` bytes of the object are written, `arg` times. */
  write: 6,
  /** Scripted programs only: `size` cycles of work. */
  compute: 7,
  /** Scripted programs only: wait until every processor has come here. */
  barrier: 8,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

/** True for the operations that hand out an address: malloc, calloc, memalign and realloc. */
export const allocates = (op: number): boolean =>
  op === Op.malloc || op === Op.calloc || op === Op.memalign || op === Op.realloc;

/**
 * A program's requests as parallel columns, one entry an event.
 * Ids run 0, 1, 2 … in order of allocation and are never used again.
 */
export interface Trace {
  /** What a person calls it: a file's name without its endings, or a program's. */
  readonly name: string;
  /** Number of events: the length of every column. */
  readonly length: number;
  /** Number of objects: one more than the highest id. */
  readonly objects: number;
  readonly op: Uint8Array;
  /** Object concerned; 0 where the operation has none (compute, barrier). */
  readonly id: Uint32Array;
  /** Bytes asked for (malloc, calloc, memalign, realloc) or touched; cycles for compute; 0 for free. */
  readonly size: Uint32Array;
  /** Never decreases. */
  readonly time: Float64Array;
  /** Processor or thread, from 0; null when every event is processor 0's. */
  readonly cpu: Uint8Array | null;
  /** Alignment in bytes by event for memalign, offset and repetitions for touches; empty for most traces. */
  readonly arg: ReadonlyMap<EventIndex, number>;
  /** Unit of `time`: "ns", "events", "instructions" … */
  readonly clock: string;
  /** What the reader has to say: what was skipped, cut off, guessed. For the user's eyes. */
  readonly notes: readonly string[];
  /** Where objects were allocated; only in recordings with call stacks (heaptrack). */
  readonly sites?: TraceSites;
  /** Of a part of a recording: which. */
  readonly part?: TracePart;
}

export interface TraceSummary {
  readonly events: number;
  readonly mallocs: number;
  readonly callocs: number;
  readonly memaligns: number;
  readonly frees: number;
  readonly reallocs: number;
  readonly objects: number;
  readonly cpus: number;
  readonly bytesAllocated: Bytes;
  readonly peakLiveBytes: Bytes;
  readonly peakLiveObjects: number;
  readonly distinctSizes: number;
  readonly leftLive: number;
  readonly duration: Ticks;
}
