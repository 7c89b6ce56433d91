import { expectedId, TraceBuilder } from './builder';
import { grown, trimmed } from './columns';
import { type Place, TraceError } from './errors';
import type { SelectionOptions } from './selection';
import type { EventSink, TraceHeading } from './sink';
import { Op, type Trace } from './trace';

const DEAD = 255;
const UNKNOWN = -1;

/**
 * Passes on a part of the events, with ids renumbered so that the result is a trace of its own.
 * Memory grows with the objects before the range's end, not with the events left out.
 */
export class Selection implements EventSink {
  private readonly from: number;
  private readonly to: number;
  private readonly every: number;
  private readonly inner: TraceBuilder;
  private seen = 0;
  private objects = 0;
  private kept = 0;
  private skipped = 0;
  private introduced = 0;
  private started = false;
  private time = 0;
  /** By the source's id: how and how large it was allocated last before the range, and its new id. */
  private op = new Uint8Array(1 << 10).fill(DEAD);
  private cpu = new Uint8Array(1 << 10);
  private size = new Float64Array(1 << 10);
  private newId = new Int32Array(1 << 10).fill(UNKNOWN);
  private readonly align = new Map<number, number>();
  private readonly sites = new Map<number, number>();

  /** By event that is kept: its number in the recording; dropped where none is left out. */
  private origin = new Uint32Array(0);

  constructor(options: SelectionOptions, mostEvents?: number) {
    this.inner = new TraceBuilder(null, mostEvents);
    this.from = options.from ?? 0;
    this.to = options.to ?? Number.POSITIVE_INFINITY;
    this.every = Math.max(1, options.everyObject ?? 1);
  }

  get locate(): (() => Place) | null {
    return this.inner.locate;
  }

  set locate(locate: (() => Place) | null) {
    this.inner.locate = locate;
  }

  get events(): number {
    return this.seen;
  }

  get done(): boolean {
    return this.seen >= this.to;
  }

  add(op: number, id: number, size: number, time: number, cpu: number, arg: number): void {
    const at = this.seen++;
    if (at >= this.to) return;
    this.time = time;
    const allocation = op === Op.malloc || op === Op.calloc || op === Op.memalign;
    if (allocation) {
      if (id !== this.objects) this.refuse(id);
      this.objects++;
      if (id >= this.op.length) this.grow();
    } else if (op !== Op.compute && op !== Op.barrier && id >= this.objects) {
      this.refuse(id);
    }
    if (at < this.from) {
      this.before(op, id, size, cpu, arg, allocation);
      return;
    }
    if (!this.started) this.start(time);
    if (op === Op.compute || op === Op.barrier) {
      this.keep(at, op, 0, size, time, cpu, arg);
    } else if (id % this.every !== 0) {
      this.skipped++;
    } else if (allocation) {
      this.newId[id] = this.kept;
      this.keep(at, op, this.kept++, size, time, cpu, arg);
    } else if (this.newId[id] !== UNKNOWN) {
      this.keep(at, op, this.newId[id], size, time, cpu, arg);
    } else {
      this.skipped++;
    }
  }

  site(node: number): void {
    const object = this.objects - 1;
    if (this.newId[object] !== UNKNOWN) this.inner.site(node);
    else if (this.op[object] !== DEAD) this.sites.set(object, node);
  }

  finish(heading: TraceHeading): Trace {
    if (!this.started && this.seen > 0) this.start(this.time);
    const notes = [...heading.notes];
    if (this.from > 0 || this.done) {
      const last = Math.min(this.seen, this.to);
      notes.push(
        `Events ${Math.min(this.from, last)} to ${last} of the recording; ${this.introduced} objects that lived at its start stand as allocations before them.`,
      );
    }
    if (this.every > 1)
      notes.push(`A sample: one object of every ${this.every}; ${this.skipped} events left out.`);
    const trace = this.inner.finish({ ...heading, notes });
    const last = Math.min(this.seen, this.to);
    return {
      ...trace,
      part: {
        from: Math.min(this.from, last),
        to: last,
        everyObject: this.every,
        introduced: this.introduced,
        recorded: this.done ? null : this.seen,
        origin: this.skipped > 0 ? trimmed(this.origin, trace.length) : null,
      },
    };
  }

  private keep(at: number, op: number, id: number, size: number, time: number, cpu: number, arg: number) {
    if (this.every > 1 || this.from > 0) {
      const event = this.inner.events;
      if (event >= this.origin.length) this.origin = grown(this.origin, Math.max(1 << 10, event * 2));
      this.origin[event] = at;
    }
    this.inner.add(op, id, size, time, cpu, arg);
  }

  private before(op: number, id: number, size: number, cpu: number, arg: number, allocation: boolean): void {
    if (allocation) {
      this.op[id] = op;
      this.cpu[id] = cpu;
      this.size[id] = size;
      if (arg !== 0) this.align.set(id, arg);
    } else if (op === Op.realloc) this.size[id] = size;
    else if (op === Op.free) {
      this.op[id] = DEAD;
      this.align.delete(id);
      this.sites.delete(id);
    }
  }

  private start(time: number): void {
    this.started = true;
    for (let id = 0; id < this.objects; id += this.every) {
      const op = this.op[id];
      if (op === DEAD) continue;
      this.newId[id] = this.kept;
      this.keep(this.from, op, this.kept++, this.size[id], time, this.cpu[id], this.align.get(id) ?? 0);
      const site = this.sites.get(id);
      if (site !== undefined) this.inner.site(site);
      this.introduced++;
    }
  }

  private refuse(id: number): never {
    const place = this.locate?.() ?? { file: 'trace', line: null, found: `event ${this.seen - 1}` };
    throw new TraceError({ ...place, expected: expectedId(id, this.objects) });
  }

  private grow(): void {
    const capacity = this.op.length * 2;
    this.op = grown(this.op, capacity, DEAD);
    this.cpu = grown(this.cpu, capacity);
    this.size = grown(this.size, capacity);
    this.newId = grown(this.newId, capacity, UNKNOWN);
  }
}
