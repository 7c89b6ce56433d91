import { Op, type Trace } from '../trace/trace';
import type { Bytes, EventIndex, Ticks } from '../units';
import { type SizeClasses, sizeClasses } from './histogram';

/** Ticks of the trace's own clock, or a virtual clock that counts allocations and frees (Zorn & Grunwald §5.4.3). */
export type TimeMeasure = 'ticks' | 'events';

/** What every model is fitted to: a size, a time of birth and a holding time an object, in order of birth. */
export interface Observations {
  readonly name: string;
  readonly time: TimeMeasure;
  /** Unit of the times: the trace's clock, or "events". */
  readonly clock: string;
  readonly objects: number;
  readonly size: Uint32Array;
  /** Ticks since execution began, from 0. */
  readonly birth: Float64Array;
  /** Ticks from birth to free; to the last event for an object that is never freed. */
  readonly holding: Float64Array;
  /** Ticks between successive births: one fewer than objects. */
  readonly interarrival: Float64Array;
  /** The size classes, and the class of each object. */
  readonly classes: SizeClasses;
  /** Execution time: ticks from the first event to the last, both counted, so that Figure 1's lasts 12. */
  readonly duration: Ticks;
  /** Events that are neither an allocation nor a free and so have no part in a model: realloc, touches, barriers. */
  readonly leftOut: number;
  /** Bytes of all sizes. */
  readonly bytes: Bytes;
}

const isBirth = (op: number): boolean => op === Op.malloc || op === Op.calloc || op === Op.memalign;

/** Holding time of an object that was not freed yet. */
const ALIVE = -1;

/**
 * Reads off what the models see of a trace. As in the report (§4.1) that is its allocations and frees only:
 * a `realloc` is left out, and its object keeps the size it was born with.
 * @throws RangeError when there are fewer than two allocations, or the clock stands still
 */
export function observe(trace: Trace, time: TimeMeasure = 'ticks'): Observations {
  const { op, id, size: asked, time: clock, objects, length } = trace;
  const ticks = time === 'ticks';
  if (objects < 2) {
    throw new RangeError(
      `${trace.name}: found ${objects} allocations, expected two or more to fit a model to`,
    );
  }
  const size = new Uint32Array(objects);
  const birth = new Float64Array(objects);
  const holding = new Float64Array(objects);
  const origin = ticks ? clock[firstBirth(op)] : 0;
  let now = origin;
  let counted = 0;
  let bytes = 0;
  for (let event = 0; event < length; event++) {
    const what = op[event];
    const object = id[event];
    if (what === Op.free) {
      now = ticks ? clock[event] : counted;
      counted++;
      holding[object] = now - origin - birth[object];
    } else if (isBirth(what)) {
      now = ticks ? clock[event] : counted;
      counted++;
      birth[object] = now - origin;
      holding[object] = ALIVE;
      size[object] = asked[event];
      bytes += asked[event];
    }
  }
  const last = now - origin;
  const interarrival = new Float64Array(objects - 1);
  if (holding[0] === ALIVE) holding[0] = last - birth[0];
  for (let object = 1; object < objects; object++) {
    if (holding[object] === ALIVE) holding[object] = last - birth[object];
    interarrival[object - 1] = birth[object] - birth[object - 1];
  }
  if (birth[objects - 1] === 0) {
    throw new RangeError(
      `${trace.name}: found a clock that stands still from first to last allocation, expected one that runs; count time in events`,
    );
  }
  return {
    name: trace.name,
    time,
    clock: ticks ? trace.clock : 'events',
    objects,
    size,
    birth,
    holding,
    interarrival,
    classes: sizeClasses(size),
    duration: last + 1,
    leftOut: length - counted,
    bytes,
  };
}

/** Event of the first allocation. */
function firstBirth(op: Uint8Array): EventIndex {
  let event = 0;
  while (!isBirth(op[event])) event++;
  return event;
}

/**
 * The trace with its allocations (as malloc) and frees only, which is what a synthetic trace is compared with.
 * @param measure with "events" the times are replaced by the events' numbers
 */
export function distil(trace: Trace, measure: TimeMeasure = 'ticks'): Trace {
  let kept = 0;
  const { length } = trace;
  const op = new Uint8Array(length);
  const id = new Uint32Array(length);
  const size = new Uint32Array(length);
  const time = new Float64Array(length);
  for (let event = 0; event < length; event++) {
    const what = trace.op[event];
    if (what !== Op.free && !isBirth(what)) continue;
    op[kept] = what === Op.free ? Op.free : Op.malloc;
    id[kept] = trace.id[event];
    size[kept] = trace.size[event];
    time[kept] = measure === 'events' ? kept : trace.time[event];
    kept++;
  }
  return {
    ...trace,
    length: kept,
    op: op.subarray(0, kept),
    id: id.subarray(0, kept),
    size: size.subarray(0, kept),
    time: time.subarray(0, kept),
    cpu: null,
    arg: new Map(),
    clock: measure === 'events' ? 'events' : trace.clock,
  };
}
