import { liveByClass, liveClassesAt, livesOf, peakOf, reportClasses } from '../trace/lifetimes';
import { siteTotals, stackOf } from '../trace/sites';
import type { Trace } from '../trace/trace';
import type { LiveClass, TraceReport } from './trace-api';

/** Moments of the live memory by size class: about one a pixel. */
const MOMENTS = 400;
const SITES_SHOWN = 50;

/** Everything that the trace page asks of a trace at once; a few passes over its events. */
export function reportTrace(trace: Trace): TraceReport {
  const peak = peakOf(trace);
  const totals = siteTotals(trace);
  const { sites } = trace;
  return {
    clock: trace.clock,
    classes: reportClasses(trace, livesOf(trace)),
    liveByClass: liveByClass(trace, Math.max(1, Math.min(MOMENTS, trace.length))),
    peak,
    peakClasses: classesAt(trace, peak.event),
    sites: totals.slice(0, SITES_SHOWN).map((total) => ({
      ...total,
      stack: sites ? stackOf(sites, total.node) : [],
    })),
    siteCount: totals.length,
  };
}

function classesAt(trace: Trace, event: number): LiveClass[] {
  const { objects, bytes } = liveClassesAt(trace, event);
  return [...objects].flatMap((number, c) =>
    number > 0 ? [{ upTo: 2 ** c, objects: number, bytes: bytes[c] }] : [],
  );
}
