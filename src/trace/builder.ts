import { grown, trimmed } from './columns';
import { type Place, TraceError, TraceLimitError } from './errors';
import type { EventSink, TraceHeading } from './sink';
import { Op, type Trace } from './trace';

/** Bytes that a trace holds for each event (one more when several processors take part). */
export const BYTES_AN_EVENT = 17;

const MAX_SIZE = 0xffff_ffff;
/** Most entries that a JavaScript Map holds. */
const MAX_ARGS = 2 ** 24 - 1;

/** What an id should have been that cannot stand after `objects` allocations. */
export function expectedId(id: number, objects: number): string {
  if (objects === 0) return 'an allocation of id 0 first';
  if (id >= objects)
    return `an id that was allocated before (0 to ${objects - 1}), or an allocation of id ${objects}`;
  return `id ${objects}: ids run 0, 1, 2 … in order of allocation and are never used again`;
}

/** Grows a trace's columns event by event and refuses events that contradict those before. */
export class TraceBuilder implements EventSink {
  readonly done = false;
  private length = 0;
  private objects = 0;
  private last = Number.NEGATIVE_INFINITY;
  private capacity = 1 << 8;
  private op = new Uint8Array(this.capacity);
  private id = new Uint32Array(this.capacity);
  private size = new Uint32Array(this.capacity);
  private time = new Float64Array(this.capacity);
  private cpu: Uint8Array | null = null;
  private readonly arg = new Map<number, number>();
  private folded = 0;
  /** By object: node of the call tree. */
  private sites = new Uint32Array(0);

  /**
   * @param locate place of the current event, for errors; without it they name the event's number
   * @param mostEvents refuses more than so many
   */
  constructor(
    public locate: (() => Place) | null = null,
    private readonly mostEvents = Number.POSITIVE_INFINITY,
  ) {}

  get events(): number {
    return this.length;
  }

  add(op: number, id: number, size: number, time: number, cpu: number, arg: number): void {
    const at = this.length;
    if (at === this.capacity) this.grow();
    if (at === this.mostEvents) this.refuseMore(`at most ${at.toLocaleString('en')} events`);
    if (op === Op.free || op === Op.realloc) {
      if (id >= this.objects) this.refuseId(id);
    } else if (op === Op.malloc || op === Op.calloc || op === Op.memalign) {
      if (id !== this.objects) this.refuseId(id);
      this.objects++;
    } else if (op === Op.read || op === Op.write) {
      if (id >= this.objects) this.refuseId(id);
    }
    if (!(size >= 0 && size <= MAX_SIZE)) this.refuse(`a size from 0 to ${MAX_SIZE}`);
    if (!(time >= this.last && time <= Number.MAX_SAFE_INTEGER)) this.refuseTime(time);
    this.op[at] = op;
    this.id[at] = id;
    this.size[at] = size;
    this.time[at] = time;
    this.last = time;
    if (cpu !== 0) this.setCpu(at, cpu);
    if (arg !== 0) this.setArg(at, arg);
    this.length = at + 1;
  }

  site(node: number): void {
    const object = this.objects - 1;
    if (object >= this.sites.length) this.sites = grown(this.sites, Math.max(64, object * 2));
    this.sites[object] = node;
  }

  finish(heading: TraceHeading): Trace {
    const { length } = this;
    const notes = [...heading.notes];
    if (this.folded > 0) {
      notes.push(`${this.folded} events of processors above 255 are shown as processor number modulo 256.`);
    }
    return {
      name: heading.name,
      length,
      objects: this.objects,
      op: trimmed(this.op, length),
      id: trimmed(this.id, length),
      size: trimmed(this.size, length),
      time: trimmed(this.time, length),
      cpu: this.cpu === null ? null : trimmed(this.cpu, length),
      arg: this.arg,
      clock: heading.clock,
      notes,
      ...(heading.sites && { sites: { object: this.siteColumn(), ...heading.sites } }),
    };
  }

  private setArg(at: number, arg: number): void {
    if (this.arg.size === MAX_ARGS)
      this.refuse(`at most ${MAX_ARGS} events with an alignment or repetitions`);
    this.arg.set(at, arg);
  }

  private siteColumn(): Uint32Array {
    const { objects, sites } = this;
    return objects > sites.length ? grown(sites, objects) : trimmed(sites, objects);
  }

  private setCpu(at: number, cpu: number): void {
    if (cpu > 255) this.folded++;
    this.cpu ??= new Uint8Array(this.capacity);
    this.cpu[at] = cpu & 255;
  }

  private grow(): void {
    // Half as much again: what is copied stays under three times the columns, what is unused under a third.
    const capacity = this.capacity < 1 << 20 ? this.capacity * 2 : Math.ceil(this.capacity * 1.5);
    try {
      this.op = grown(this.op, capacity);
      this.id = grown(this.id, capacity);
      this.size = grown(this.size, capacity);
      this.time = grown(this.time, capacity);
      if (this.cpu !== null) this.cpu = grown(this.cpu, capacity);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const megabytes = Math.ceil((capacity * BYTES_AN_EVENT) / 1e6).toLocaleString('en');
      this.refuseMore(
        `at most ${this.length.toLocaleString('en')} events: more need ${megabytes} MB, which could not be had`,
      );
    }
    this.capacity = capacity;
  }

  private refuseId(id: number): never {
    return this.refuse(expectedId(id, this.objects));
  }

  private refuseTime(time: number): never {
    return this.refuse(
      time > Number.MAX_SAFE_INTEGER
        ? `a time up to ${Number.MAX_SAFE_INTEGER}`
        : `a time of ${this.last} or later`,
    );
  }

  private refuseMore(expected: string): never {
    const { file } = this.locate?.() ?? { file: 'trace' };
    const found = `more than ${this.length.toLocaleString('en')} events`;
    throw new TraceLimitError({ file, line: null, found, expected }, this.length);
  }

  private refuse(expected: string): never {
    const place = this.locate?.() ?? { file: 'trace', line: null, found: `event ${this.length}` };
    throw new TraceError({ ...place, expected });
  }
}
