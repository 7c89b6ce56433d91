import { allocates, Op, type Trace, type TraceSummary } from './trace';

const DEAD = -1;

/** Counts a trace's events and follows its live objects, in one pass. */
export function summarise(trace: Trace): TraceSummary {
  const { op, id, size, length } = trace;
  const counts = new Float64Array(16);
  /** By object: its size while it lives. */
  const live = new Float64Array(trace.objects).fill(DEAD);
  const sizes = new SizeSet();
  let bytesAllocated = 0;
  let liveBytes = 0;
  let liveObjects = 0;
  let peakLiveBytes = 0;
  let peakLiveObjects = 0;
  for (let event = 0; event < length; event++) {
    const what = op[event];
    counts[what]++;
    const object = id[event];
    const bytes = size[event];
    if (what === Op.free) {
      if (live[object] === DEAD) continue;
      liveBytes -= live[object];
      liveObjects--;
      live[object] = DEAD;
    } else if (what === Op.realloc) {
      sizes.add(bytes);
      if (live[object] === DEAD) continue;
      liveBytes += bytes - live[object];
      live[object] = bytes;
    } else if (what === Op.malloc || what === Op.calloc || what === Op.memalign) {
      sizes.add(bytes);
      bytesAllocated += bytes;
      liveBytes += bytes;
      liveObjects++;
      live[object] = bytes;
      if (liveObjects > peakLiveObjects) peakLiveObjects = liveObjects;
    } else continue;
    if (liveBytes > peakLiveBytes) peakLiveBytes = liveBytes;
  }
  return {
    events: length,
    mallocs: counts[Op.malloc],
    callocs: counts[Op.calloc],
    memaligns: counts[Op.memalign],
    frees: counts[Op.free],
    reallocs: counts[Op.realloc],
    objects: trace.objects,
    cpus: processors(trace),
    bytesAllocated,
    peakLiveBytes,
    peakLiveObjects,
    distinctSizes: sizes.count,
    leftLive: liveObjects,
    duration: length === 0 ? 0 : trace.time[length - 1] - trace.time[0],
  };
}

/** Objects that are never freed, and their bytes. */
export function liveAtEnd(trace: Trace): { readonly objects: number; readonly bytes: number } {
  const held = new Float64Array(trace.objects).fill(DEAD);
  for (let event = 0; event < trace.length; event++) {
    const what = trace.op[event];
    const object = trace.id[event];
    if (what === Op.free) held[object] = DEAD;
    else if (what === Op.realloc ? held[object] !== DEAD : allocates(what)) held[object] = trace.size[event];
  }
  let objects = 0;
  let bytes = 0;
  for (const size of held) {
    if (size === DEAD) continue;
    objects++;
    bytes += size;
  }
  return { objects, bytes };
}

/** A trace that ends before its program did, with a note of what that leaves open. */
export function brokenOff(trace: Trace): Trace {
  const { objects, bytes } = liveAtEnd(trace);
  const words = `${objects.toLocaleString('en')} ${objects === 1 ? 'object' : 'objects'} (${bytes.toLocaleString('en')} bytes)`;
  const note = `Live where it breaks off: ${words}. They count as never freed, but may have been freed later.`;
  return { ...trace, notes: [...trace.notes, note] };
}

/** Number of processors that take part. */
function processors(trace: Trace): number {
  if (trace.length === 0) return 0;
  if (trace.cpu === null) return 1;
  const seen = new Uint8Array(256);
  let count = 0;
  for (let event = 0; event < trace.length; event++) {
    const cpu = trace.cpu[event];
    count += 1 - seen[cpu];
    seen[cpu] = 1;
  }
  return count;
}

/** Distinct sizes: a bitmap where most of them are, a set for the few large ones. */
class SizeSet {
  private readonly small = new Uint8Array(1 << 16);
  private readonly large = new Set<number>();
  private smallCount = 0;

  add(size: number): void {
    if (size >= 1 << 16) this.large.add(size);
    else if (this.small[size] === 0) {
      this.small[size] = 1;
      this.smallCount++;
    }
  }

  get count(): number {
    return this.smallCount + this.large.size;
  }
}
