import { Op, type Trace } from './trace';

/** For each event the same object's neighbours in time; −1 where there is none. */
export interface EventLinks {
  /** Event that allocated or resized the object before this one. */
  readonly previous: Int32Array;
  /** Event that resizes or frees the object next. */
  readonly next: Int32Array;
}

const NONE = -1;

/**
 * Links the events of each object: allocation, reallocs, free. Touches, compute and barriers have no links,
 * and neither has a request about an object that is already free (a double free).
 */
export function linkEvents(trace: Trace): EventLinks {
  const { length, op, id } = trace;
  const previous = new Int32Array(length).fill(NONE);
  const next = new Int32Array(length).fill(NONE);
  /** By object: its latest event while it lives. */
  const last = new Int32Array(trace.objects).fill(NONE);
  for (let event = 0; event < length; event++) {
    const what = op[event];
    const object = id[event];
    if (what === Op.free || what === Op.realloc) {
      const before = last[object];
      if (before === NONE) continue;
      previous[event] = before;
      next[before] = event;
      last[object] = what === Op.free ? NONE : event;
    } else if (what === Op.malloc || what === Op.calloc || what === Op.memalign) {
      last[object] = event;
    }
  }
  return { previous, next };
}
