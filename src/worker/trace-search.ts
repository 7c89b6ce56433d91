import { endOf, placement, type Run } from '../engine/run';
import { allocates, Op } from '../trace/trace';
import type { EventIndex } from '../units';
import type { FoundBlock, SearchResult, TraceSearch } from './trace-api';
import { indexOf } from './trace-session';

const EVERYWHERE = { fromEvent: -1, toEvent: 2 ** 32, fromAddress: -1, toAddress: 2 ** 32 };

/** Looks through the blocks that a run has placed so far, or through the requests that it refused. */
export function search(run: Run, asked: TraceSearch, limit: number): SearchResult {
  // What lives ahead of the run is not known.
  const wanted = { ...asked, event: Math.min(asked.event, run.events - 1) };
  const found = new First(limit, wanted.order === 'size' ? (event) => run.trace.size[event] : null);
  if (wanted.state === 'failed') refused(run, wanted, found);
  else {
    const index = indexOf(run);
    const { born, bytes } = index;
    const { by } = wanted;
    const window =
      by?.kind === 'address' ? { ...EVERYWHERE, fromAddress: by.value, toAddress: by.value + 1 } : EVERYWHERE;
    const is = stateTest(run, wanted);
    index.within(window, (b) => {
      if (matches(run, wanted, born[b]) && bytes[b] > 0 && is(born[b])) found.add(born[b]);
      return true;
    });
  }
  return {
    blocks: found.events.map((event) => described(run, event)),
    count: found.count,
    reached: run.events,
  };
}

/** Requests that got no block. A realloc to nothing asks for none. */
function refused(run: Run, wanted: TraceSearch, found: First): void {
  const { op, size } = run.trace;
  if (wanted.by?.kind === 'address') return;
  for (let event = 0; event < run.events; event++) {
    if (!allocates(op[event]) || run.timeline.address.at(event) !== 0) continue;
    if (op[event] === Op.realloc && size[event] === 0) continue;
    if (matches(run, wanted, event)) found.add(event);
  }
}

/** Whether the object, or the size asked for, is the one wanted; addresses are the index's to find. */
function matches({ trace }: Run, { by }: TraceSearch, event: EventIndex): boolean {
  if (by?.kind === 'object') return trace.id[event] === by.value;
  return by?.kind !== 'size' || trace.size[event] === by.value;
}

/** Whether the block that an event placed is in a state (`BlockState`). */
function stateTest(run: Run, { state, event }: TraceSearch): (born: EventIndex) => boolean {
  const { op, cpu } = run.trace;
  const address = (of: EventIndex) => run.timeline.address.at(of);
  const before = (born: EventIndex) => placement(run, run.links.previous(born));
  switch (state) {
    case 'live':
      return (born) => born <= event && (ending(run, born) ?? run.trace.length) > event;
    case 'freed':
      return (born) => {
        const end = ending(run, born);
        return end !== null && end <= event && frees(run, end);
      };
    case 'left':
      return (born) => ending(run, born) === null;
    case 'resized':
      return (born) => op[born] === Op.realloc && before(born) === address(born);
    case 'moved':
      return (born) => op[born] === Op.realloc && before(born) !== 0 && before(born) !== address(born);
    case 'crossed':
      return (born) => {
        const end = cpu === null ? null : ending(run, born);
        return cpu !== null && end !== null && frees(run, end) && cpu[end] !== cpu[origin(run, born)];
      };
    default:
      return () => true;
  }
}

/** Event that ends a block, which may be ahead of the run; null when it outlives the trace. */
function ending(run: Run, born: EventIndex): EventIndex | null {
  const end = endOf(run, born);
  return end >= 0 ? end : null;
}

/** A realloc to nothing frees as well. */
const frees = ({ trace }: Run, end: EventIndex): boolean =>
  trace.op[end] === Op.free || trace.size[end] === 0;

/** Event that asked for the object first, whatever resized it since. */
function origin({ links }: Run, born: EventIndex): EventIndex {
  let at = born;
  for (let before = links.previous(at); before >= 0; before = links.previous(at)) at = before;
  return at;
}

function described(run: Run, born: EventIndex): FoundBlock {
  const { id, size, cpu } = run.trace;
  const address = run.timeline.address.at(born);
  const ends = address === 0 ? null : ending(run, born);
  return {
    object: id[born],
    address: address === 0 ? null : address,
    bytes: size[born],
    born,
    ends,
    endedBy: ends === null ? null : frees(run, ends) ? 'free' : 'realloc',
    cpu: cpu?.[born] ?? 0,
    endCpu: ends === null ? null : (cpu?.[ends] ?? 0),
  };
}

/** The first events that are added, or those of the greatest value; counts all. */
class First {
  readonly events: EventIndex[] = [];
  count = 0;

  constructor(
    private readonly limit: number,
    private readonly value: ((event: EventIndex) => number) | null,
  ) {}

  add(event: EventIndex): void {
    this.count++;
    const { events, limit, value } = this;
    if (value === null) {
      if (events.length < limit) events.push(event);
      return;
    }
    const mine = value(event);
    if (events.length === limit && (limit === 0 || value(events[limit - 1]) >= mine)) return;
    // Equal ones stay in order of events.
    let at = events.length;
    while (at > 0 && value(events[at - 1]) < mine) at--;
    events.splice(at, 0, event);
    if (events.length > limit) events.pop();
  }
}
