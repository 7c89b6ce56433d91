import { Random, type Stream } from '../../models/random';
import type { Preset, PresetContext, PresetResult, ResultSeries } from '../preset';
import { DirectAllocator } from './direct';
import { breathe, resultOf, seriesOf } from './results';
import { scripted } from './scripted';

/** Probabilities that a call is for ssmalloc; the analysis needs p < 0.5. */
const PROBABILITIES = [0.3, 0.35, 0.4, 0.45, 0.49];
const LAST_RECORD = 24;
/** Records that are further apart than this are left to the formula. */
const LONGEST_WAIT = 5000;
const TRIALS = 2000;

/** Calls of ssmalloc and ssfree in the run of the real allocator, and the size of its blocks. */
const CALLS = 100_000;
const BLOCK_BYTES = 28;

/**
 * Expected calls between the records i − 1 and i of a birth-death chain that moves up with probability p, down with
 * q = 1 − p, and always up from 0: E[R_i] − E[R_{i−1}] = (1/p − 1)·μ + 1 (Nicol 1990, §5, equation 1).
 *
 * μ is the mean time between visits to state m = i − 1 of the chain that reflects at 0 and m: 1/π_m. Local balance
 * gives π_1 = π_0/q, π_{k+1} = (p/q)·π_k, π_m = (p/q)^{m−1}·π_0; the probabilities sum to 1.
 * @param i index of the record, from 1
 */
export function expectedWait(p: number, i: number): number {
  const m = i - 1;
  if (m === 0) return 1;
  const q = 1 - p;
  let sum = 1;
  let power = 1;
  for (let k = 1; k < m; k++) {
    sum += power / q;
    power *= p / q;
  }
  sum += power;
  const mean = sum / power;
  return (1 / p - 1) * mean + 1;
}

const script = `
// One list of ssmalloc as a birth-death chain (Nicol 1990, §5): with probability 45% a call is for a block.
// A visit of the list below happens only when the chain sets a record.
let held[1000];
let count = 0;
repeat 5000 {
  if count == 0 || random(100) < 45 {
    held[count] = malloc(28);
    count = count + 1;
  } else {
    let i = random(count);
    free(held[i]);
    count = count - 1;
    held[i] = held[count];
  }
}
`;

export const records: Preset = {
  id: 'nicol-records',
  paper: 'Nicol 1990, §5, equation (1)',
  title: 'Calls between records',
  question: 'How often does ssmalloc have to call malloc once its lists are filled?',
  axis: 'record i, or p',
  experiment: scripted('Calls between records', script, ['ssmalloc', 'sysv'], 'instructions'),
  run,
};

async function run(context: PresetContext): Promise<PresetResult> {
  const random = await Random.load(context.modules);
  const series: ResultSeries[] = [];
  for (const [at, p] of PROBABILITIES.entries()) {
    context.onProgress?.(`p = ${p}`, at, PROBABILITIES.length + 1);
    const indices = Array.from({ length: LAST_RECORD - 1 }, (_, k) => k + 2).filter(
      (i) => expectedWait(p, i) <= LONGEST_WAIT,
    );
    const stream = random.stream(context.seed, at, { name: 'uniform' });
    const trials: number[][] = [];
    for (const i of indices) {
      await breathe(context.signal);
      trials.push(Array.from({ length: TRIALS }, () => simulatedWait(stream, p, i)));
    }
    const formula = indices.map((i) => expectedWait(p, i));
    series.push(seriesOf(`p = ${p}: formula`, 'calls', indices, { measured: formula }));
    series.push(seriesOf(`p = ${p}: simulation`, 'calls', indices, { trials }));
    context.onPartial?.(resultOf(records.id, series, []));
  }
  context.onProgress?.('ssmalloc', PROBABILITIES.length, PROBABILITIES.length + 1);
  series.push(...(await realCalls(context, random)));
  context.onProgress?.('done', 1, 1);
  return resultOf(records.id, series, [
    'x is the index i of the record; the last two series have p there.',
    'The report derives the formula and prints no numbers, so that nothing is published here to stand beside ours: its equation (1) is one series, a simulated chain the other, with 90% intervals over 2,000 trials.',
    'Each trial starts in state i − 1 at its first visit and counts the calls until state i: the chain has no memory, so that high records need not be waited for from the start.',
    "The last series let the real ssmalloc serve a chain of calls: a block is new exactly when the chain sets a record, so that the blocks ever handed out and the chain's highest state agree.",
  ]);
}

/** Calls from the first visit of state i − 1 to that of state i. */
function simulatedWait(stream: Stream, p: number, i: number): number {
  let state = i - 1;
  let calls = 0;
  while (state < i) {
    state += state === 0 || stream.next() < p ? 1 : -1;
    calls++;
  }
  return calls;
}

/** Lets ssmalloc serve the chain's calls: how often it had to ask malloc, and how high the chain went. */
async function realCalls(context: PresetContext, random: Random): Promise<ResultSeries[]> {
  const asked: number[] = [];
  const highest: number[] = [];
  for (const [at, p] of PROBABILITIES.entries()) {
    await breathe(context.signal);
    const stream = random.stream(context.seed, 100 + at, { name: 'uniform' });
    const direct = await DirectAllocator.create(context.modules, { id: 'ssmalloc', params: {} }, 'counted');
    const everHeld = new Set<number>();
    const held: number[] = [];
    let record = 0;
    for (let call = 0; call < CALLS; call++) {
      if (held.length === 0 || stream.next() < p) {
        const block = direct.malloc(BLOCK_BYTES);
        held.push(block);
        everHeld.add(block);
      } else {
        direct.free(held.splice(Math.floor(stream.next() * held.length), 1)[0]);
      }
      record = Math.max(record, held.length);
    }
    asked.push(everHeld.size);
    highest.push(record);
  }
  return [
    seriesOf(`blocks that ssmalloc took from malloc in ${CALLS} calls`, 'blocks', PROBABILITIES, {
      measured: asked,
    }),
    seriesOf(`highest state of the chain in ${CALLS} calls`, 'blocks', PROBABILITIES, { measured: highest }),
  ];
}
