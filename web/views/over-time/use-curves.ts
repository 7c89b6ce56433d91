import { useEffect, useState } from 'react';
import type { Column, Metric } from '../../../src/worker/api';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { infoIn, useLab } from '../../state/store';
import type { TimeChart } from './charts';

export interface Curves {
  readonly chart: TimeChart;
  readonly from: number;
  readonly to: number;
  /** By column; null where a column has none. */
  readonly columns: readonly (Float64Array | null)[];
  /** Live bytes of the first column that has them, under charts that want them. */
  readonly live: Float64Array | null;
}

/** The curves of a chart over a span of events; what was there stays until they have come. */
export function useCurves(chart: TimeChart, from: number, to: number, buckets: number): Curves | null {
  const runs = useLab((state) => state.runs);
  const [questions] = useState(() => new Newest());
  const [curves, setCurves] = useState<Curves | null>(null);
  useEffect(() => {
    let current = true;
    if (to <= from || buckets < 1) return;
    const series = (column: number, metric: Metric) =>
      ask(column as Column, (lab) => lab.series(column as Column, metric, from, to, buckets));
    questions.ask(async () => {
      const columns = await Promise.all(
        runs.map(async (run, column) => {
          const info = infoIn(run);
          if (info === null || (!info.walks && chart.needs.some(isOfFreeBlocks))) return null;
          const needed = await Promise.all(chart.needs.map((metric) => series(column, metric)));
          return needed.every((one) => one !== null) ? chart.curve(needed) : null;
        }),
      );
      const first = runs.findIndex((run) => infoIn(run) !== null);
      const live = chart.overLive && first >= 0 ? ((await series(first, 'live'))?.max ?? null) : null;
      if (current) setCurves({ chart, from, to, columns, live });
    });
    return () => {
      current = false;
    };
  }, [chart, from, to, buckets, runs, questions]);
  return curves;
}

/** Series that are known only of allocators which report their free blocks. */
const isOfFreeBlocks = (metric: Metric): boolean =>
  metric === 'freeBytes' || metric === 'freeBlocks' || metric === 'largestFree';
