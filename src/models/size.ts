import * as v from 'valibot';
import { exponential, normal } from './draws';
import { deviations, groupMoments } from './groups';
import { type Arrivals, amount, type Family, heading, headingOf, whole } from './model';
import type { Observations } from './observations';
import type { Random } from './random';

const variants = ['exponential', 'normal'] as const;
type Variant = (typeof variants)[number];

/** Columns with one entry a size class. */
const schema = v.pipe(
  v.strictObject({
    ...heading('size', variants),
    /** Bytes, ascending. */
    size: v.pipe(v.array(whole), v.minLength(1)),
    /** Mean holding time of the class. */
    holding: v.array(amount),
    /** Execution time ÷ objects of the class (as Bozman et al. 1984). */
    interarrival: v.array(v.pipe(amount, v.gtValue(0))),
    holdingVariance: v.optional(v.array(amount)),
  }),
  v.check(
    ({ variant, size, holding, interarrival, holdingVariance }) =>
      holding.length === size.length &&
      interarrival.length === size.length &&
      (variant === 'exponential' || holdingVariance?.length === size.length),
    'columns of one length; holdingVariance too in variant "normal"',
  ),
);
export type SizeDocument = v.InferOutput<typeof schema>;

function summarise(observations: Observations, variant: Variant): SizeDocument {
  const { sizes, counts, of } = observations.classes;
  const holding = groupMoments(of, counts, observations.holding, variant === 'normal');
  return {
    ...headingOf(observations, 'size', variant),
    size: sizes,
    holding: holding.mean,
    interarrival: counts.map((objects) => observations.duration / objects),
    ...(variant === 'normal' && { holdingVariance: holding.variance }),
  };
}

/** Every class runs on its own clock; the one whose turn is next stands at the root of a binary heap. */
class Turns {
  private readonly heap: Uint32Array;

  constructor(private readonly due: Float64Array) {
    this.heap = Uint32Array.from(due, (_, one) => one);
    for (let at = (due.length >> 1) - 1; at >= 0; at--) this.settle(at);
  }

  get first(): number {
    return this.heap[0];
  }

  /** To be called after the first one's time has moved on. */
  settleFirst(): void {
    this.settle(0);
  }

  private settle(from: number): void {
    const { heap, due } = this;
    const one = heap[from];
    const time = due[one];
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && due[heap[child + 1]] < due[heap[child]]) child++;
      if (due[heap[child]] >= time) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = one;
  }
}

function arrivals(document: SizeDocument, random: Random, seed: number): Arrivals {
  const gaps = random.stream(seed, 0, { name: 'exponential' });
  const isNormal = document.variant === 'normal';
  const holdings = random.stream(seed, 1, { name: isNormal ? 'normal' : 'exponential' });
  const bytes = Float64Array.from(document.size);
  const meanGap = Float64Array.from(document.interarrival);
  const meanHolding = Float64Array.from(document.holding);
  const deviation = deviations(document.holdingVariance);
  const due = Float64Array.from(meanGap, (gap) => exponential(gaps, gap));
  const turns = new Turns(due);
  return {
    fill(size, birth, holding) {
      for (let at = 0; at < size.length; at++) {
        const one = turns.first;
        size[at] = bytes[one];
        birth[at] = due[one];
        holding[at] = isNormal
          ? normal(holdings, meanHolding[one], deviation[one])
          : exponential(holdings, meanHolding[one]);
        due[one] += exponential(gaps, meanGap[one]);
        turns.settleFirst();
      }
    },
  };
}

/** SIZE (§3.3): each size class allocates on its own, with its own mean holding and interarrival time. */
export const sizeFamily: Family<SizeDocument> = {
  id: 'size',
  title: 'SIZE',
  about: 'mean holding and interarrival time of each size class, the classes independent',
  section: '§3.3',
  variants: [
    { id: 'exponential', about: 'exponential holding and interarrival times' },
    { id: 'normal', about: 'holding times normal about the mean, negative samples drawn again' },
  ],
  schema,
  fit: (observations, { variant = 'exponential' }) => summarise(observations, variant as Variant),
  words: ({ size }) => 3 * size.length,
  varianceWords: ({ holdingVariance }) => holdingVariance?.length ?? 0,
  isFixed: () => false,
  arrivals,
};
