import { extent } from 'd3-array';
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { axisTicks } from './ticks';

/** Values that span more than this are drawn on a logarithmic axis. */
const WIDE = 60;

export interface ValueScale {
  readonly scale: ScaleContinuousNumeric<number, number>;
  readonly ticks: readonly number[];
  readonly log: boolean;
}

interface Options {
  /** About so many ticks. */
  readonly ticks: number;
  /** Linear axes begin at 0, so that heights can be compared, and every axis ends on a round value. */
  readonly fromZero?: boolean;
  /** Ticks of a linear axis from 0 at powers of two, for bytes. */
  readonly binary?: boolean;
  /** Forces the axis to be linear or logarithmic; by the values' span when left out. */
  readonly log?: boolean;
}

/** The axis for some values: logarithmic where they are positive and span decades. */
export function valueScale(
  values: Iterable<number>,
  range: readonly [number, number],
  { ticks, fromZero = false, binary = false, log }: Options,
): ValueScale {
  const [low, high] = extent(values);
  if (low === undefined || high === undefined)
    return { scale: scaleLinear([0, 1], range), ticks: [], log: false };
  if (low > 0 && (log ?? high / low > WIDE)) {
    const scale = scaleLog([low, high], range);
    if (fromZero) scale.nice();
    return { scale, ticks: logTicks(scale.domain() as [number, number], ticks), log: true };
  }
  if (binary && high > 0)
    return {
      scale: scaleLinear([0, high * 1.04], range),
      ticks: axisTicks(high * 1.04, ticks, true),
      log: false,
    };
  const start = fromZero ? Math.min(0, low) : low;
  const end = fromZero ? Math.max(0, high) : high;
  const scale = scaleLinear(start === end ? [start - 0.5, end + 0.5] : [start, end], range);
  // An axis from zero ends on a round value; another one where its values end.
  if (fromZero) scale.nice(ticks);
  return { scale, ticks: scale.ticks(Math.max(2, ticks)), log: false };
}

/** Powers of ten, every second or third of them where there are many; with 2 and 5 between where there are few. */
function logTicks([low, high]: readonly [number, number], wanted: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const powers = last - first + 1;
  const step = Math.max(1, Math.ceil(powers / Math.max(2, wanted)));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  if (powers > 2) return ticks;
  return [first - 1, ...Array.from({ length: powers }, (_, i) => first + i)]
    .flatMap((power) => [1, 2, 5].map((lead) => lead * 10 ** power))
    .filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
}
