import { interval } from '../../models/statistics';
import type { Preset, ResultSeries } from '../preset';
import { resultOf, seriesOf } from './results';
import { hits } from './vitali-hits';
import { memory } from './vitali-memory';
import {
  AWARE,
  type Cell,
  COMMON_NOTES,
  cellExperiment,
  gains,
  MANAGERS,
  POWERS,
  type Runs,
  runCells,
  SAVINGS,
  TESTS,
  UNAWARE,
  type Variation,
  values,
} from './vitali-runs';
import { threshold } from './vitali-threshold';

const [CSS, PSS] = SAVINGS;
const [SMALL, LARGE] = TESTS;
const X = TESTS.map(({ id }) => id);
/** Saved states are rarer with less interaction: a run has to be longer to hold several of them. */
const LESS_INTERACTION_END = 200;
/** Bytes of a header that an application might put in front of its buffers. */
const HEADER: Variation = { extraBytes: 8 };

/** Percent, as the text of §5.2 states them: "in the order of 10 %" and "mostly the same". */
const PUBLISHED_PSS = [10, 0, 10];
const PUBLISHED_CSS = [5, 10];

export const throughput: Preset = {
  id: 'vitali-throughput',
  paper: 'Vitali, Pellegrini and Cerasuolo 2012, Figure 6 (§5.2)',
  title: 'Throughput with and without awareness of the cache',
  question: 'How many more events a second does a Time Warp simulator commit on the cache-aware manager?',
  bars: true,
  pooled: true,
  experiment: cellExperiment('Test A, CSS, cache-aware', { test: SMALL, saving: CSS, manager: AWARE }),
  run(context) {
    const cells = SAVINGS.flatMap((saving) =>
      TESTS.flatMap((test) => MANAGERS.map((manager): Cell => ({ test, saving, manager }))),
    );
    const headers = SAVINGS.flatMap((saving) =>
      MANAGERS.map((manager): Cell => ({ test: SMALL, saving, manager, variation: HEADER })),
    );
    const powers = SAVINGS.flatMap((saving) =>
      TESTS.map((test): Cell => ({ test, saving, manager: POWERS })),
    );
    const cellOf = (list: readonly Cell[], test: string, saving: string, manager: string) =>
      list.find(
        (cell) => cell.test.id === test && cell.saving.name === saving && cell.manager.name === manager,
      );
    return runCells(context, [...cells, ...powers, ...headers], (runs, complete) => {
      const gainsOf = (list: readonly Cell[], test: string, saving: string) =>
        gains(runs, cellOf(list, test, saving, AWARE.name), cellOf(list, test, saving, UNAWARE.name));
      const bars = SAVINGS.flatMap(({ name }) =>
        MANAGERS.map((manager) =>
          seriesOf(`${name}, ${manager.name}`, 'committed events a second', X, {
            trials: X.map((test) =>
              values(runs, cellOf(cells, test, name, manager.name), (r) => r.throughput),
            ),
          }),
        ),
      );
      const gain = SAVINGS.map(({ name }) =>
        seriesOf(`${name}: gain from awareness`, '%', X, {
          published: name === PSS.name ? PUBLISHED_PSS : [],
          trials: X.map((test) => gainsOf(cells, test, name)),
        }),
      );
      const means = X.map((test) => gainsOf(cells, test, CSS.name)).filter((each) => each.length > 0);
      const range = means.map((each) => interval(each).mean);
      const series = [
        ...bars,
        ...gain,
        seriesOf('CSS: range of the gain over the tests', '%', ['least', 'most'], {
          published: PUBLISHED_CSS,
          measured: range.length > 0 ? [Math.min(...range), Math.max(...range)] : [],
        }),
        seriesOf('Test A: gain if buffers are 8 bytes larger', '%', [CSS.name, PSS.name], {
          trials: [CSS, PSS].map(({ name }) => gainsOf(headers, SMALL.id, name)),
        }),
        ...SAVINGS.map(({ name }) =>
          seriesOf(`${name}: gain over BSD's powers of two`, '%', X, {
            trials: X.map((test) =>
              gains(runs, cellOf(cells, test, name, AWARE.name), cellOf(powers, test, name, POWERS.name)),
            ),
          }),
        ),
        rollbacks(runs, cells),
      ];
      return resultOf(throughput.id, series, complete ? throughputNotes(gain, series) : []);
    });
  },
};

function rollbacks(runs: Runs, cells: readonly Cell[]): ResultSeries {
  const aware = cells.filter(({ manager }) => manager === AWARE);
  return seriesOf(
    'Rollbacks for 100 committed events (cache-aware)',
    '%',
    aware.map(({ test, saving }) => `${test.id}, ${saving.name}`),
    { trials: aware.map((cell) => values(runs, cell, (r) => (100 * r.rollbacks) / r.committed)) },
  );
}

const percent = (value: number | null) =>
  value === null ? 'nothing' : `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
const list = (series: ResultSeries) =>
  series.x.map((x, i) => `${x} ${percent(series.measured[i])}`).join(', ');

/** The series whose name begins so. */
function named(series: readonly ResultSeries[], beginning: string): ResultSeries {
  const found = series.find(({ name }) => name.startsWith(beginning));
  if (!found) throw new Error(`no series begins with "${beginning}"`);
  return found;
}

function throughputNotes([css, pss]: readonly ResultSeries[], series: readonly ResultSeries[]): string[] {
  const found = X.map((test, i) => {
    const [low, high] = [pss.low[i] ?? 0, pss.high[i] ?? 0];
    return `${test} ${low > 0 ? 'gains' : high < 0 ? 'loses' : 'cannot be told from no gain'}`;
  });
  return [
    `CSS: ${list(css)}; the paper says 5 to 10 % over the three tests.`,
    `PSS: ${list(pss)}; the paper says about 10 % for A and C, the same throughput for B. By the intervals, ${found.join(', ')}.`,
    `How the sizes fit the chunks’ powers of two matters as much as where chunks lie: with buffers of 72 … 520 bytes instead of 64 … 512, test A’s gain is ${list(named(series, 'Test A: gain if'))}.`,
    `Who is unaware decides, too: over BSD’s powers of two with a header in front of each block the gain is ${SAVINGS.map(({ name }) => `${name} ${list(named(series, `${name}: gain over`))}`).join('; ')}.`,
    'Why ours is smaller than the paper’s: the regions do not keep mild buffers out of the sets of intensive ones. A cache of several ways picks the set by the address modulo size ÷ ways, a fraction of a block (4 KB of 160 KB here, 128 KB of 5 MB there), so that both regions cover every set. What is left for the manager is that its chunks begin on cache lines and have no headers; against it stands that powers of two use some sets more than others.',
    ...COMMON_NOTES,
  ];
}

export const interaction: Preset = {
  id: 'vitali-interaction',
  paper: 'Vitali, Pellegrini and Cerasuolo 2012, Figure 8 (§5.2)',
  title: 'Throughput with less interaction',
  question:
    'What does awareness gain where 95 % of the events go to their own process, and rollbacks are rare?',
  pooled: true,
  experiment: cellExperiment('Test B, PSS, cache-aware, with less interaction', {
    test: LARGE,
    saving: PSS,
    manager: AWARE,
    variation: { local: 0.95, end: LESS_INTERACTION_END },
  }),
  run(context) {
    const variation = { local: 0.95, end: LESS_INTERACTION_END };
    const cells = MANAGERS.map((manager): Cell => ({ test: LARGE, saving: PSS, manager, variation }));
    const [aware, unaware] = cells;
    return runCells(context, cells, (runs, complete) => {
      const names = MANAGERS.map(({ name }) => name);
      const gain = seriesOf('Gain from awareness', '%', ['B, PSS'], {
        published: [25],
        trials: [gains(runs, aware, unaware)],
      });
      const series = [
        seriesOf('Throughput', 'committed events a second', names, {
          trials: cells.map((cell) => values(runs, cell, (r) => r.throughput)),
        }),
        gain,
        seriesOf('Rollbacks for 100 committed events', '%', names, {
          trials: cells.map((cell) => values(runs, cell, (r) => (100 * r.rollbacks) / r.committed)),
        }),
        seriesOf('Events between two saved states', 'events', names, {
          trials: cells.map((cell) => values(runs, cell, (r) => r.interval)),
        }),
      ];
      const notes = [
        `The paper’s speedup is in the order of 25 %, ours is ${percent(gain.measured[0])}.`,
        `The paper ran 10 million events of test B here; ours are ${LESS_INTERACTION_END} an LP.`,
        ...COMMON_NOTES,
      ];
      return resultOf(interaction.id, series, complete ? notes : []);
    });
  },
};

export const presets: readonly Preset[] = [throughput, hits, interaction, threshold, memory];
