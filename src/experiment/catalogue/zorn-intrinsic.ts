import { type Comparison, failedTrials, type ModelComparison } from '../../models/comparison';
import { INTRINSIC } from '../../models/metrics';
import { mean } from '../../models/statistics';
import type { Preset, ResultSeries } from '../preset';
import { resultOf, seriesOf } from './results';
import { type ByProgram, comparePrograms, inOrder, PROGRAM_NOTES, recordingOf } from './zorn-programs';
import { MODELS, PROGRAMS } from './zorn-published';

const FIGURES = {
  bytes: 'Figure 3: total bytes',
  objects: 'Figure 4: total objects',
  maxBytes: 'Figure 5: maximum bytes',
  maxObjects: 'Figure 6: maximum objects',
} as const;
type Metric = keyof typeof FIGURES;

/** What each trial gives ÷ what the program gave; a trial that ran out of memory is zero. */
function ratios({ actual }: Comparison, { trials }: ModelComparison, metric: Metric): number[] {
  return trials.map((trial) => (trial ? trial.intrinsic[metric] / actual.intrinsic[metric] : 0));
}

/** Runs by the recordings' clock, and by the clock of §5.4.3. */
interface Runs {
  readonly ticks: ByProgram<Comparison>;
  readonly events: ByProgram<Comparison>;
}

function series({ ticks, events }: Runs): ResultSeries[] {
  return [
    { comparisons: ticks, suffix: '' },
    { comparisons: events, suffix: ' (time in events)' },
  ].flatMap(({ comparisons, suffix }) =>
    INTRINSIC.flatMap((metric) =>
      MODELS.map((model, at) =>
        seriesOf(`${FIGURES[metric]}, ${model}${suffix}`, 'model ÷ actual', PROGRAMS, {
          trials: inOrder(comparisons, (one) => ratios(one, one.models[at], metric)).map(
            (each) => each ?? [],
          ),
        }),
      ),
    ),
  );
}

/** Mean distance from 1 over the programs. */
function distance(comparisons: ByProgram<Comparison>, at: number, metric: Metric): number {
  const off = [...comparisons.values()].map((one) => Math.abs(mean(ratios(one, one.models[at], metric)) - 1));
  return mean(off);
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;

function findings({ ticks, events }: Runs): string[] {
  const list = (comparisons: ByProgram<Comparison>, metric: Metric) =>
    MODELS.map((model, at) => `${model} ${percent(distance(comparisons, at, metric))}`).join(', ');
  const trans = MODELS.indexOf('TRANS');
  const failed = [...ticks].flatMap(([program, { models }]) =>
    models.flatMap((one, at) =>
      failedTrials(one) > 0 ? [`${program} ${MODELS[at]}: ${failedTrials(one)} of ${one.trials.length}`] : [],
    ),
  );
  return [
    `Off the program's totals, mean of five programs: bytes ${list(ticks, 'bytes')}; objects ${list(ticks, 'objects')}.`,
    'The report finds all totals right but those of TIME, which allocates too much. Our TIME draws nothing, and n objects a bucket at its length ÷ n give n objects again. The report does not say what its TIME does at a border or in an empty bucket.',
    `TRANS, right in the report, is off by ${percent(distance(ticks, trans, 'objects'))} of the objects here, and by ${percent(distance(events, trans, 'objects'))} with time in events. Our clock counts nanoseconds, where a page fault or another process makes a few gaps a thousand times longer than the rest: the deviation far exceeds the mean, nearly half of the normal samples are negative and drawn again, and the gaps become longer. Counting instructions, as the report did, knows no such gaps.`,
    `Off the maxima: bytes ${list(ticks, 'maxBytes')}; objects ${list(ticks, 'maxObjects')}. The report's maxima are missed as well, by every model on some program; that is its reason to advise against the models as a system's load.`,
    failed.length > 0
      ? `Trials that ran out of memory and count as zero: ${failed.join('; ')}.`
      : 'No trial ran out of memory; in the report some did, and stand at zero.',
  ];
}

export const intrinsic: Preset = {
  id: 'zorn-intrinsic',
  paper: 'Zorn and Grunwald 1992, Figures 3 to 6 (§5.2)',
  title: 'How much the models allocate',
  question: 'Do synthetic traces allocate as much, and hold as much at a time, as the programs they model?',
  experiment: recordingOf('PERL', 'live'),
  pooled: true,
  async run(context) {
    const result = (ticks: ByProgram<Comparison>, events: ByProgram<Comparison>, notes: readonly string[]) =>
      resultOf(intrinsic.id, series({ ticks, events }), notes);
    const ticks = await comparePrograms(context, { allocators: [] }, (so) => result(so, new Map(), []));
    const events = await comparePrograms(context, { allocators: [], time: 'events' }, (so) =>
      result(ticks, so, []),
    );
    return result(ticks, events, [
      ...PROGRAM_NOTES,
      'The report plots these figures without numbers, so that none stand beside ours; its words do, below. Ten trials a model, 90% intervals by Student’s t.',
      'As in the report the traces hold calls of malloc and free alone; a realloc is left out, and its object keeps the size it was born with.',
      ...findings({ ticks, events }),
    ]);
  },
};
