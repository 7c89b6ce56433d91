/** Ten million events in the engine: what they hold, and how long any of them takes to go to. */
import { nodeModules } from '../src/cli/node-modules';
import { Cursor } from '../src/engine/cursor';
import { LiveSet } from '../src/engine/live-set';
import { Modules } from '../src/engine/modules';
import { replay } from '../src/engine/replay';
import type { Run } from '../src/engine/run';
import { walkHeap } from '../src/engine/walk';
import { Random } from '../src/random';
import type { EventLinks } from '../src/trace/links';
import { linkEvents } from '../src/trace/links';
import type { Trace } from '../src/trace/trace';
import { ColumnView } from '../src/worker/column';
import { memoryOf } from '../src/worker/memory';
import { longTrace } from './long-trace';
import { published } from './published';
import { type BenchRow, quantile } from './row';

const EVENTS = 10_000_000;
const SEEKS = 150;
/** Each event is visited so often, from another one each time, and its quickest visit counts: see README. */
const VISITS = 3;

const modules = new Modules(nodeModules);

export async function bench(): Promise<BenchRow[]> {
  const trace = await longTrace(EVENTS);
  const links = linkEvents(trace);
  const rows: BenchRow[] = [];
  for (const id of ['bsd', 'sysv']) {
    const run = await replay(modules, trace, { id, params: {} }, { links });
    rows.push(held(id, trace, links, run), ...(await seeks(id, run)));
  }
  return rows;
}

function held(id: string, trace: Trace, links: EventLinks, run: Run): BenchRow {
  const view = new ColumnView(modules, run);
  view.grow();
  const report = memoryOf(trace, links, new Map([[0 as const, view]]));
  const [{ timeline, lives }] = report.runs;
  return {
    name: `${id}: bytes held an event, trace and timeline together, 10,000,000 events`,
    measured: (report.trace + report.links + timeline + lives) / report.events,
    unit: 'B',
    target: 40,
    better: 'less',
    published: published.memory,
  };
}

/** To a random event: its memory, which blocks are live, and the walk through its heap. */
async function seeks(id: string, run: Run): Promise<BenchRow[]> {
  const cursor = await Cursor.create(modules, run);
  const live = new LiveSet(run);
  live.grow();
  const random = new Random(1);
  const events = Array.from({ length: SEEKS }, () => random.below(run.events));
  const spent = events.map(() => Number.POSITIVE_INFINITY);
  for (let visit = 0; visit < VISITS; visit++) {
    events.forEach((event, at) => {
      const begin = performance.now();
      cursor.seek(event);
      walkHeap(run, cursor.instance, cursor.host, event, live.after(event), 4096);
      spent[at] = Math.min(spent[at], performance.now() - begin);
    });
  }
  const row = (share: number, label: string, target: number | null): BenchRow => ({
    name: `${id}: any of 10,000,000 events with its heap, ${label}`,
    measured: quantile(spent, share),
    unit: 'ms',
    target,
    better: 'less',
    published: published.seek,
  });
  return [row(0.5, 'median', null), row(0.95, '95th percentile', 16)];
}
