import { Op } from '../trace/trace';
import type { Address, Bytes, EventIndex } from '../units';
import { Growing } from './growing';
import { ascending } from './radix';
import { placement, places, type Run, requested } from './run';

/** Events that a question looks through one by one; stays that cross a multiple of it are kept by the tree. */
const WINDOW_BITS = 15;
/** Numbers of a stay: its first event, its last, the block's address, the bytes asked for. */
const STAY = 4;

/** Words of a live block's row: the event that placed it, its address, the bytes asked for. */
export const LIVE = { words: 3, placed: 0, address: 1, size: 2 } as const;

/** Blocks that are live at a moment, in no particular order. */
export interface LiveBlocks {
  readonly count: number;
  /** `count` rows of `LIVE`; what follows means nothing. */
  readonly rows: Uint32Array;
}

interface Node {
  /** In order of their first events and, once sorted, of their last ones. */
  readonly stays: Growing;
  sorted: boolean;
}

/**
 * Which blocks are live after an event. A stay is the time between two neighbouring events of an object while it has a
 * block. Stays that cross a multiple of 32,768 events hang in an interval tree (Edelsbrunner, 1980; as in Cormen et
 * al., exercise 14.3) whose nodes are those multiples: each at the one with most factors of two that it crosses. So every stay is
 * kept at most once, the tree grows with the run, and a question costs what is live, a window and a logarithm.
 */
export class LiveSet {
  private readonly nodes = new Map<number, Node>();
  /** Stays that begin with a refused realloc, which leaves its object where it was: the event that placed it. */
  private readonly refused = new Map<EventIndex, EventIndex>();
  private known: EventIndex = 0;
  private rows = new Uint32Array(LIVE.words * 1024);
  private count = 0;

  constructor(private readonly run: Run) {}

  /** Bytes held by the tree. */
  get bytes(): Bytes {
    let sum = 0;
    for (const { stays } of this.nodes.values()) sum += stays.bytes;
    return sum;
  }

  /** Takes in what the run has replayed since the last time; questions do it themselves. */
  grow(): void {
    const { run } = this;
    const { events, links, trace } = run;
    const { op } = trace;
    let event = this.known;
    for (; event < events; event++) {
      if (op[event] === Op.free) continue;
      const end = links.next(event);
      const last = end < 0 ? trace.length - 1 : end - 1;
      if (event >> WINDOW_BITS === last >> WINDOW_BITS) continue;
      const address = this.blockOf(event);
      if (address === 0) continue;
      const number = nodeAcross((event >> WINDOW_BITS) + 1, last >> WINDOW_BITS);
      // Where there is no memory for it, what came before is known.
      this.known = event;
      const { stays } = this.node(number);
      stays.reserve(STAY);
      stays.push(event);
      stays.push(last);
      stays.push(address);
      stays.push(requested(run, this.refused.get(event) ?? event));
      this.known = event + 1;
    }
    this.known = events;
  }

  /** The blocks that are live after `event`; valid until the next question. */
  after(event: EventIndex): LiveBlocks {
    this.grow();
    this.count = 0;
    const { run } = this;
    const window = event >> WINDOW_BITS;
    const start = window << WINDOW_BITS;
    if (window > 0) this.fromTree(event, window, start);
    this.reserve(event - start + 1);
    const { op } = run.trace;
    for (let at = start; at <= event; at++) {
      if (op[at] === Op.free) continue;
      const end = run.links.next(at);
      if (end >= 0 && end <= event) continue;
      const address = this.blockOf(at);
      if (address === 0) continue;
      const placed = this.refused.get(at) ?? at;
      const row = this.count++ * LIVE.words;
      this.rows[row] = placed;
      this.rows[row + 1] = address;
      this.rows[row + 2] = requested(run, placed);
    }
    return { count: this.count, rows: this.rows };
  }

  /** Stays that began before `start` and go on after `event`: all of them cross `start`. */
  private fromTree(event: EventIndex, window: number, start: EventIndex): void {
    const most = (this.run.trace.length - 1) >> WINDOW_BITS;
    let number = window;
    for (let level = window & -window; ; level *= 2) {
      const node = this.nodes.get(number);
      if (node && number <= window) this.goingOn(node, event);
      else if (node) this.begun(node, start);
      // The nodes above: those whose reach (their number ± their power of two) holds the window.
      const next = level * 2;
      if (next > most) return;
      number = Math.floor(window / (2 * next)) * 2 * next + next;
    }
  }

  /** Of a node in the past, which takes no more stays: those that have not ended. */
  private goingOn(node: Node, event: EventIndex): void {
    if (!node.sorted) sortByEnd(node);
    const { values, length } = node.stays;
    let from = length;
    while (from > 0 && values[from - STAY + 1] >= event) from -= STAY;
    this.take(values, from, length, Number.POSITIVE_INFINITY);
  }

  /** Of a node in the future, where all stays end later: those that have begun. */
  private begun({ stays: { values, length } }: Node, start: EventIndex): void {
    this.take(values, 0, length, start);
  }

  /** Takes stays that began before an event. */
  private take(values: Uint32Array, from: number, to: number, before: EventIndex): void {
    this.reserve((to - from) / STAY);
    const { rows, refused } = this;
    const moved = refused.size > 0;
    let row = this.count * LIVE.words;
    for (let at = from; at < to; at += STAY) {
      const first = values[at];
      if (first >= before) continue;
      rows[row] = moved ? (refused.get(first) ?? first) : first;
      rows[row + 1] = values[at + 2];
      rows[row + 2] = values[at + 3];
      row += LIVE.words;
    }
    this.count = row / LIVE.words;
  }

  /** Makes room for so many rows more. */
  private reserve(more: number): void {
    const wanted = (this.count + more) * LIVE.words;
    if (this.rows.length >= wanted) return;
    const larger = new Uint32Array(Math.ceil(wanted * 1.25));
    larger.set(this.rows.subarray(0, this.count * LIVE.words));
    this.rows = larger;
  }

  private node(number: number): Node {
    const known = this.nodes.get(number);
    if (known) return known;
    const made = { stays: new Growing(16 * STAY), sorted: false };
    this.nodes.set(number, made);
    return made;
  }

  /** Address of the block that an event leaves its object with; 0 for none. Notes refused reallocs. */
  private blockOf(event: EventIndex): Address {
    const { run } = this;
    if (places(run, event)) return run.timeline.address.at(event);
    const { op, size } = run.trace;
    if (op[event] !== Op.realloc || size[event] === 0) return 0;
    const address = placement(run, event);
    if (address !== 0 && !this.refused.has(event)) {
      let origin = run.links.previous(event);
      while (origin >= 0 && !places(run, origin)) origin = run.links.previous(origin);
      this.refused.set(event, origin);
    }
    return address;
  }
}

function sortByEnd(node: Node): void {
  const { values, length } = node.stays;
  const count = length / STAY;
  const { order } = ascending(
    Uint32Array.from({ length: count }, (_, stay) => values[stay * STAY + 1]),
    count,
  );
  const sorted = new Uint32Array(length);
  for (let stay = 0; stay < count; stay++) {
    const from = order[stay] * STAY;
    sorted.set(values.subarray(from, from + STAY), stay * STAY);
  }
  node.stays.values = sorted;
  node.sorted = true;
}

/** Of the numbers low … high the one with most factors of two. */
function nodeAcross(low: number, high: number): number {
  const differing = 31 - Math.clz32((low - 1) ^ high);
  return (high >> differing) << differing;
}
