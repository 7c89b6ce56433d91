import { grown, trimmed } from './columns';
import { forEachLive, peakOf } from './lifetimes';
import { Op, type Trace } from './trace';

/** Where a program's objects were allocated: a tree of calls, as the tools that record call stacks write it. */
export interface TraceSites {
  /** By object: the node of the tree that allocated it; 0 where it is not known. */
  readonly object: Uint32Array;
  /** By node, from 1: its caller's node, always a smaller number; 0 for a root. */
  readonly parent: Uint32Array;
  /** By node, from 1: what stands there, an index into `labels`. */
  readonly label: Uint32Array;
  /** Function with file and line, or module with offset where there are no symbols. */
  readonly labels: readonly string[];
}

/** The tree that a reader gathers. */
export class SiteTree {
  private parent = new Uint32Array(1 << 6);
  private label = new Uint32Array(1 << 6);
  private nodes = 1;

  /** The next node; false when its parent is not known yet, as in a broken file. */
  add(label: number, parent: number): boolean {
    if (parent >= this.nodes) return false;
    if (this.nodes === this.parent.length) {
      this.parent = grown(this.parent, this.nodes * 2);
      this.label = grown(this.label, this.nodes * 2);
    }
    this.parent[this.nodes] = parent;
    this.label[this.nodes++] = label;
    return true;
  }

  has(node: number): boolean {
    return node < this.nodes;
  }

  finish(labels: readonly string[]): Omit<TraceSites, 'object'> {
    return { parent: trimmed(this.parent, this.nodes), label: trimmed(this.label, this.nodes), labels };
  }
}

/** A site's calls, the allocating one first. */
export function stackOf({ parent, label, labels }: TraceSites, node: number): string[] {
  const stack: string[] = [];
  for (let at = node; at > 0; at = parent[at]) stack.push(labels[label[at]] ?? '?');
  return stack;
}

/** What one site allocated. */
export interface SiteTotal {
  /** Node of the tree; 0 gathers objects of unknown origin. */
  readonly node: number;
  readonly objects: number;
  /** Bytes asked for at allocation. */
  readonly bytes: number;
  /** Of these, what was never freed. */
  readonly liveObjects: number;
  readonly liveBytes: number;
  /** What of it was live when most bytes were. */
  readonly peakObjects: number;
  readonly peakBytes: number;
}

const COLUMNS = 6;

/** Totals of every site that allocates, the most bytes first; empty where the trace has no call stacks. */
export function siteTotals(trace: Trace): SiteTotal[] {
  const { sites, op, id, size, length, objects } = trace;
  if (sites === undefined) return [];
  const freed = new Uint8Array(objects);
  for (let event = 0; event < length; event++) if (op[event] === Op.free) freed[id[event]] = 1;
  const totals = new Float64Array(sites.parent.length * COLUMNS);
  for (let event = 0; event < length; event++) {
    const what = op[event];
    if (what !== Op.malloc && what !== Op.calloc && what !== Op.memalign) continue;
    const object = id[event];
    const at = sites.object[object] * COLUMNS;
    totals[at]++;
    totals[at + 1] += size[event];
    totals[at + 2] += 1 - freed[object];
    totals[at + 3] += freed[object] === 1 ? 0 : size[event];
  }
  forEachLive(trace, peakOf(trace).event, (object, bytes) => {
    const at = sites.object[object] * COLUMNS;
    totals[at + 4]++;
    totals[at + 5] += bytes;
  });
  const out: SiteTotal[] = [];
  for (let node = 0; node < sites.parent.length; node++) {
    const at = node * COLUMNS;
    if (totals[at] === 0) continue;
    const [count, bytes, liveObjects, liveBytes, peakObjects, peakBytes] = totals.subarray(at, at + COLUMNS);
    out.push({ node, objects: count, bytes, liveObjects, liveBytes, peakObjects, peakBytes });
  }
  return out.sort((a, b) => b.bytes - a.bytes || a.node - b.node);
}
