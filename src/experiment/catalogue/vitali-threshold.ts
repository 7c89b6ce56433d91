import type { Preset } from '../preset';
import { resultOf, seriesOf } from './results';
import {
  AWARE,
  type Cell,
  COMMON_NOTES,
  cellExperiment,
  runCells,
  SAVINGS,
  TESTS,
  values,
} from './vitali-runs';

const [, PSS] = SAVINGS;
const [, LARGE] = TESTS;
/** Share of a block for intensive buffers, in percent. */
const THRESHOLDS = [20, 35, 50, 65, 80, 90];
const PAPERS = THRESHOLDS.indexOf(80);

export const threshold: Preset = {
  id: 'vitali-threshold',
  paper: 'Vitali, Pellegrini and Cerasuolo 2012, Figure 9 (§5.2)',
  title: 'Throughput over the separation threshold',
  question: 'How should a block be divided between intensive and mild buffers?',
  axis: 'share of a block for intensive buffers, %',
  pooled: true,
  experiment: cellExperiment('Test B, PSS, cache-aware, threshold 20 %', {
    test: LARGE,
    saving: PSS,
    manager: AWARE,
    variation: { threshold: 20 },
  }),
  run(context) {
    const cells = THRESHOLDS.map(
      (percent): Cell => ({ test: LARGE, saving: PSS, manager: AWARE, variation: { threshold: percent } }),
    );
    return runCells(context, cells, (runs, complete) => {
      const throughputs = cells.map((cell) => values(runs, cell, (r) => r.throughput));
      const relative = seriesOf('Throughput against that at 80 %', '%', THRESHOLDS, {
        published: THRESHOLDS.map((percent) => (percent === 20 ? -20 : percent === 80 ? 0 : null)),
        trials: throughputs.map((each) =>
          each
            .slice(0, throughputs[PAPERS].length)
            .map((value, seed) => (value / throughputs[PAPERS][seed] - 1) * 100),
        ),
      });
      const series = [
        seriesOf('Throughput', 'committed events a second', THRESHOLDS, { trials: throughputs }),
        relative,
        seriesOf('Footprint', 'KiB an LP', THRESHOLDS, {
          trials: cells.map((cell) => values(runs, cell, (r) => r.footprintBytesAnLp / 1024)),
        }),
      ];
      const measured = relative.measured.map((value) => value ?? 0);
      const best = THRESHOLDS[measured.indexOf(Math.max(...measured))];
      const notes = [
        'x is the share of a block that is for intensive buffers, in percent. The paper’s text gives two figures: the best throughput where the intensive region is larger, and a drop in the order of 20 % in the opposite situation, which we take to be its 1:4 turned over.',
        `Ours is best at ${best} %; at 20 % it is ${measured[0] > 0 ? '+' : ''}${measured[0].toFixed(1)} % against 80 %.`,
        'Where ours differs: a block is larger than size ÷ ways of every cache, so that either region reaches all sets whatever the threshold. What the threshold changes here is how many blocks the buffers take, and with them TLB misses.',
        ...COMMON_NOTES,
      ];
      return resultOf(threshold.id, series, complete ? notes : []);
    });
  },
};
