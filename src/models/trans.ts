import * as v from 'valibot';
import { AliasTable } from './alias';
import { normal } from './draws';
import { deviations, pairMoments, plain } from './groups';
import { type Arrivals, amount, count, type Family, heading, headingOf, whole } from './model';
import type { Observations } from './observations';
import type { Random } from './random';
import { Tally } from './tally';

const variants = ['normal', 'mean'] as const;
type Variant = (typeof variants)[number];

/** The size-transition matrix; columns `from` to `interarrival` have one entry for each transition that occurred. */
const schema = v.pipe(
  v.strictObject({
    ...heading('trans', variants),
    /** Size classes in bytes, ascending. */
    size: v.pipe(v.array(whole), v.minLength(1)),
    /** Index of the class that the execution began with. */
    first: whole,
    /** Index of the class allocated before; ascending, and `to` ascending within it. */
    from: v.pipe(v.array(whole), v.minLength(1)),
    /** Index of the class allocated next. */
    to: v.array(whole),
    count: v.array(count),
    /** Mean holding time of the object allocated next. */
    holding: v.array(amount),
    /** Mean time between the two allocations. */
    interarrival: v.array(amount),
    variance: v.optional(v.strictObject({ holding: v.array(amount), interarrival: v.array(amount) })),
  }),
  v.check((one) => {
    const columns = [one.to, one.count, one.holding, one.interarrival];
    if (one.variance) columns.push(one.variance.holding, one.variance.interarrival);
    const even = columns.every((column) => column.length === one.from.length);
    return even && (one.variant !== 'normal' || one.variance !== undefined);
  }, 'columns of one length; variances too in variant "normal"'),
  v.check(
    ({ size, first, from, to }) =>
      [first, ...to].every((index) => index < size.length) &&
      from.every((index, at) => index < size.length && (at === 0 || from[at - 1] <= index)),
    'indices below the number of sizes, "from" in ascending order',
  ),
  v.check(
    ({ first, from }) => from.includes(first),
    'a transition from the class that the execution begins with',
  ),
  v.check(({ interarrival }) => interarrival.some((gap) => gap > 0), 'an interarrival time above 0'),
);
export type TransDocument = v.InferOutput<typeof schema>;

/** A matrix of no more cells than so many times the transitions is counted in a table; a greater one by hashing. */
const TABLE_SHARE = 8;

function summarise(observations: Observations, variant: Variant): TransDocument {
  const { sizes, of } = observations.classes;
  const classes = sizes.length;
  const transitions = observations.objects - 1;
  const matrix = classes * classes;
  const tally = new Tally(matrix <= TABLE_SHARE * transitions ? matrix : 0);
  const entry = new Uint32Array(transitions);
  for (let at = 0; at < transitions; at++) entry[at] = tally.add(of[at] * classes + of[at + 1]);
  const counts = tally.counts.subarray(0, tally.length);
  const isNormal = variant === 'normal';
  const { holding: held, interarrival: gap } = observations;
  const [holding, interarrival] = pairMoments(entry, counts, held.subarray(1), gap, isNormal);
  const order = tally.ascending();
  const inOrder = (column: ArrayLike<number>) => plain(column, order);
  const keys = inOrder(tally.values);
  const from = keys.map((key) => Math.floor(key / classes));
  return {
    ...headingOf(observations, 'trans', variant),
    size: sizes,
    first: of[0],
    from,
    to: keys.map((key, at) => key - from[at] * classes),
    count: inOrder(counts),
    holding: inOrder(holding.mean),
    interarrival: inOrder(interarrival.mean),
    ...(isNormal && {
      variance: { holding: inOrder(holding.variance), interarrival: inOrder(interarrival.variance) },
    }),
  };
}

/** The transitions out of each class: where they begin in the columns, and how to draw one. */
function rows({ size, from, count }: TransDocument): { begin: Uint32Array; next: (AliasTable | null)[] } {
  const begin = new Uint32Array(size.length + 1);
  for (const row of from) begin[row + 1]++;
  for (let row = 0; row < size.length; row++) begin[row + 1] += begin[row];
  const next = size.map((_, row) =>
    begin[row + 1] > begin[row] ? new AliasTable(count.slice(begin[row], begin[row + 1])) : null,
  );
  return { begin, next };
}

function arrivals(document: TransDocument, random: Random, seed: number): Arrivals {
  const { variant, first, variance } = document;
  const choices = random.stream(seed, 0, { name: 'uniform' });
  const holdings = random.stream(seed, 1, { name: 'normal' });
  const gaps = random.stream(seed, 2, { name: 'normal' });
  const bytes = Float64Array.from(document.size);
  const to = Uint32Array.from(document.to);
  const meanHolding = Float64Array.from(document.holding);
  const meanGap = Float64Array.from(document.interarrival);
  const deviation = { holding: deviations(variance?.holding), gap: deviations(variance?.interarrival) };
  const isNormal = variant === 'normal';
  const { begin, next } = rows(document);
  let current = first;
  let now = 0;
  return {
    fill(size, birth, holding) {
      for (let at = 0; at < size.length; at++) {
        // Only the execution's very last size can have no successor; from there it begins anew.
        if (next[current] === null) current = first;
        const row = next[current] as AliasTable;
        const entry = begin[current] + row.pick(choices.next());
        current = to[entry];
        size[at] = bytes[current];
        now += isNormal ? normal(gaps, meanGap[entry], deviation.gap[entry]) : meanGap[entry];
        birth[at] = now;
        holding[at] = isNormal
          ? normal(holdings, meanHolding[entry], deviation.holding[entry])
          : meanHolding[entry];
      }
    },
  };
}

/** TRANS (§3.5): which size follows which, with holding and interarrival time of each transition. */
export const transFamily: Family<TransDocument> = {
  id: 'trans',
  title: 'TRANS',
  about: 'how often each size follows each, with mean holding and interarrival time of each transition',
  section: '§3.5',
  variants: [
    { id: 'normal', about: 'normal about the mean of the transition, negative samples drawn again' },
    { id: 'mean', about: 'the means themselves, without variance' },
  ],
  schema,
  fit: (observations, { variant = 'normal' }) => summarise(observations, variant as Variant),
  words: ({ size, from }) => size.length + 3 * from.length,
  varianceWords: ({ variance, from }) => (variance ? 2 * from.length : 0),
  isFixed: () => false,
  arrivals,
};
