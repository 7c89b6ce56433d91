import type { Bytes, EventIndex, ObjectId, Ticks } from '../units';
import { Op, type Trace } from './trace';

/** An object's last size and its life. Columns by object. */
export interface Lives {
  /** Event of the allocation. */
  readonly born: Int32Array;
  /** Event of the free; −1 for objects that outlive the trace. */
  readonly died: Int32Array;
  /** Bytes after the last realloc. */
  readonly size: Uint32Array;
}

/** One pass over a trace: when each object was allocated and freed. A second free of an object counts for nothing. */
export function livesOf(trace: Trace): Lives {
  const { op, id, length } = trace;
  const born = new Int32Array(trace.objects).fill(-1);
  const died = new Int32Array(trace.objects).fill(-1);
  const size = new Uint32Array(trace.objects);
  for (let event = 0; event < length; event++) {
    const object = id[event];
    switch (op[event]) {
      case Op.malloc:
      case Op.calloc:
      case Op.memalign:
        born[object] = event;
        size[object] = trace.size[event];
        break;
      case Op.realloc:
        size[object] = trace.size[event];
        break;
      case Op.free:
        if (died[object] < 0) died[object] = event;
        break;
    }
  }
  return { born, died, size };
}

/** Size classes by powers of two: class c holds sizes above 2^(c−1) and up to 2^c; class 0 holds 0 and 1. */
export const classOf = (size: Bytes): number => (size <= 1 ? 0 : 32 - Math.clz32(size - 1));
export const CLASSES = 33;

export interface ClassReport {
  /** Largest size of the class. */
  readonly upTo: Bytes;
  readonly objects: number;
  readonly bytes: Bytes;
  /** Of those that were freed: median and 90th percentile of their lifetimes; null where none was. */
  readonly medianLife: Ticks | null;
  readonly longLife: Ticks | null;
  readonly leftObjects: number;
  readonly leftBytes: Bytes;
}

/** Sizes, lifetimes and what was never freed, by size class; classes that no object has are left out. */
export function reportClasses(trace: Trace, lives: Lives): ClassReport[] {
  const { born, died, size } = lives;
  const [objects, bytes, leftObjects, leftBytes] = Array.from({ length: 4 }, () => new Float64Array(CLASSES));
  for (let object = 0; object < trace.objects; object++) {
    const number = classOf(size[object]);
    objects[number]++;
    bytes[number] += size[object];
    if (died[object] >= 0) continue;
    leftObjects[number]++;
    leftBytes[number] += size[object];
  }
  // The lifetimes of each class side by side in one array.
  const ends = objects.map((all, number) => all - leftObjects[number]);
  for (let number = 1; number < CLASSES; number++) ends[number] += ends[number - 1];
  const lifetimes = new Float64Array(ends[CLASSES - 1]);
  const next = Float64Array.from(ends, (_, number) => (number === 0 ? 0 : ends[number - 1]));
  for (let object = 0; object < trace.objects; object++) {
    if (died[object] < 0) continue;
    lifetimes[next[classOf(size[object])]++] = trace.time[died[object]] - trace.time[born[object]];
  }
  const reports: ClassReport[] = [];
  for (let number = 0; number < CLASSES; number++) {
    if (objects[number] === 0) continue;
    const own = lifetimes.subarray(number === 0 ? 0 : ends[number - 1], ends[number]);
    reports.push({
      upTo: 2 ** number,
      objects: objects[number],
      bytes: bytes[number],
      medianLife: quantile(own, 0.5),
      longLife: quantile(own, 0.9),
      leftObjects: leftObjects[number],
      leftBytes: leftBytes[number],
    });
  }
  return reports;
}

/** The value below which a share of the values lies; null for none. Rearranges them. */
function quantile(values: Float64Array, share: number): number | null {
  if (values.length === 0) return null;
  return nth(values, Math.min(values.length - 1, Math.floor(values.length * share)));
}

/** The n-th least value, found without sorting the others (Hoare, "Algorithm 65: FIND", 1961). Rearranges the values. */
function nth(values: Float64Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const swapped = values[i];
      values[i++] = values[j];
      values[j--] = swapped;
    }
    if (n <= j) high = j;
    else if (n >= i) low = i;
    else return values[n];
  }
  return values[n];
}

/** Live bytes by size class at `buckets` moments, the last event of each equal part of the trace. */
export interface LiveByClass {
  /** Event of each moment. */
  readonly events: Uint32Array;
  /** Row by class: bytes at each moment. */
  readonly bytes: readonly Float64Array[];
}

/**
 * Bytes that live in each size class over a trace, in one pass.
 * @param buckets moments, the last event of equal parts of it
 */
export function liveByClass(trace: Trace, buckets: number): LiveByClass {
  const events = Uint32Array.from({ length: buckets }, (_, bucket) =>
    Math.max(0, Math.ceil((trace.length * (bucket + 1)) / buckets) - 1),
  );
  const bytes = Array.from({ length: CLASSES }, () => new Float64Array(buckets));
  const live = new Float64Array(CLASSES);
  walkLive(
    trace,
    (_, removed, added) => {
      if (removed >= 0) live[classOf(removed)] -= removed;
      if (added >= 0) live[classOf(added)] += added;
    },
    (event) => {
      for (let bucket = lowerBound(events, event); bucket < buckets && events[bucket] === event; bucket++) {
        for (let number = 0; number < CLASSES; number++) bytes[number][bucket] = live[number];
      }
    },
  );
  return { events, bytes };
}

/** The event after which most bytes are live, and how many they are. */
export function peakOf(trace: Trace): { readonly event: EventIndex; readonly bytes: Bytes } {
  let live = 0;
  let best = { event: 0, bytes: 0 };
  walkLive(
    trace,
    (event, removed, added) => {
      live += Math.max(0, added) - Math.max(0, removed);
      if (live > best.bytes) best = { event, bytes: live };
    },
    () => undefined,
  );
  return best;
}

/** Objects and bytes that are live after an event, by size class. */
export function liveClassesAt(
  trace: Trace,
  event: EventIndex,
): { readonly objects: Float64Array; readonly bytes: Float64Array } {
  const objects = new Float64Array(CLASSES);
  const bytes = new Float64Array(CLASSES);
  const count = (size: Bytes, sign: number) => {
    if (size < 0) return;
    objects[classOf(size)] += sign;
    bytes[classOf(size)] += sign * size;
  };
  walkLive(
    trace,
    (at, removed, added) => {
      if (at > event) return;
      count(removed, -1);
      count(added, 1);
    },
    () => undefined,
  );
  return { objects, bytes };
}

/** Calls `see` for each object that is live after an event, with its bytes. */
export function forEachLive(
  trace: Trace,
  event: EventIndex,
  see: (object: ObjectId, bytes: Bytes) => void,
): void {
  const held = new Float64Array(trace.objects).fill(-1);
  for (let at = 0; at <= Math.min(event, trace.length - 1); at++) {
    const op = trace.op[at];
    if (op > Op.memalign) continue;
    const object = trace.id[at];
    if (op === Op.free) held[object] = -1;
    else if (op !== Op.realloc || held[object] >= 0) held[object] = trace.size[at];
  }
  for (let object = 0; object < held.length; object++) if (held[object] >= 0) see(object, held[object]);
}

/** How often one size was asked for. */
export interface SizeCount {
  readonly size: Bytes;
  /** Objects allocated with it. */
  readonly objects: number;
}

/** The sizes that most objects were allocated with, the most frequent first. */
export function commonSizes(
  trace: Trace,
  limit: number,
): { readonly sizes: SizeCount[]; readonly distinct: number } {
  const small = new Uint32Array(1 << 16);
  const large = new Map<Bytes, number>();
  for (let event = 0; event < trace.length; event++) {
    const op = trace.op[event];
    if (op !== Op.malloc && op !== Op.calloc && op !== Op.memalign) continue;
    const size = trace.size[event];
    if (size < small.length) small[size]++;
    else large.set(size, (large.get(size) ?? 0) + 1);
  }
  const all: SizeCount[] = [...large].map(([size, objects]) => ({ size, objects }));
  for (let size = 0; size < small.length; size++)
    if (small[size] > 0) all.push({ size, objects: small[size] });
  all.sort((a, b) => b.objects - a.objects || a.size - b.size);
  return { sizes: all.slice(0, limit), distinct: all.length };
}

/** Goes through a trace with the bytes that each event takes away and adds (−1: none). */
function walkLive(
  trace: Trace,
  change: (event: EventIndex, removed: Bytes, added: Bytes) => void,
  after: (event: EventIndex) => void,
): void {
  const held = new Float64Array(trace.objects).fill(-1);
  for (let event = 0; event < trace.length; event++) {
    const op = trace.op[event];
    const object = trace.id[event];
    const lives = held[object] >= 0;
    // What is asked of an object that is free already changes nothing.
    if (op <= Op.memalign && (lives || (op !== Op.free && op !== Op.realloc))) {
      const added = op === Op.free ? -1 : trace.size[event];
      change(event, held[object], added);
      held[object] = added;
    }
    after(event);
  }
}

function lowerBound(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
