/** Tables 9 to 16: what four allocators make of programs and models. Table 9 is to 12 as 10 to 13, 11 to 14, 15 to 16. */
import {
  type Comparison,
  errorOf,
  failedTrials,
  type ModelComparison,
  overTrials,
  type Reading,
} from '../../models/comparison';
import { type EXTRINSIC, ZORN_ALLOCATORS } from '../../models/metrics';
import { mean } from '../../models/statistics';
import type { Preset, ResultSeries } from '../preset';
import { resultOf, seriesOf } from './results';
import { type ByProgram, comparePrograms, PROGRAM_NOTES, RECORDED, recordingOf } from './zorn-programs';
import {
  ALLOCATORS,
  type Errors,
  MODELS,
  PROGRAMS,
  type Program,
  TABLE_9,
  TABLE_10,
  TABLE_11,
  TABLE_12,
  TABLE_13,
  TABLE_14,
  TABLE_15,
  TABLE_16,
  type Values,
} from './zorn-published';

/** One of the two extrinsic metrics with the report's tables of it. */
interface Tables {
  readonly metric: (typeof EXTRINSIC)[number];
  readonly unit: string;
  readonly actual: { readonly name: string; readonly values: Readonly<Record<Program, readonly number[]>> };
  readonly errors: { readonly name: string; readonly values: Errors };
  readonly summary: {
    readonly name: string;
    readonly models: readonly number[];
    readonly allocators: readonly number[];
  };
  readonly values: { readonly name: string; readonly values: Values };
}

const cpuTables: Tables = {
  metric: 'cpu',
  unit: 'instructions an object',
  actual: { name: 'Table 9', values: TABLE_9 },
  errors: { name: 'Table 10', values: TABLE_10 },
  summary: { name: 'Table 11', ...TABLE_11 },
  values: { name: 'Table 15', values: TABLE_15 },
};

const efficiencyTables: Tables = {
  metric: 'efficiency',
  unit: 'mean live bytes ÷ mean bytes from the system',
  actual: { name: 'Table 12', values: TABLE_12 },
  errors: { name: 'Table 13', values: TABLE_13 },
  summary: { name: 'Table 14', ...TABLE_14 },
  values: { name: 'Table 16', values: TABLE_16 },
};

const reading =
  (metric: Tables['metric'], allocator: string): Reading =>
  ({ extrinsic }) =>
    extrinsic[allocator]?.[metric] ?? null;

/** Relative errors of a model on a program, an allocator each. */
function errorsOf(
  comparison: Comparison,
  model: ModelComparison,
  metric: Tables['metric'],
): (number | null)[] {
  return ZORN_ALLOCATORS.map((allocator) => errorOf(comparison, model, reading(metric, allocator)));
}

/** Mean of the values there are; null for none. */
function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length > 0 ? mean(known) : null;
}

const column = (rows: readonly (readonly (number | null)[])[], at: number) =>
  meanOf(rows.map((row) => row[at]));

type ErrorRows = ReadonlyMap<Program, readonly (readonly (number | null)[])[]>;

/** By program, a row of errors a model. */
function errorRows(comparisons: ByProgram<Comparison>, metric: Tables['metric']): ErrorRows {
  return new Map(
    [...comparisons].map(([program, one]) => [
      program,
      one.models.map((model) => errorsOf(one, model, metric)),
    ]),
  );
}

function valueSeries(comparisons: ByProgram<Comparison>, { metric, unit, actual, values }: Tables) {
  const x = [...ALLOCATORS, 'Mean Over Allocators'];
  const of = (measured: Comparison['actual']) => {
    const row = ZORN_ALLOCATORS.map((allocator) => reading(metric, allocator)(measured));
    return [...row, meanOf(row)];
  };
  const table = PROGRAMS.flatMap((program) => {
    const comparison = comparisons.get(program);
    const measured = comparison ? of(comparison.actual) : [];
    const rows = MODELS.map((model, at) => {
      const trials = comparison?.models[at].trials.map((trial) => (trial ? of(trial) : x.map(() => 0))) ?? [];
      return seriesOf(`${values.name}: ${program} ${model}`, unit, x, {
        published: values.values[program][model],
        trials: x.map((_, allocator) => trials.map((trial) => trial[allocator] ?? 0)),
      });
    });
    const own = { published: values.values[program].ACTUAL, measured };
    return [seriesOf(`${values.name}: ${program} ACTUAL`, unit, x, own), ...rows];
  });
  const first = PROGRAMS.map((program) => {
    const comparison = comparisons.get(program);
    return seriesOf(`${actual.name}: ${program}`, unit, ALLOCATORS, {
      published: actual.values[program],
      measured: comparison ? of(comparison.actual).slice(0, ALLOCATORS.length) : [],
    });
  });
  return { first, table };
}

function errorSeries(rows: ErrorRows, { errors, summary }: Tables) {
  const unit = 'relative error';
  const table = PROGRAMS.flatMap((program) => {
    const ours = rows.get(program) ?? [];
    const x = [...ALLOCATORS, 'Mean Over Allocators'];
    return [
      ...MODELS.map((model, at) =>
        seriesOf(`${errors.name}: ${program} ${model}`, unit, x, {
          published: errors.values[program][model],
          measured: ours[at] ? [...ours[at], meanOf(ours[at])] : [],
        }),
      ),
      seriesOf(`${errors.name}: ${program} Mean Over Models`, unit, ALLOCATORS, {
        published: errors.values[program].MODELS,
        measured: ALLOCATORS.map((_, at) => column(ours, at)),
      }),
    ];
  });
  const { models, allocators } = averages(rows);
  const published = averages(publishedRows(errors.values));
  const without = `${errors.name} without CHAM`;
  const summaries = [
    seriesOf(`${summary.name}: by model`, unit, MODELS, { published: summary.models, measured: models }),
    seriesOf(`${summary.name}: by allocator`, unit, ALLOCATORS, {
      published: summary.allocators,
      measured: allocators,
    }),
    seriesOf(`${without}: by model`, unit, MODELS, { published: published.models, measured: models }),
    seriesOf(`${without}: by allocator`, unit, ALLOCATORS, {
      published: published.allocators,
      measured: allocators,
    }),
  ];
  return { table, summaries };
}

/** The report's errors of the programs that we have. */
const publishedRows = (errors: Errors): ErrorRows =>
  new Map(
    RECORDED.map((program) => [
      program,
      MODELS.map((model) => errors[program][model].slice(0, ALLOCATORS.length)),
    ]),
  );

/** Averages over all programs, as in Tables 11 and 14. */
function averages(rows: ErrorRows) {
  const all = [...rows.values()];
  return {
    models: MODELS.map((_, at) => meanOf(all.map((program) => meanOf(program[at] ?? [])))),
    allocators: ALLOCATORS.map((_, at) => meanOf(all.map((program) => column(program, at)))),
  };
}

/** Allocators nearer to each other than this may change places: the report's "within a few percent" (§6.1). */
const NEAR = 0.05;

/** Whether two allocators, apart by more than `near` on the program, change places in the model. */
function misorders(actual: readonly number[], model: readonly number[], near: number): boolean {
  return actual.some((a, i) => actual.some((b, j) => a < b * (1 - near) && model[i] >= model[j]));
}

/** Figures of the program and of a model, an allocator each. */
interface Pair {
  readonly name: string;
  readonly actual: readonly number[];
  readonly model: readonly number[];
}

const misordered = (pairs: readonly Pair[], near: number): string[] =>
  pairs.filter(({ actual, model }) => misorders(actual, model, near)).map(({ name }) => name);

function pairsOf(comparisons: ByProgram<Comparison>, metric: Tables['metric']): Pair[] {
  return [...comparisons].flatMap(([program, { actual, models }]) =>
    models.map((model, at) => ({
      name: `${program} ${MODELS[at]}`,
      actual: ZORN_ALLOCATORS.map((id) => reading(metric, id)(actual) ?? 0),
      model: ZORN_ALLOCATORS.map((id) => overTrials(model, reading(metric, id)).mean),
    })),
  );
}

/** Programs and models of the report's own tables that put allocators into another order than the program. */
export function misorderedPublished(values: Values, near = 0): string[] {
  const row = (all: readonly number[]) => all.slice(0, ALLOCATORS.length);
  const pairs = PROGRAMS.flatMap((program) =>
    MODELS.map((model) => ({
      name: `${program} ${model}`,
      actual: row(values[program].ACTUAL),
      model: row(values[program][model]),
    })),
  );
  return misordered(pairs, near);
}

function findings(comparisons: ByProgram<Comparison>, tables: Tables): string[] {
  const { models } = averages(errorRows(comparisons, tables.metric));
  const order = [...MODELS].sort(
    (a, b) => (models[MODELS.indexOf(a)] ?? 0) - (models[MODELS.indexOf(b)] ?? 0),
  );
  const told = order.map((model) => `${model} ${models[MODELS.indexOf(model)]?.toFixed(3)}`).join(', ');
  const published = [...MODELS].sort(
    (a, b) => tables.summary.models[MODELS.indexOf(a)] - tables.summary.models[MODELS.indexOf(b)],
  );
  const pairs = pairsOf(comparisons, tables.metric);
  const right = (near: number) => `${pairs.length - misordered(pairs, near).length} of ${pairs.length}`;
  const wrong = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'none');
  const failed = [...comparisons].flatMap(([program, one]) =>
    one.models.flatMap((model, at) => (failedTrials(model) > 0 ? [`${program} ${MODELS[at]}`] : [])),
  );
  return [
    `Average errors, least first: ${told}. The report's order: ${published.join(', ')}.`,
    `CDF best: ${order[0] === 'CDF' ? 'holds' : `not here, where ${order[0]} is`}. TIME worst: ${order[4] === 'TIME' ? 'holds' : `not here, where ${order[4]} is`}. MEAN, of three words, comes ${['first', 'second', 'third', 'fourth', 'last'][order.indexOf('MEAN')]} of five.`,
    `Rank order of the allocators: right in ${right(0)} pairs of program and model, in ${right(NEAR)} where allocators within 5% of each other may change places; not for ${wrong(misordered(pairs, NEAR))}. By the report's own table, with the same allowance, it is wrong for ${wrong(misorderedPublished(tables.values.values, NEAR))}.`,
    ...(failed.length > 0 ? [`Trials that ran out of memory and count as zero: ${failed.join(', ')}.`] : []),
  ];
}

function presetOf(heading: Omit<Preset, 'run'>, tables: Tables, notes: readonly string[]): Preset {
  // The short tables first: they say what the long ones come to. The raw values are the report's appendix.
  const series = (comparisons: ByProgram<Comparison>): ResultSeries[] => {
    const values = valueSeries(comparisons, tables);
    const errors = errorSeries(errorRows(comparisons, tables.metric), tables);
    return [...values.first, ...errors.summaries, ...errors.table, ...values.table];
  };
  return {
    ...heading,
    pooled: true,
    async run(context) {
      const comparisons = await comparePrograms(context, {}, (so) => resultOf(heading.id, series(so), []));
      return resultOf(heading.id, series(comparisons), [
        ...PROGRAM_NOTES,
        'Ten trials a model; intervals of 90% by Student’s t; the error of the trials’ mean as in footnote 5.',
        ...notes,
        'The series "without CHAM" average the report\'s errors over the five programs that we have.',
        ...findings(comparisons, tables),
      ]);
    },
  };
}

export const cpu = presetOf(
  {
    id: 'zorn-cpu',
    paper: 'Zorn and Grunwald 1992, Tables 9 to 11 and 15 (§5.3)',
    title: 'What malloc and free cost, by program and by model',
    question: 'Does a model tell what an allocator costs on the program?',
    experiment: recordingOf('GS', 'instructions'),
  },
  cpuTables,
  [
    'CPU is the instructions in malloc and free ÷ objects. Ours are WebAssembly instructions as the observation pass counts them, the report’s are SPARC instructions as qp counted them: the orders of size compare, not the digits.',
    '§5.3 says that the error of TIME is over 200%; Table 11 has 79.7%, which is what Table 10 averages to.',
  ],
);

export const efficiency = presetOf(
  {
    id: 'zorn-efficiency',
    paper: 'Zorn and Grunwald 1992, Tables 12 to 14 and 16 (§5.3)',
    title: 'How well memory is used, by program and by model',
    question: 'Does a model tell how much of its memory an allocator puts to use?',
    experiment: recordingOf('ESPRESSO', 'footprint'),
  },
  efficiencyTables,
  [
    'Memory efficiency is the mean of live bytes ÷ the mean of bytes taken from the system, both over events. Table 12 is headed per cent; its values are shares of 1, as ours.',
  ],
);
