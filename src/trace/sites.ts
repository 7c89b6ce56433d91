import { grown, trimmed } from './columns';
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
}

/** Totals of every site that allocates, the most bytes first; empty where the trace has no call stacks. */
export function siteTotals({ sites, op, id, size, length, objects }: Trace): SiteTotal[] {
  if (sites === undefined) return [];
  const freed = new Uint8Array(objects);
  for (let event = 0; event < length; event++) if (op[event] === Op.free) freed[id[event]] = 1;
  const columns = { objects: 0, bytes: 1, liveObjects: 2, liveBytes: 3, width: 4 };
  const totals = new Float64Array(sites.parent.length * columns.width);
  for (let event = 0; event < length; event++) {
    const what = op[event];
    if (what !== Op.malloc && what !== Op.calloc && what !== Op.memalign) continue;
    const object = id[event];
    const at = sites.object[object] * columns.width;
    totals[at]++;
    totals[at + columns.bytes] += size[event];
    totals[at + columns.liveObjects] += 1 - freed[object];
    totals[at + columns.liveBytes] += freed[object] === 1 ? 0 : size[event];
  }
  const out: SiteTotal[] = [];
  for (let node = 0; node < sites.parent.length; node++) {
    const at = node * columns.width;
    if (totals[at] === 0) continue;
    out.push({
      node,
      objects: totals[at],
      bytes: totals[at + columns.bytes],
      liveObjects: totals[at + columns.liveObjects],
      liveBytes: totals[at + columns.liveBytes],
    });
  }
  return out.sort((a, b) => b.bytes - a.bytes || a.node - b.node);
}
