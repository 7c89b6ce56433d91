import { rest } from '../rest';
import { commonSizes, liveByClass, liveClassesAt, livesOf, peakOf, reportClasses } from '../trace/lifetimes';
import { type SiteTotal, siteTotals, stackOf } from '../trace/sites';
import type { Trace } from '../trace/trace';
import type { OnProgress } from './api';
import type { LiveClass, TraceReport } from './trace-api';

/** Moments of the live memory by size class: about one a pixel. */
const MOMENTS = 400;
const SITES_SHOWN = 50;
const SIZES_SHOWN = 50;

/** Passes over a trace's events. */
const PASSES = 7;

/**
 * Everything that the trace page asks of a trace at once, in a few passes over its events. Between them others have
 * their turn: a replay goes on, and its pictures come.
 */
export async function reportTrace(
  trace: Trace,
  onProgress: OnProgress = () => undefined,
): Promise<TraceReport> {
  const task = 'looking through the trace';
  const total = PASSES * trace.length;
  let done = 0;
  const pass = async <Found>(look: (trace: Trace) => Found): Promise<Found> => {
    onProgress({ task, done, total, unit: 'events' });
    await rest();
    done += trace.length;
    return look(trace);
  };
  const peak = await pass(peakOf);
  const totals = await pass(siteTotals);
  const { sites } = trace;
  const { sizes, distinct } = await pass((all) => commonSizes(all, SIZES_SHOWN));
  const lives = await pass(livesOf);
  return {
    clock: trace.clock,
    classes: await pass((all) => reportClasses(all, lives)),
    sizes,
    distinctSizes: distinct,
    liveByClass: await pass((all) => liveByClass(all, Math.max(1, Math.min(MOMENTS, all.length)))),
    peak,
    peakClasses: await pass((all) => classesAt(all, peak.event)),
    sites: foremost(totals).map((total) => ({
      ...total,
      stack: sites ? stackOf(sites, total.node) : [],
    })),
    siteCount: totals.length,
  };
}

/** The sites that come first by any of what they are asked for; the most bytes first. */
function foremost(totals: readonly SiteTotal[]): SiteTotal[] {
  const first = new Set<SiteTotal>();
  for (const key of ['bytes', 'peakBytes', 'liveBytes'] as const)
    for (const total of [...totals].sort((a, b) => b[key] - a[key]).slice(0, SITES_SHOWN))
      if (total[key] > 0 || key === 'bytes') first.add(total);
  return totals.filter((total) => first.has(total));
}

function classesAt(trace: Trace, event: number): LiveClass[] {
  const { objects, bytes } = liveClassesAt(trace, event);
  return [...objects].flatMap((number, c) =>
    number > 0 ? [{ upTo: 2 ** c, objects: number, bytes: bytes[c] }] : [],
  );
}
