import { useEffect, useState } from 'react';
import type { Column, Metric } from '../../../src/worker/api';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { infoIn, type RunState, useLab } from '../../state/store';
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
  // Not the runs themselves: their progress changes more often than what can be drawn of them.
  const grown = useLab((state) => state.runs.map((run) => JSON.stringify(grownTo(run))).join());
  const [questions] = useState(() => new Newest());
  const [curves, setCurves] = useState<Curves | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grown run has more to draw
  useEffect(() => {
    if (to <= from || buckets < 1) return;
    const series = (column: number, metric: Metric) =>
      ask(column as Column, (lab) => lab.series(column as Column, metric, from, to, buckets));
    questions.ask(async () => {
      const { runs } = useLab.getState();
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
      setCurves({ chart, from, to, columns, live });
    });
  }, [chart, from, to, buckets, grown, questions]);
  return curves;
}

/** Which run it is, and how far it can be drawn. */
const grownTo = (run: RunState) =>
  run.kind === 'running' || run.kind === 'ready' ? [run.id, run.info?.summary.events] : null;

/** Series that are known only of allocators which report their free blocks. */
const isOfFreeBlocks = (metric: Metric): boolean =>
  metric === 'freeBytes' || metric === 'freeBlocks' || metric === 'largestFree';
