import { grown } from '../trace/columns';
import { Op, type Trace } from '../trace/trace';
import type { Arrivals } from './model';
import { orderOf } from './order';

/** How much to generate: all that happens within so many ticks, or so many events. */
export type Length = { readonly ticks: number } | { readonly events: number };

/** A model that asks for more events than it may within its time. */
export class TooManyEvents extends Error {
  constructor(readonly limit: number) {
    super(`the model asks for more than ${limit} events; ask for a number of events instead`);
    this.name = 'TooManyEvents';
  }
}

/** Most events of a synthetic trace: 17 bytes each, and 20 an object while it is made. */
export const MOST_EVENTS = 2 ** 25;

/** Objects drawn at a time. */
const BATCH = 4096;
const MAX_SIZE = 0xffff_ffff;

/**
 * Plays a model's arrivals into a trace: objects are born and freed in order of time. At equal times frees come
 * before births, so that memory given back at a tick can serve a request of the same tick.
 * What would be freed after the end stays live.
 * @throws TooManyEvents
 */
export function synthesize(
  arrivals: Arrivals,
  length: Length,
  label: { readonly name: string; readonly clock: string; readonly notes: readonly string[] },
  most: number,
): Trace {
  const objects = new Objects(arrivals, most);
  if ('ticks' in length) {
    while (objects.clock < length.ticks) objects.more(BATCH);
    const columns = merge(objects, length.ticks, Number.POSITIVE_INFINITY);
    if (columns.length > most) throw new TooManyEvents(most);
    return { ...columns, ...label };
  }
  const wanted = length.events;
  if (wanted > most) throw new TooManyEvents(most);
  // Half of the events are births in the long run; while the heap fills it is more.
  objects.more(Math.ceil(wanted / 2) + 64);
  for (;;) {
    const columns = merge(objects, objects.clock, wanted);
    if (columns.length === wanted) return { ...columns, ...label };
    objects.more(wanted - columns.length + 64);
  }
}

/** Objects drawn so far, with whole ticks and bytes. */
class Objects {
  count = 0;
  /** Birth of the last object drawn; −1 before the first. */
  clock = -1;
  size = new Uint32Array(BATCH);
  birth = new Float64Array(BATCH);
  death = new Float64Array(BATCH);
  private readonly sizes = new Float64Array(BATCH);
  private readonly births = new Float64Array(BATCH);
  private readonly holdings = new Float64Array(BATCH);

  constructor(
    private readonly arrivals: Arrivals,
    private readonly most: number,
  ) {}

  /** Draws at least `wanted` further objects. */
  more(wanted: number): void {
    const target = this.count + wanted;
    while (this.count < target) this.batch();
  }

  private batch(): void {
    const { sizes, births, holdings } = this;
    // The last batch may overshoot: what it holds beyond the end is not born.
    if (this.count > this.most) throw new TooManyEvents(this.most);
    if (this.count + BATCH > this.size.length) this.grow();
    this.arrivals.fill(sizes, births, holdings);
    const { size, birth, death, count } = this;
    for (let at = 0; at < BATCH; at++) {
      size[count + at] = Math.min(Math.round(sizes[at]), MAX_SIZE);
      birth[count + at] = Math.floor(births[at]);
      death[count + at] = Math.min(Math.floor(births[at] + holdings[at]), Number.MAX_SAFE_INTEGER);
    }
    this.count += BATCH;
    this.clock = birth[this.count - 1];
  }

  private grow(): void {
    const capacity = this.size.length * 2;
    this.size = grown(this.size, capacity);
    this.birth = grown(this.birth, capacity);
    this.death = grown(this.death, capacity);
  }
}

/** Births and deaths before tick `end` in order of time, at most `most` events of them. */
function merge(objects: Objects, end: number, most: number) {
  const births = countBefore(objects.birth, objects.count, end);
  const mortal = new Uint32Array(births);
  let deaths = 0;
  for (let object = 0; object < births; object++) {
    if (objects.death[object] < end) mortal[deaths++] = object;
  }
  const keys = new Float64Array(deaths);
  for (let at = 0; at < deaths; at++) keys[at] = objects.death[mortal[at]];
  const order = orderOf(keys);
  const length = Math.min(births + deaths, most);
  const op = new Uint8Array(length);
  const id = new Uint32Array(length);
  const size = new Uint32Array(length);
  const time = new Float64Array(length);
  let born = 0;
  let dead = 0;
  let victim = deaths > 0 ? mortal[order[0]] : births;
  let event = 0;
  for (; event < length; event++) {
    const birth = born < births ? objects.birth[born] : Number.POSITIVE_INFINITY;
    if (dead < deaths && victim < born && objects.death[victim] <= birth) {
      op[event] = Op.free;
      id[event] = victim;
      time[event] = objects.death[victim];
      victim = ++dead < deaths ? mortal[order[dead]] : births;
    } else {
      op[event] = Op.malloc;
      id[event] = born;
      size[event] = objects.size[born];
      time[event] = birth;
      born++;
    }
  }
  return { length, objects: born, op, id, size, time, cpu: null, arg: new Map<number, number>() };
}

/** How many of the first `count` ascending values are below `end`. */
function countBefore(ascendingValues: Float64Array, count: number, end: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascendingValues[middle] < end) low = middle + 1;
    else high = middle;
  }
  return low;
}
