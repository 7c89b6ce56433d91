import { type Comparison, errorOf, type ModelComparison } from '../../models/comparison';
import { EXTRINSIC, INTRINSIC, ZORN_ALLOCATORS } from '../../models/metrics';
import { families, familyOf } from '../../models/models';
import { figures } from '../../models/report';
import { mean } from '../../models/statistics';
import type { Preset, ResultSeries } from '../preset';
import { resultOf, seriesOf } from './results';
import { type ByProgram, comparePrograms, PROGRAM_NOTES, recordingOf } from './zorn-programs';
import { MODELS, TABLE_11, TABLE_14 } from './zorn-published';

const METRICS = [...EXTRINSIC, ...INTRINSIC] as const;
type Metric = (typeof METRICS)[number];

const NAMES: Readonly<Record<Metric, string>> = {
  cpu: 'CPU',
  efficiency: 'memory efficiency',
  bytes: 'Bytes',
  objects: 'Objects',
  maxBytes: 'MaxBytes',
  maxObjects: 'MaxObjects',
};

/** The report's averages for the variants that it compares; for the others it has words. */
const PUBLISHED: Partial<Record<Metric, readonly number[]>> = {
  cpu: TABLE_11.models,
  efficiency: TABLE_14.models,
};

const variants = families.flatMap(({ id, variants: all }) =>
  all.map((variant, at) => ({ id, variant: variant.id, best: at === 0 })),
);
const labels = [
  ...variants.map(({ id, variant }) => `${familyOf(id).title} ${variant}`),
  ...families.map(({ title, variants: [best] }) => `${title} ${best.id}, time in events`),
];

/** Comparisons of every variant by the clock, and of the best ones by events. */
interface Runs {
  readonly ticks: ByProgram<Comparison>;
  readonly events: ByProgram<Comparison>;
}

/** Mean relative error of a metric over allocators and programs, for the model at that place of each comparison. */
function average(comparisons: ByProgram<Comparison>, at: number, metric: Metric): number | null {
  const all = [...comparisons.values()].flatMap((one) => errors(one, one.models[at], metric));
  return all.length > 0 ? mean(all) : null;
}

function errors(comparison: Comparison, model: ModelComparison, metric: Metric): number[] {
  return figures(ZORN_ALLOCATORS)
    .filter((figure) => figure.metric === metric)
    .map(({ read }) => errorOf(comparison, model, read))
    .filter((error) => error !== null);
}

function measured({ ticks, events }: Runs, metric: Metric): (number | null)[] {
  return [
    ...variants.map((_, at) => average(ticks, at, metric)),
    ...families.map((_, at) => average(events, at, metric)),
  ];
}

function series(runs: Runs): ResultSeries[] {
  return METRICS.map((metric) => {
    let next = 0;
    const published = variants.map(({ best }) => (best ? (PUBLISHED[metric]?.[next++] ?? null) : null));
    return seriesOf(`Average relative error in ${NAMES[metric]}`, 'relative error', labels, {
      published,
      measured: measured(runs, metric),
    });
  });
}

function findings(runs: Runs): string[] {
  const cpu = measured(runs, 'cpu');
  const efficiency = measured(runs, 'efficiency');
  const both = labels.map((_, at) => ((cpu[at] ?? 0) + (efficiency[at] ?? 0)) / 2);
  const digits = (value: number) => value.toFixed(3);
  const families = MODELS.map((title) => {
    const own = labels
      .map((label, at) => ({ label, error: both[at] }))
      .filter(({ label }) => label.startsWith(`${title} `) && !label.endsWith('events'));
    const least = own.reduce((a, b) => (b.error < a.error ? b : a));
    const told = own.map(({ label, error }) => `${label} ${digits(error)}`).join(', ');
    return `${told}: ${least === own[0] ? "the report's choice is the best here too" : `here ${least.label} is the best`}.`;
  });
  const clocks = MODELS.map((title, at) => {
    const ticks = both[labels.findIndex((label) => label.startsWith(`${title} `))];
    return `${title} ${digits(ticks)} and ${digits(both[variants.length + at])}`;
  });
  return [
    'Mean of the average errors in CPU and memory efficiency, by variant:',
    ...families,
    `The same by nanoseconds and by events: ${clocks.join(', ')}. The report found no significant difference between instructions and events.`,
  ];
}

export const variantsPreset: Preset = {
  id: 'zorn-variants',
  paper: 'Zorn and Grunwald 1992, §5.4',
  title: 'Variants of the models',
  question: 'Does a model gain by variance, by an approximated distribution, or by another measure of time?',
  experiment: recordingOf('GAWK', 'footprint'),
  pooled: true,
  async run(context) {
    const result = (ticks: ByProgram<Comparison>, events: ByProgram<Comparison>, notes: readonly string[]) =>
      resultOf(variantsPreset.id, series({ ticks, events }), notes);
    const none: ByProgram<Comparison> = new Map();
    const models = variants.map(({ id, variant }) => ({ id, options: { variant } }));
    const ticks = await comparePrograms(context, { models }, (so) => result(so, none, []));
    const events = await comparePrograms(context, { time: 'events' }, (so) => result(ticks, so, []));
    return result(ticks, events, [
      ...PROGRAM_NOTES,
      'The report tells in words that its other variants were less accurate and prints no numbers of them; published here are the averages of Tables 11 and 14 (over six programs) at the variants that it chose.',
      'The report names neither how its Pareto distribution is fitted (here: by mean and variance) nor the cells of P² (here: 100).',
      ...findings({ ticks, events }),
    ]);
  },
};
