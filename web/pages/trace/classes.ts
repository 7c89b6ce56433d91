import { rampStep } from '../../../src/raster/address-time';
import type { Bytes } from '../../../src/units';
import type { TraceReport } from '../../../src/worker/trace-api';
import { count } from '../../format';
import { useTracePage } from '../../state/trace-page';
import { rampColour } from '../../styles/ramp';
import { useTheme } from '../../styles/theme';

/** "33–64": the sizes of a class by powers of two. */
export const className = (upTo: Bytes): string =>
  upTo <= 1 ? '0–1' : upTo === 2 ? '2' : `${count(upTo / 2 + 1)}–${count(upTo)}`;

/** Step of the ramp of the largest class that the trace has. */
export function topClass(report: TraceReport | null): number {
  if (report === null) return 1;
  const live = report.liveByClass.bytes.map((row, c) => (row.some((value) => value > 0) ? c : 0));
  return Math.max(1, ...live, ...report.classes.map(({ upTo }) => rampStep(upTo)));
}

/** Colours of classes: those of their sizes in the address × time map. */
export function useClassColour(): (upTo: Bytes) => string {
  const theme = useTheme((state) => state.theme);
  const top = useTracePage((state) => topClass(state.report));
  return (upTo) => rampColour(theme, Math.min(1, rampStep(upTo) / top));
}
