import type { Preset } from '../preset';
import { resultOf, seriesOf } from './results';
import {
  AWARE,
  type Cell,
  COMMON_NOTES,
  cellExperiment,
  runCells,
  SAVINGS,
  SCALE,
  TESTS,
  values,
} from './vitali-runs';

const [, PSS] = SAVINGS;
const [, , SPARSE] = TESTS;
const X = TESTS.map(({ row }) => row);
/** Table 1, "MB" an LP: taken as MiB, as the paper's 512 KB of L2 are KiB. */
const PUBLISHED = { mild: [62.79, 62.86, 73.84], intensive: [6.1, 6.95, 11.2] };
const MIB = 2 ** 20;

export const memory: Preset = {
  id: 'vitali-memory',
  paper: 'Vitali, Pellegrini and Cerasuolo 2012, Table 1 (§5.2)',
  title: 'Memory of a logical process by class',
  question: 'How much of a Time Warp simulator’s memory is rarely looked at?',
  bars: true,
  pooled: true,
  experiment: cellExperiment('Test C, PSS, cache-aware', { test: SPARSE, saving: PSS, manager: AWARE }),
  run(context) {
    const cells = TESTS.map((test): Cell => ({ test, saving: PSS, manager: AWARE }));
    return runCells(context, cells, (runs, complete) => {
      const trials = (
        value: (r: {
          mildBytesAnLp: number;
          intensiveBytesAnLp: number;
          footprintBytesAnLp: number;
        }) => number,
      ) => cells.map((cell) => values(runs, cell, value));
      const scaled = `MiB an LP, times ${SCALE}`;
      const series = [
        seriesOf('Access-mild', scaled, X, {
          published: PUBLISHED.mild,
          trials: trials((r) => (r.mildBytesAnLp * SCALE) / MIB),
        }),
        seriesOf('Access-intensive', scaled, X, {
          published: PUBLISHED.intensive,
          trials: trials((r) => (r.intensiveBytesAnLp * SCALE) / MIB),
        }),
        seriesOf('Mild ÷ intensive', '×', X, {
          published: PUBLISHED.mild.map((mild, i) => mild / PUBLISHED.intensive[i]),
          trials: trials((r) => r.mildBytesAnLp / r.intensiveBytesAnLp),
        }),
        seriesOf('Taken from the system', scaled, X, {
          trials: trials((r) => (r.footprintBytesAnLp * SCALE) / MIB),
        }),
      ];
      const ratios = series[2].measured.map((value, i) => `${X[i]} ${(value ?? 0).toFixed(1)}`).join(', ');
      const notes = [
        'A MiB is 2^20 bytes. The paper writes MB; so it does of the Opteron’s caches, whose sizes are powers of two, and its figures are taken as MiB.',
        `Mild buffers take ${ratios} times the intensive ones’ bytes; in the paper 10.3, 9.0 and 6.6.`,
        'Ours are the most bytes that were live at once, as the kernel asked for them, multiplied by the scale; the paper’s are what was requested from the system in the whole run, whose growth with the events that await commitment its kernel’s GVT period decides: real time there, 8 executed events a kernel here.',
        'The paper’s intensive bytes hold several MiB that do not depend on the state’s size; ours are the state and the input queue alone, so that they grow with the state.',
        'Taken from the system: a block’s mild region is a fifth of it, so that a kernel with ten times as many mild bytes as intensive ones leaves most of its intensive regions empty.',
        ...COMMON_NOTES,
      ];
      return resultOf(memory.id, series, complete ? notes : []);
    });
  },
};
