import { BlockIndex } from '../raster/block-index';
import { allocates, Op, type Trace } from '../trace/trace';
import type { Bytes, EventIndex } from '../units';
import { places, type Run } from './run';

/**
 * Every block that a run has placed so far, with its life: in order of birth. A block ends where the trace says, which
 * may be ahead of the run; those that nothing ends, at the trace's end.
 */
export class PlacedBlocks {
  private readonly index: BlockIndex;
  private known: EventIndex = 0;

  constructor(private readonly run: Run) {
    this.index = new BlockIndex(allocations(run.trace));
  }

  get bytes(): Bytes {
    return this.index.held;
  }

  /** Takes in what the run has replayed since the last time. */
  grow(): BlockIndex {
    const { run, index } = this;
    const { op, size, length } = run.trace;
    for (; this.known < run.events; this.known++) {
      const event = this.known;
      if (!allocates(op[event])) continue;
      const next = run.links.next(event);
      const ends = next < 0 ? length : next;
      const address = run.timeline.address.at(event);
      if (address !== 0) index.add(event, ends, address, Math.max(1, size[event]));
      // A refused realloc ends nothing.
      else if (op[event] === Op.realloc && size[event] > 0) this.putOff(event, ends);
    }
    return index;
  }

  /** The block of a realloc's object goes on to the event after it. */
  private putOff(realloc: EventIndex, ends: EventIndex): void {
    const { run, index } = this;
    const { op, size } = run.trace;
    let at = run.links.previous(realloc);
    while (at >= 0 && !places(run, at) && op[at] === Op.realloc && size[at] > 0) at = run.links.previous(at);
    if (at >= 0 && places(run, at)) index.putOff(index.find(at), ends);
  }
}

function allocations({ op, length }: Trace): number {
  let count = 0;
  for (let event = 0; event < length; event++) if (allocates(op[event])) count++;
  return count;
}
