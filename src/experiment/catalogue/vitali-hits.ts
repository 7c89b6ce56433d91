import { interval } from '../../models/statistics';
import type { TimeWarpResult } from '../../simulations/timewarp';
import type { Preset, ResultSeries } from '../preset';
import { resultOf, seriesOf } from './results';
import {
  AWARE,
  type Cell,
  COMMON_NOTES,
  cellExperiment,
  MANAGERS,
  type Runs,
  runCells,
  SAVINGS,
  TESTS,
  UNAWARE,
  values,
} from './vitali-runs';

const [CSS] = SAVINGS;
const [, LARGE] = TESTS;
const X = TESTS.map(({ id }) => id);
const LEVELS = ['L1', 'L1 or L2', 'any cache'] as const;
const ANY = LEVELS.length - 1;
type Which = 'intensive' | 'mild' | 'all';

/** Percent of a class's line accesses that were found at a level or nearer. */
function ratio(result: TimeWarpResult, which: Which, level: number): number {
  const rows = (result.accesses ?? []).filter(({ name }) => which === 'all' || name === which);
  const lines = rows.reduce((sum, row) => sum + row.lines, 0);
  const found = rows.reduce((sum, row) => sum + row.found.slice(0, level + 1).reduce((a, b) => a + b, 0), 0);
  return (100 * found) / lines;
}

export const hits: Preset = {
  id: 'vitali-hits',
  paper: 'Vitali, Pellegrini and Cerasuolo 2012, Figure 7 (§5.2)',
  title: 'Hit ratios of intensive and mild buffers',
  question: 'Are buffers that the manager calls intensive found in the cache more often?',
  bars: true,
  pooled: true,
  experiment: cellExperiment('Test B, CSS, cache-aware', { test: LARGE, saving: CSS, manager: AWARE }),
  run(context) {
    const cells = TESTS.flatMap((test) => MANAGERS.map((manager): Cell => ({ test, saving: CSS, manager })));
    return runCells(context, cells, (runs, complete) => {
      const series = [...ratios(runs, cells), difference(runs, cells)];
      return resultOf(hits.id, series, complete ? notes(series) : []);
    });
  },
};

function ratios(runs: Runs, cells: readonly Cell[]): ResultSeries[] {
  return LEVELS.flatMap((_, level) =>
    (['intensive', 'mild', 'all'] as const).flatMap((which) =>
      MANAGERS.map((manager) =>
        seriesOf(ratioName(level, manager.name, which), '% of line accesses', X, {
          trials: cells
            .filter((cell) => cell.manager === manager)
            .map((cell) => values(runs, cell, (result) => ratio(result, which, level))),
        }),
      ),
    ),
  );
}

const ratioName = (level: number, manager: string, which: Which): string =>
  `found in ${LEVELS[level]}: ${manager}, ${which}`;

function difference(runs: Runs, cells: readonly Cell[]): ResultSeries {
  return seriesOf('unaware: intensive less mild, any cache', 'points of percent', X, {
    published: [10, 10, 10],
    trials: cells
      .filter(({ manager }) => manager === UNAWARE)
      .map((cell) =>
        values(runs, cell, (result) => ratio(result, 'intensive', ANY) - ratio(result, 'mild', ANY)),
      ),
  });
}

function notes(series: readonly ResultSeries[]): string[] {
  const at = (name: string) => series.find((each) => each.name === name)?.measured ?? [];
  const change = (which: Which) =>
    X.map((test, i) => {
      const [aware, unaware] = MANAGERS.map((manager) => at(ratioName(ANY, manager.name, which))[i] ?? 0);
      return `${test} ${(aware - unaware).toFixed(1)}`;
    }).join(', ');
  const gaps = series[series.length - 1].measured.map((value) => value ?? 0);
  const mean = interval(gaps).mean;
  return [
    'The paper prints a histogram without numbers; its text says that without awareness the two classes differ in the order of 10 %.',
    `Ours differ by ${gaps.map((gap, i) => `${gap.toFixed(1)} (${X[i]})`).join(', ')} points: ${mean > 0 ? 'intensive buffers are found more often on the average, as in the paper' : 'intensive buffers are found less often on the average, unlike in the paper: a copy of a larger state than the cache sweeps it, and the kernel’s own small mild buffers are always near'}.`,
    `From unaware to aware, the share found in any cache changes by ${change('intensive')} points for intensive buffers and ${change('mild')} for mild ones.`,
    'A line that one access touches counts once, however many of its bytes are moved: a processor’s counters would count each word, and show higher ratios.',
    ...COMMON_NOTES,
  ];
}
