import { Host } from '../engine/host';
import { instantiate } from '../engine/instance';
import type { Modules } from '../engine/modules';
import { descriptorOf, feed } from '../engine/replay';
import { summarize } from '../engine/run';
import { Slices } from '../slices';
import { Op, type Trace } from '../trace/trace';
import type { Bytes, Instructions, Ticks } from '../units';

/** Absolute measures of a trace (Table 5). */
export interface Intrinsic {
  /** Total allocated. */
  readonly bytes: Bytes;
  readonly objects: number;
  /** Most allocated at a time. */
  readonly maxBytes: Bytes;
  readonly maxObjects: number;
}

export const INTRINSIC = ['bytes', 'objects', 'maxBytes', 'maxObjects'] as const;

/** The intrinsic metrics of a trace of allocations and frees. */
export function intrinsic({ op, id, size, length, objects }: Trace): Intrinsic {
  const held = new Uint32Array(objects);
  let bytes = 0;
  let live = 0;
  let maxBytes = 0;
  let liveObjects = 0;
  let maxObjects = 0;
  for (let event = 0; event < length; event++) {
    const object = id[event];
    if (op[event] === Op.free) {
      live -= held[object];
      liveObjects--;
    } else {
      held[object] = size[event];
      bytes += size[event];
      live += size[event];
      liveObjects++;
      if (live > maxBytes) maxBytes = live;
      if (liveObjects > maxObjects) maxObjects = liveObjects;
    }
  }
  return { bytes, objects, maxBytes, maxObjects };
}

/**
 * Live bytes at the end of each of `points` equal parts of `ticks`, counted from the trace's first event.
 * @param trace allocations and frees only
 */
export function liveBytes(trace: Trace, ticks: Ticks, points: number): Float64Array {
  const { op, id, size, time, length, objects } = trace;
  const held = new Uint32Array(objects);
  const curve = new Float64Array(points);
  let live = 0;
  let event = 0;
  for (let point = 0; point < points; point++) {
    const end = time[0] + (ticks * (point + 1)) / points;
    for (; event < length && time[event] < end; event++) {
      const object = id[event];
      if (op[event] === Op.free) live -= held[object];
      else {
        held[object] = size[event];
        live += size[event];
      }
    }
    curve[point] = live;
  }
  return curve;
}

/** What an allocator makes of a trace (Table 7). */
export interface Extrinsic {
  /** Instructions in malloc and free ÷ objects: what it costs to allocate and to free one. */
  readonly cpu: Instructions;
  /** Mean live bytes ÷ mean bytes taken from the system, over events. */
  readonly efficiency: number;
}

export const EXTRINSIC = ['cpu', 'efficiency'] as const;

/** The allocators of Table 6 in the order of the report's tables. */
export const ZORN_ALLOCATORS = ['bsd', 'cache', 'first', 'best'] as const;

/**
 * Replays a trace for its totals alone, without timeline and snapshots.
 * @returns null when the allocator ran out of memory
 * @throws the signal's reason when aborted
 */
export async function extrinsic(
  modules: Modules,
  trace: Trace,
  allocator: string,
  signal?: AbortSignal,
): Promise<Extrinsic | null> {
  const config = { id: allocator, params: {} };
  const descriptor = descriptorOf(modules, config);
  const host = await Host.create(modules);
  const instance = await instantiate(modules, descriptor, config, 'counted', host);
  instance.host(host);
  host.call('reset');
  const slices = new Slices();
  for (let from = 0; from < trace.length; from += host.chunkSize) {
    const count = Math.min(host.chunkSize, trace.length - from);
    feed(host, trace, from, count);
    host.call('replay_counted', from, count);
    if (host.totals().failures > 0) return null;
    if (!slices.over) continue;
    await slices.next(signal);
  }
  const totals = host.totals();
  const { memoryEfficiency } = summarize(allocator, totals, null);
  return { cpu: totals.instructions / totals.mallocs, efficiency: memoryEfficiency };
}
