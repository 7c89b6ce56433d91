/** The programs of the report and what stands for them here; Tables 4 and 8. */
import type { CdfDocument } from '../../models/cdf';
import { type Comparison, type ComparisonOptions, compareModels } from '../../models/comparison';
import { Model, modelIds } from '../../models/models';
import { observe } from '../../models/observations';
import { oneByOne } from '../../models/trial-runner';
import { paced } from '../../paced';
import { summarise } from '../../trace/summary';
import type { Trace } from '../../trace/trace';
import { traceTextWriter } from '../../trace/writers/text';
import type { Experiment } from '../document';
import { parseExperiment } from '../parse';
import type { Preset, PresetContext, PresetResult, ResultSeries } from '../preset';
import { breathe, resultOf, seriesOf } from './results';
import { MODELS, PROGRAMS, type Program, TABLE_4, TABLE_8 } from './zorn-published';
import { RECORDINGS } from './zorn-recordings';

export const RECORDED = PROGRAMS.filter((program) => RECORDINGS[program] !== null);

/** What every preset of the chapter has to say about its programs. */
export const PROGRAM_NOTES: readonly string[] = [
  "The report's recordings are lost. Ours are of later versions of the programs with other inputs, but for ESPRESSO, very likely the same (cps). CHAM, a channel router, is not to be had: its column has the report's figures alone.",
  'CFRAC and ESPRESSO are builds with pointers of 4 bytes, as in 1992; GAWK, GS and PERL are of today, with pointers of 8.',
];

/** A program's recording on three allocators of Table 6, to be opened from a preset. */
export function recordingOf(program: Program, metric: string): Experiment {
  return parseExperiment({
    version: 1,
    title: `${program} on BSD, FIRST and BEST`,
    workload: { kind: 'sample', name: RECORDINGS[program] },
    allocators: [{ id: 'bsd' }, { id: 'first' }, { id: 'best' }],
    view: { metric },
  });
}

/** By program, what each of them gives; null for CHAM. */
export type ByProgram<Value> = ReadonlyMap<Program, Value>;

/** Reads the programs one after the other; `each` sees a program's trace and what stands so far. */
export async function eachProgram<Value>(
  context: PresetContext,
  each: (trace: Trace, program: Program) => Value | Promise<Value>,
  partial?: (values: ByProgram<Value>) => PresetResult,
): Promise<ByProgram<Value>> {
  const values = new Map<Program, Value>();
  for (const [at, program] of RECORDED.entries()) {
    context.onProgress?.(`reading ${program}`, at, RECORDED.length);
    const trace = await context.trace(RECORDINGS[program] as string);
    values.set(program, await each(trace, program));
    if (partial) context.onPartial?.(partial(values));
    await breathe(context.signal);
  }
  return values;
}

/** Results of which every trial is a part are shown no more often than this, in milliseconds. */
const PARTIAL_EVERY = 400;

/** Compares models with every program, all of them at once where the runner is wide enough. */
export async function comparePrograms(
  context: PresetContext,
  options: Pick<ComparisonOptions, 'models' | 'allocators' | 'time'>,
  partial: (comparisons: ByProgram<Comparison>) => PresetResult,
): Promise<ByProgram<Comparison>> {
  const traces = await eachProgram(context, (trace) => trace);
  const standing = new Map<Program, Comparison>();
  const done = new Map<Program, number>();
  const trialRunner = context.trialRunner ?? (await oneByOne(context.modules));
  const show = paced<void>(PARTIAL_EVERY, () => context.onPartial?.(partial(standing)));
  const compare = async (program: Program, trace: Trace) => {
    const comparison = await compareModels(context.modules, trace, {
      ...options,
      trialRunner,
      seed: context.seed,
      signal: context.signal,
      onProgress: (mine, total) => {
        done.set(program, mine);
        const all = [...done.values()].reduce((sum, each) => sum + each, 0);
        context.onProgress?.('trials of the models', all, total * traces.size);
      },
      onPartial: (so) => {
        standing.set(program, so);
        show();
      },
    });
    return [program, comparison] as const;
  };
  return new Map(await Promise.all([...traces].map(([program, trace]) => compare(program, trace))));
}

/** Values in the order of `PROGRAMS`, null where there are none. */
export const inOrder = <Value, Figure>(values: ByProgram<Value>, figure: (value: Value) => Figure) =>
  PROGRAMS.map((program) => {
    const value = values.get(program);
    return value === undefined ? null : figure(value);
  });

const classes = (model: Model) => {
  const { size, holding, interarrival } = model.document as unknown as Extract<
    CdfDocument,
    { variant: 'actual' }
  >;
  return { sizes: size.values.length, holdings: holding.values.length, gaps: interarrival.values.length };
};

function textBytes(trace: Trace): number {
  let bytes = 0;
  for (const chunk of traceTextWriter.chunks(trace)) bytes += chunk.length;
  return bytes;
}

function characteristics(trace: Trace) {
  const summary = summarise(trace);
  const { gaps, holdings } = classes(Model.fit(trace, 'cdf'));
  return {
    'Objects Allocated': summary.objects,
    'Max Objects Allocated': summary.peakLiveObjects,
    'Bytes Allocated': summary.bytesAllocated,
    'Max Bytes Allocated': summary.peakLiveBytes,
    'Size Classes': summary.distinctSizes,
    'Interarrival Time Classes': gaps,
    'Holding Time Classes': holdings,
    'Allocation Trace Size': textBytes(trace) / 1e6,
    milliseconds: summary.duration / 1e6,
  };
}
type Characteristics = ReturnType<typeof characteristics>;

export const programs: Preset = {
  id: 'zorn-programs',
  paper: 'Zorn and Grunwald 1992, Table 4 (§4.1)',
  title: 'The test programs',
  question: 'How much do the programs allocate, and of how many kinds?',
  experiment: recordingOf('CFRAC', 'live'),
  async run(context) {
    const series = (values: ByProgram<Characteristics>): ResultSeries[] => [
      ...TABLE_4.map(({ row, unit, values: published }) =>
        seriesOf(row, unit, PROGRAMS, {
          published,
          measured: inOrder(values, (value) => (row in value ? value[row as keyof Characteristics] : null)),
        }),
      ),
      seriesOf('Execution Time by the clock', 'ms', PROGRAMS, {
        measured: inOrder(values, ({ milliseconds }) => milliseconds),
      }),
    ];
    const values = await eachProgram(context, characteristics, (so) => resultOf(programs.id, series(so), []));
    return resultOf(programs.id, series(values), [
      ...PROGRAM_NOTES,
      'Sizes that a realloc asks for count among the size classes, and what it adds among the maximum of bytes; Bytes and Objects are those of malloc, calloc and memalign.',
      "The report's clock counted instructions; our recordings count nanoseconds, which tells more interarrival and holding times apart. No instruction counts of whole programs are to be had: the recordings' times by the clock stand in a row of their own.",
      'The trace size is that of the .trace text.',
      'GS allocates less often and more at a time than in 1992: Ghostscript has since begun to suballocate from chunks of its own.',
    ]);
  },
};

interface Sized {
  readonly classes: ReturnType<typeof classes>;
  readonly objects: number;
}

/** Why CDF takes more words than in 1992. */
function gsClasses(gs: Sized | undefined): string {
  if (!gs) return '';
  const { sizes, holdings, gaps } = gs.classes;
  return `GS here has ${sizes} sizes, ${gaps} interarrival and ${holdings} holding times among ${gs.objects} objects (published: 177, 3,502 and 15,339 among 108,550): a clock of nanoseconds tells more holding times apart.`;
}

export const sizes: Preset = {
  id: 'zorn-sizes',
  paper: 'Zorn and Grunwald 1992, Table 8 (§5.1)',
  title: 'Words of each model',
  question: 'How many numbers does each model keep, beside the trace that it stands for?',
  experiment: recordingOf('GS', 'live'),
  async run(context) {
    const x = [...MODELS, 'ALLOCATION TRACE'];
    const values = await eachProgram(context, (trace) => {
      const observations = observe(trace);
      const fitted = modelIds.map((id) => Model.fitTo(observations, id));
      return {
        words: [...fitted.map((model) => model.sizeInWords), Math.round(textBytes(trace) / 4)],
        classes: classes(fitted[modelIds.indexOf('cdf')]),
        trans: fitted[modelIds.indexOf('trans')].sizeInWords,
        objects: trace.objects,
      };
    });
    const worst = [...values.values()].map(({ classes: { sizes } }) => sizes + 3 * sizes ** 2);
    const share = [...values.values()].map(({ trans }, at) => trans / worst[at]);
    const series = RECORDED.map((program) =>
      seriesOf(program, 'words', x, {
        published: program === 'GS' ? [...TABLE_8.words, TABLE_8.traceWords] : [],
        measured: values.get(program)?.words,
      }),
    );
    series.push(
      seriesOf('TRANS, worst case', 'words', RECORDED, { measured: worst }),
      seriesOf('TRANS, share of its worst case', 'words ÷ words', RECORDED, {
        published: RECORDED.map((program) => (program === 'GS' ? TABLE_8.transShare : null)),
        measured: share,
      }),
    );
    return resultOf(sizes.id, series, [
      ...PROGRAM_NOTES,
      'Counted as in Table 8: MEAN 3; CDF the numbers of distinct sizes, interarrival and holding times; SIZE 3 a size class; TIME 3 a bucket; TRANS one a size class and 3 a transition. The report published GS alone.',
      'Table 8 counts 3 words a transition although the variant that it measures, the normal one, keeps two variances more; ours is counted alike.',
      gsClasses(values.get('GS')),
    ]);
  },
};
