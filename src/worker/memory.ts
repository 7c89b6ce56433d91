import type { Run } from '../engine/run';
import type { EventLinks } from '../trace/links';
import type { Trace } from '../trace/trace';
import type { Column, MemoryReport } from './api';
import type { ColumnView } from './column';
import { placedBytes } from './trace-session';

/** Adds up what is held for a trace and its runs. */
export function memoryOf(
  trace: Trace,
  links: EventLinks,
  columns: ReadonlyMap<Column, ColumnView<Run>>,
): MemoryReport {
  const { op, id, size, time, cpu, sites } = trace;
  const held = [op, id, size, time, cpu, sites?.object ?? null];
  return {
    events: trace.length,
    // The whole buffers: columns may have been made a little longer than they came to be.
    trace: held.reduce((sum, column) => sum + (column?.buffer.byteLength ?? 0), 0),
    links: links.bytes,
    runs: [...columns].map(([column, { run, liveBytes }]) => ({
      column,
      events: run.events,
      timeline: Object.values(run.timeline).reduce((sum, series) => sum + series.bytes, 0),
      lives: liveBytes,
      blocks: placedBytes(run),
      snapshots: run.snapshots.bytes,
      snapshotCount: run.snapshots.count,
      lastSnapshot: run.snapshots.mark(run.snapshots.count - 1)?.event ?? -1,
      budget: run.snapshots.budget,
      thinned: run.snapshots.spacing > 1,
      heap: Number(run.heapEnd),
    })),
  };
}
