import { type CdfDocument, cumulative } from '../../models/cdf';
import type { MeanDocument } from '../../models/mean';
import type { FitOptions, ModelId } from '../../models/model';
import { Model } from '../../models/models';
import type { SizeDocument } from '../../models/size';
import type { TimeDocument } from '../../models/time';
import type { TransDocument } from '../../models/trans';
import { traceBytes } from '../../trace/write';
import { traceTextWriter } from '../../trace/writers/text';
import { parseExperiment } from '../parse';
import type { Preset } from '../preset';
import { resultOf, seriesOf } from './results';
import { figure1, WORD } from './zorn-figure1';

const CLASSES = ['1 word', '2 words', '3 words'];
const BUCKETS = ['ticks 1-4', 'ticks 5-8', 'ticks 9-12'];
const TRANSITIONS = CLASSES.flatMap((from) => CLASSES.map((to) => `${from} → ${to}`));

const fitted = <Document>(id: ModelId, options: FitOptions = {}): Document =>
  Model.fit(figure1(), id, options).document as unknown as Document;

const words = (bytes: readonly number[]) => bytes.map((each) => each / WORD);

/** A column of the transition matrix as nine cells, row after row; 0 where no transition occurred. */
function cells(document: TransDocument, column: readonly number[]): number[] {
  const all = new Array<number>(CLASSES.length ** 2).fill(0);
  for (const [at, value] of column.entries()) {
    all[document.from[at] * CLASSES.length + document.to[at]] = value;
  }
  return all;
}

export const sample: Preset = {
  id: 'zorn-sample',
  paper: 'Zorn and Grunwald 1992, Figure 1, §3.1 to §3.5, Tables 1 and 2',
  title: 'The sample trace',
  question: 'What does each model know of a trace of six objects?',
  experiment: parseExperiment({
    version: 1,
    title: 'The sample trace of Zorn and Grunwald',
    workload: {
      kind: 'inline',
      name: 'zorn-sample',
      text: new TextDecoder().decode(traceBytes(figure1(), traceTextWriter)),
    },
    allocators: [{ id: 'first' }, { id: 'bsd' }],
  }),
  async run() {
    const mean = fitted<MeanDocument>('mean');
    const cdf = fitted<Extract<CdfDocument, { variant: 'actual' }>>('cdf');
    const size = fitted<SizeDocument>('size');
    const time = fitted<TimeDocument>('time', { buckets: BUCKETS.length });
    const trans = fitted<TransDocument>('trans');
    const series = [
      seriesOf('MEAN: size', 'words', ['mean size'], { published: [2], measured: [mean.size.mean / WORD] }),
      seriesOf('MEAN: times', 'ticks', ['mean IAT', 'mean HT'], {
        published: [1.6, 4.5],
        measured: [mean.interarrival.mean, mean.holding.mean],
      }),
      seriesOf('CDF: size class CDF', 'share', ['below 1 word', ...CLASSES], {
        published: [0, 0.33, 0.66, 1],
        measured: [0, 1, 2, 3].map((each) => cumulative(cdf.size, each * WORD)),
      }),
      seriesOf('SIZE: mean HT', 'ticks', CLASSES, { published: [2, 5.5, 6], measured: size.holding }),
      seriesOf('SIZE: mean IAT', 'ticks', CLASSES, { published: [6, 6, 6], measured: size.interarrival }),
      seriesOf('TIME, M = 3: mean HT', 'ticks', BUCKETS, { published: [6.7, 2, 3], measured: time.holding }),
      seriesOf('TIME, M = 3: mean IAT', 'ticks', BUCKETS, {
        published: [1.3, 2, 4],
        measured: time.interarrival,
      }),
      seriesOf('TIME, M = 3: mean size', 'words', BUCKETS, {
        published: [2.6, 1, 2],
        measured: words(time.size),
      }),
      seriesOf('Table 1: transitions', 'transitions', TRANSITIONS, {
        published: [1, 1, 0, 1, 0, 0, 0, 1, 1],
        measured: cells(trans, trans.count),
      }),
      seriesOf('Table 2: mean HT', 'ticks', TRANSITIONS, {
        published: [3, 3, 0, 1, 0, 0, 0, 8, 10],
        measured: cells(trans, trans.holding),
      }),
      seriesOf('Table 2: mean IAT', 'ticks', TRANSITIONS, {
        published: [3, 1, 0, 1, 0, 0, 0, 2, 1],
        measured: cells(trans, trans.interarrival),
      }),
    ];
    return resultOf(sample.id, series, [
      'Every value comes out to the digits printed. The report cuts 2/3 off to 0.66 and 2.67 off to 2.6, but rounds 6.67 up to 6.7.',
      '§3.4 divides the allocations in a bucket by its length; the interarrival times printed are the inverse, its length ÷ the allocations, and so are ours.',
      '§3.5 speaks of the holding time of the object allocated before; Table 2 and its caption give that of the object allocated next, and so do we.',
      'With one bucket TIME is MEAN but for the interarrival time: 12 ticks ÷ 6 objects are 2, where MEAN has 1.6, the mean of the five gaps.',
    ]);
  },
};
