import { type Interval, interval } from '../../models/statistics';
import { rest } from '../../rest';
import { fingerprintOf } from '../fingerprint';
import type { PresetResult, ResultSeries } from '../preset';

type Column = readonly (number | null | undefined)[];

/** Columns of a series; what is left out is null all the way. */
export interface Columns {
  readonly published?: Column;
  readonly measured?: Column;
  /** Trials of each point: their mean is what we measured, with its 90% interval. */
  readonly trials?: readonly (readonly number[] | undefined)[];
}

/** A series in the form of the results: its columns filled up with nulls to the length of x. */
export function seriesOf(
  name: string,
  unit: string,
  x: readonly (number | string)[],
  { published = [], measured = [], trials }: Columns,
): ResultSeries {
  const filled = (column: Column) => x.map((_, i) => column[i] ?? null);
  const means: readonly (Interval | null)[] = x.map((_, i) => {
    const values = trials?.[i];
    return values && values.length > 0 ? interval(values) : null;
  });
  const wide = x.map((_, i) => (trials?.[i]?.length ?? 0) > 1);
  return {
    name,
    unit,
    x: [...x],
    published: filled(published),
    measured: trials ? means.map((each) => each?.mean ?? null) : filled(measured),
    low: means.map((each, i) => (wide[i] ? (each?.low ?? null) : null)),
    high: means.map((each, i) => (wide[i] ? (each?.high ?? null) : null)),
  };
}

/** A preset's result, with its fingerprint. */
export function resultOf(preset: string, series: ResultSeries[], notes: readonly string[]): PresetResult {
  return { preset, fingerprint: fingerprintOf(series), series, notes: [...notes] };
}

/** Lets messages through between two parts of a long calculation. @throws the signal's reason when aborted */
export async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await rest();
  signal?.throwIfAborted();
}
