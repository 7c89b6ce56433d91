/** The first three benchmarks of Malm: free lists of dalloc in an arena of 64 KB (§1 and §2). */
import { Host } from '../../engine/host';
import { Random, type Stream } from '../../models/random';
import type { Address, Bytes } from '../../units';
import type { Preset, PresetContext, PresetResult, ResultSeries } from '../preset';
import { DirectAllocator } from './direct';
import { breathe, resultOf, seriesOf } from './results';
import { scripted } from './scripted';

/** He took the mean of 3 runs, seeded by the clock. */
const RUNS = 50;
const NO_MERGE = 0;
const MERGE = 1;
/** Bytes of a free block's header in the first two versions, which "size" leaves out. */
const HEADER_BYTES: Bytes = 24;
const LARGEST: Bytes = 5000;

/** What the free list looks like after a run. */
interface State {
  readonly length: number;
  /** Mean payload of the free blocks. */
  readonly size: number;
  readonly failures: number;
}

const natural = (random: Stream, least: number, most: number) =>
  least + Math.floor(random.next() * (most - least + 1));

function stateOf(dalloc: DirectAllocator, failures: number): State {
  const free = dalloc.freeBlocks();
  const bytes = free.reduce((sum, block) => sum + block.bytes - HEADER_BYTES, 0);
  return { length: free.length, size: bytes / free.length, failures };
}

/** So many allocations of 20 to 5,000 bytes (§1.3, first scenario). */
function allocations(dalloc: DirectAllocator, random: Stream, count: number): State {
  let failures = 0;
  for (let i = 0; i < count; i++) if (dalloc.malloc(natural(random, 20, LARGEST)) === 0) failures++;
  return stateOf(dalloc, failures);
}

type Order = 'last first' | 'random';
type Sizes = 'new' | 'repeated';

/**
 * So many times: ten allocations of 10 to 5,000 bytes, then nine frees, the latest block first (§1.3, second
 * scenario) or a random one (§2). Requests that fail leave nothing to free. `repeated`: every iteration asks for the first one's sizes.
 */
function iterations(
  dalloc: DirectAllocator,
  random: Stream,
  count: number,
  order: Order,
  sizes: Sizes = 'new',
): State {
  const held: Address[] = [];
  const ten = new Array<Bytes>(10);
  let failures = 0;
  for (let iteration = 0; iteration < count; iteration++) {
    for (let i = 0; i < 10; i++) {
      if (sizes === 'new' || iteration === 0) ten[i] = natural(random, 10, LARGEST);
      const block = dalloc.malloc(ten[i]);
      if (block === 0) failures++;
      else held.push(block);
    }
    for (let i = 0; i < 9 && held.length > 0; i++) {
      const at = order === 'random' ? natural(random, 0, held.length - 1) : held.length - 1;
      dalloc.free(held.splice(at, 1)[0]);
    }
  }
  return stateOf(dalloc, failures);
}

interface Table {
  /** In the names of the series; empty where a preset has one table. */
  readonly name: string;
  readonly x: readonly number[];
  readonly merge: number;
  readonly run: (dalloc: DirectAllocator, random: Stream, count: number) => State;
  readonly published: { readonly [Column in keyof State]?: readonly number[] };
}

const columns: readonly { readonly key: keyof State; readonly name: string; readonly unit: string }[] = [
  { key: 'length', name: 'length of the free list', unit: 'blocks' },
  { key: 'size', name: 'mean size of a free block', unit: 'bytes' },
  { key: 'failures', name: 'requests that failed', unit: 'requests' },
];

function presetOf(card: Omit<Preset, 'run'>, tables: readonly Table[], notes: readonly string[]): Preset {
  const run = async (context: PresetContext): Promise<PresetResult> => {
    const random = await Random.load(context.modules);
    const host = await Host.create(context.modules);
    const series: ResultSeries[] = [];
    for (const [number, table] of tables.entries()) {
      const states: State[][] = [];
      for (const [at, count] of table.x.entries()) {
        context.onProgress?.(
          `${card.title}, ${count}`,
          number * table.x.length + at,
          tables.length * table.x.length,
        );
        const trials: State[] = [];
        for (let trial = 0; trial < RUNS; trial++) {
          if (trial % 20 === 0) await breathe(context.signal);
          const stream = random.stream(context.seed, (number * 100 + at) * RUNS + trial, { name: 'uniform' });
          trials.push(await runOnce(context, host, table, stream, count));
        }
        states.push(trials);
      }
      for (const { key, name, unit } of columns) {
        const trials = states.map((each) => each.map((state) => state[key]));
        series.push(
          seriesOf(`${table.name}${name}`, unit, table.x, { published: table.published[key], trials }),
        );
      }
      context.onPartial?.(resultOf(card.id, series, []));
    }
    context.onProgress?.('done', 1, 1);
    return resultOf(card.id, series, [
      ...notes,
      `Published are means of 3 runs seeded by the clock; ours are means of ${RUNS} seeded runs, with 90% intervals of the mean.`,
    ]);
  };
  return { ...card, run };
}

async function runOnce(
  { modules }: PresetContext,
  host: Host,
  table: Table,
  random: Stream,
  count: number,
): Promise<State> {
  const config = { id: 'dalloc', params: { merge: table.merge } };
  return table.run(await DirectAllocator.create(modules, config, 'plain', { host }), random, count);
}

const lastFirst: Table['run'] = (dalloc, random, count) => iterations(dalloc, random, count, 'last first');
const repeated: Table['run'] = (dalloc, random, count) =>
  iterations(dalloc, random, count, 'last first', 'repeated');
const randomOrder: Table['run'] = (dalloc, random, count) => iterations(dalloc, random, count, 'random');

const allocating = `
// Malm 2020, §1.3: allocations alone.
repeat 20 { malloc(between(20, 5000)); }
`;

const repeating = (order: Order) => `
// Malm 2020: ten allocations, then nine frees, ${order === 'random' ? 'of random blocks' : 'the latest block first'}.
let held[400];
let count = 0;
repeat 20 {
  repeat 10 {
    held[count] = malloc(between(10, 5000));
    count = count + 1;
  }
  repeat 9 {
    count = count - 1;
    let i = ${order === 'random' ? 'random(count + 1)' : 'count'};
    free(held[i]);
    held[i] = held[count];
  }
}
`;

const withoutMerge = { id: 'dalloc', params: { merge: NO_MERGE } };
const withMerge = { id: 'dalloc', params: { merge: MERGE } };

export const split = presetOf(
  {
    id: 'malm-split',
    paper: 'Malm 2020, §1.3, first table',
    title: 'Allocations to mean size of a free block',
    question: 'What becomes of the free list when a program only allocates?',
    axis: 'allocations',
    experiment: scripted('dalloc: allocations alone', allocating, [withoutMerge], 'largestFree'),
  },
  [
    {
      name: '',
      x: [5, 10, 15, 20],
      merge: NO_MERGE,
      run: allocations,
      published: { length: [1, 1, 1, 1], size: [52034, 39107, 24397, 13504] },
    },
  ],
  [
    'x is the number of allocations, of 20 to 5,000 bytes each. Size is the payload, without the header of 24 bytes.',
    'Each allocation takes 2,510 bytes and a header on average, so that the block left is near 65,488 − 2,538·x bytes. The published sizes lie up to 1,800 bytes above and below that line, as means of three runs may: one run spreads by 1,440·√x bytes.',
  ],
);

export const noMerge = presetOf(
  {
    id: 'malm-nomerge',
    paper: 'Malm 2020, §1.3, second table',
    title: 'Free list without merge',
    question: 'How does a heap fragment when freed neighbours are never merged?',
    axis: 'iterations',
    experiment: scripted(
      'dalloc without merge',
      repeating('last first'),
      [withoutMerge, withMerge],
      'freeBlocks',
    ),
  },
  [
    {
      name: '',
      x: [1, 5, 10, 20],
      merge: NO_MERGE,
      run: lastFirst,
      published: { length: [10, 38, 40, 32], size: [6312, 1408, 1355, 1637], failures: [0, 0, 3, 16] },
    },
    {
      name: 'the same ten sizes every time: ',
      x: [1, 5, 10, 20],
      merge: NO_MERGE,
      run: repeated,
      published: {},
    },
  ],
  [
    'x is the number of iterations: ten allocations of 10 to 5,000 bytes, then nine frees, the latest block first.',
    'A request that fails leaves no block behind to free. The published figures agree with that: length times size leaves room for 5, 7 and 4 taken blocks after 5, 10 and 20 iterations, as many as 50, 100 and 200 requests less the failures less nine frees an iteration.',
    'Ours splits more: after 20 iterations the paper has 36 blocks in all, fewer than after 10 (47), though without merge no heap ever loses a block. Where every iteration asks for the same ten sizes (the second table, not in the paper), lengths, sizes and failures at 10 and 20 iterations come near the published ones: his generator, seeded by the clock, may have repeated itself. At 5 iterations it then has fewer blocks than published.',
  ],
);

export const merge = presetOf(
  {
    id: 'malm-merge',
    paper: 'Malm 2020, §2',
    title: 'Free list with merge',
    question: 'What does merging freed neighbours repair, and what does it leave?',
    axis: 'iterations',
    experiment: scripted('dalloc with merge', repeating('random'), [withMerge, withoutMerge], 'freeBlocks'),
  },
  [
    {
      name: 'random block freed: ',
      x: [1, 5, 10, 20],
      merge: MERGE,
      run: randomOrder,
      published: { length: [2, 4, 6, 8], size: [32245, 15798, 6413, 2138], failures: [0, 0, 0, 2] },
    },
    {
      name: 'latest block freed first: ',
      x: [1, 5, 10, 20],
      merge: MERGE,
      run: lastFirst,
      published: { length: [1, 1, 1, 1] },
    },
    {
      name: 'random block freed, no merge: ',
      x: [1, 5, 10, 20],
      merge: NO_MERGE,
      run: randomOrder,
      published: {},
    },
  ],
  [
    'x is the number of iterations: ten allocations of 10 to 5,000 bytes, then nine frees.',
    'With the latest block freed first the paper says that the list always has one block, "the entirety of the remainder".',
    'The third table is not in the paper: the random order without merge, to tell the two changes apart. The paper expects no difference from its §1.3 there.',
  ],
);
