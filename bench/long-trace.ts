import type { Trace } from '../src/trace/trace';

/**
 * A trace of exactly `events` events: a recording again and again, each time with objects of its own, as a server
 * that serves one request after the other; what a recording never frees stays.
 */
export function prolonged(trace: Trace, events: number): Trace {
  const op = new Uint8Array(events);
  const id = new Uint32Array(events);
  const size = new Uint32Array(events);
  const time = new Float64Array(events);
  const arg = new Map<number, number>();
  const span = trace.length > 0 ? trace.time[trace.length - 1] - trace.time[0] + 1 : 1;
  let objects = 0;
  for (let from = 0, round = 0; from < events; from += trace.length, round++) {
    const count = Math.min(trace.length, events - from);
    op.set(trace.op.subarray(0, count), from);
    size.set(trace.size.subarray(0, count), from);
    const first = objects;
    for (let at = 0; at < count; at++) {
      const object = first + trace.id[at];
      id[from + at] = object;
      time[from + at] = trace.time[at] + round * span;
      if (object >= objects) objects = object + 1;
      const what = trace.arg.get(at);
      if (what !== undefined) arg.set(from + at, what);
    }
  }
  const name = `${trace.name} ${events.toLocaleString('en')}`;
  return { ...trace, name, length: events, objects, op, id, size, time, cpu: null, arg, notes: [] };
}
