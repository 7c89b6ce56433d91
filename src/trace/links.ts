import { allocates, Op, type Trace } from './trace';

const NONE = -1;

/**
 * For each event the same object's neighbours in time. Allocations have none before them and frees none behind, so one
 * column holds both; only reallocs need a second entry. 4 bytes an event, 8 more a realloc.
 */
export class EventLinks {
  constructor(
    private readonly op: Uint8Array,
    /** What comes next after an allocation or a realloc, what was before a free. */
    private readonly other: Int32Array,
    /** Events that are reallocs, ascending, and what was before each. */
    private readonly reallocs: Uint32Array,
    private readonly before: Int32Array,
  ) {}

  get bytes(): number {
    return this.other.byteLength + this.reallocs.byteLength + this.before.byteLength;
  }

  /** Event that resizes or frees the object next; −1 for none. */
  next(event: number): number {
    return allocates(this.op[event]) ? this.other[event] : NONE;
  }

  /** Event that allocated or resized the object before this one; −1 for none. */
  previous(event: number): number {
    const op = this.op[event];
    if (op === Op.free) return this.other[event];
    return op === Op.realloc ? this.before[this.rank(event)] : NONE;
  }

  private rank(realloc: number): number {
    let low = 0;
    let high = this.reallocs.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.reallocs[middle] < realloc) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Links the events of each object: allocation, reallocs, free. Touches, compute and barriers have no links,
 * and neither has a request about an object that is already free (a double free).
 */
export function linkEvents(trace: Trace): EventLinks {
  const { length, op, id } = trace;
  const other = new Int32Array(length).fill(NONE);
  let count = 0;
  for (let event = 0; event < length; event++) if (op[event] === Op.realloc) count++;
  const reallocs = new Uint32Array(count);
  const before = new Int32Array(count).fill(NONE);
  /** By object: its latest event while it lives. */
  const last = new Int32Array(trace.objects).fill(NONE);
  let rank = 0;
  for (let event = 0; event < length; event++) {
    const what = op[event];
    const object = id[event];
    if (what === Op.free) {
      const known = last[object];
      if (known === NONE) continue;
      other[event] = known;
      other[known] = event;
      last[object] = NONE;
    } else if (what === Op.realloc) {
      const known = last[object];
      reallocs[rank] = event;
      if (known !== NONE) {
        before[rank] = known;
        other[known] = event;
        last[object] = event;
      }
      rank++;
    } else if (what === Op.malloc || what === Op.calloc || what === Op.memalign) {
      last[object] = event;
    }
  }
  return new EventLinks(op, other, reallocs, before);
}
