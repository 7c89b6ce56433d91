import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { AllocatorConfig } from '../experiment/document';
import type { EventLinks } from '../trace/links';
import { allocates, Op, type Trace } from '../trace/trace';
import type { Address, Bytes, EventIndex } from '../units';
import type { Fault } from './faults';
import type { HostTotals, Output } from './host';
import type { Series } from './series';
import type { Snapshots } from './snapshots';

export type Timeline = Readonly<Record<Output, Series>>;

/** What `lab replay --json` prints of a run. Null where the allocator cannot tell. */
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

/** Why a run replays no further: all done, the user's wish, the allocator's trap, or the browser's memory. */
export type RunEnd = 'complete' | 'cancelled' | 'trapped' | 'out of memory';

/** A trace as one allocator served it: placements, counters, and the states to go back to. */
export interface Run {
  readonly trace: Trace;
  readonly links: EventLinks;
  readonly descriptor: AllocatorDescriptor;
  readonly config: AllocatorConfig;
  /** A column an output, each of `events` values. */
  readonly timeline: Timeline;
  readonly snapshots: Snapshots;
  /** Events replayed: fewer than the trace's while the replay goes on, or after a trap. */
  readonly events: number;
  /** Why it stands where it stands; null while it goes on. */
  readonly end: RunEnd | null;
  readonly heapStart: Address;
  readonly heapEnd: Address;
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  readonly summary: RunSummary;
}

/** A run's figures from the host's totals. Means are over events. */
export function summarize(id: string, totals: HostTotals, freeBlocks: number | null): RunSummary {
  const events = Math.max(1, totals.events);
  const meanLive = totals.sumLive / events;
  const meanFootprint = totals.sumFootprint / events;
  const operations = Math.max(1, totals.mallocs + totals.frees + totals.reallocs);
  return {
    allocator: id,
    events: totals.events,
    mallocs: totals.mallocs,
    frees: totals.frees,
    reallocs: totals.reallocs,
    failures: totals.failures,
    peakLiveBytes: totals.peakLive,
    peakFootprintBytes: totals.peakFootprint,
    meanLiveBytes: meanLive,
    meanFootprintBytes: meanFootprint,
    memoryEfficiency: meanFootprint > 0 ? meanLive / meanFootprint : 0,
    fragmentationRatio: totals.peakLive > 0 ? totals.peakFootprint / totals.peakLive : 0,
    instructionsPerOp: totals.instructions / operations,
    loadsPerOp: totals.loads / operations,
    storesPerOp: totals.stores / operations,
    freeBlocks,
    fingerprint: totals.fingerprint.toString(16).padStart(16, '0'),
  };
}

/** Where an event left its object: the address it got, or kept when a realloc was refused; 0 where it has no block. */
export function placement(run: Run, event: EventIndex): Address {
  for (let at = event; at >= 0; at = run.links.previous(at)) {
    const address = run.timeline.address.at(at);
    if (address !== 0 || run.trace.op[at] !== Op.realloc || run.trace.size[at] === 0) return address;
  }
  return 0;
}

/** The block that an event hands to the allocator (free, realloc); 0 for none. */
export function blockBefore(run: Run, event: EventIndex): Address {
  const previous = run.links.previous(event);
  return previous < 0 ? 0 : placement(run, previous);
}

/** Event that ends the life of the block placed at `event`: −1 when it outlives the trace. Refused reallocs end none. */
export function endOf(run: Run, event: EventIndex): EventIndex {
  const { trace, links, timeline } = run;
  let end = links.next(event);
  while (
    end >= 0 &&
    end < run.events &&
    trace.op[end] === Op.realloc &&
    trace.size[end] > 0 &&
    timeline.address.at(end) === 0
  ) {
    end = links.next(end);
  }
  return end;
}

/** True where the event placed a block. */
export function places(run: Run, event: EventIndex): boolean {
  return allocates(run.trace.op[event]) && run.timeline.address.at(event) !== 0;
}

/** Bytes that the object of a placed block asked for. */
export function requested(run: Run, event: EventIndex): Bytes {
  return run.trace.size[event];
}
