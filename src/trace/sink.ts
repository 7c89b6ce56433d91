import type { Place } from './errors';
import type { TraceSites } from './sites';
import type { Trace } from './trace';

/** What a reader learns of a trace beside its events. */
export interface TraceHeading {
  readonly name: string;
  /** Unit of `time`. */
  readonly clock: string;
  readonly notes: readonly string[];
  /** The call tree whose nodes `EventSink.site` names. */
  readonly sites?: Omit<TraceSites, 'object'>;
}

/** Takes a trace's events in order. A reader writes to it; the builder and the selection are two. */
export interface EventSink {
  /** Says where the event being added stands in its input; a reader sets it, errors quote it. */
  locate: (() => Place) | null;
  /**
   * Takes one event.
   * @param id the object; an allocation's must be the next free number
   * @param size bytes, or cycles for compute
   * @param arg alignment of memalign, `Trace.arg` of touches; else 0
   * @throws TraceError when the event cannot stand here
   */
  add(op: number, id: number, size: number, time: number, cpu: number, arg: number): void;
  /** Says which node of the call tree the allocation just added comes from. */
  site(node: number): void;
  /** Events taken so far. */
  readonly events: number;
  /** True when nothing that follows can matter, so that reading may stop. */
  readonly done: boolean;
  finish(heading: TraceHeading): Trace;
}
