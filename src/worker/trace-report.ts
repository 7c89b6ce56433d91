import { commonSizes, liveByClass, liveClassesAt, livesOf, peakOf, reportClasses } from '../trace/lifetimes';
import { type SiteTotal, siteTotals, stackOf } from '../trace/sites';
import type { Trace } from '../trace/trace';
import type { LiveClass, TraceReport } from './trace-api';

/** Moments of the live memory by size class: about one a pixel. */
const MOMENTS = 400;
const SITES_SHOWN = 50;
const SIZES_SHOWN = 50;

/** Everything that the trace page asks of a trace at once; a few passes over its events. */
export function reportTrace(trace: Trace): TraceReport {
  const peak = peakOf(trace);
  const totals = siteTotals(trace);
  const { sites } = trace;
  const { sizes, distinct } = commonSizes(trace, SIZES_SHOWN);
  return {
    clock: trace.clock,
    classes: reportClasses(trace, livesOf(trace)),
    sizes,
    distinctSizes: distinct,
    liveByClass: liveByClass(trace, Math.max(1, Math.min(MOMENTS, trace.length))),
    peak,
    peakClasses: classesAt(trace, peak.event),
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
