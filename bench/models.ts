/** What it costs to fit the five models and to generate from them, beside reading the same trace from its text. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { nodeModules } from '../src/cli/node-modules';
import { Modules } from '../src/engine/modules';
import { Model, modelIds } from '../src/models/models';
import { observe } from '../src/models/observations';
import { Random } from '../src/models/random';
import { readTrace, type TraceSource } from '../src/trace/read';
import type { Trace } from '../src/trace/trace';
import { type BenchRow, best } from './row';

/** Recordings in the order of the report's tables. */
const RECORDINGS = ['cfrac-32bit', 'espresso-32bit', 'gawk', 'gs-text', 'perl'];
/** Events a second that the generators are held to. */
const GENERATION_TARGET = 5e6;
const ROUNDS = 8;
const FIT_ROUNDS = 16;
const PIECE = 1 << 18;

export interface ModelBench {
  readonly recording: string;
  readonly events: number;
  /** Milliseconds to read the text, unpacked and in memory. */
  readonly reading: number;
  /** Milliseconds to fit the five models in their best variants, observing included. */
  readonly fitting: number;
  /** Events a second by model, of a trace as long as the program's. */
  readonly generation: readonly { readonly model: string; readonly eventsPerSecond: number }[];
}

/** Bytes in pieces as large as a file's stream gives. */
function pieces(text: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= text.length) controller.close();
      else controller.enqueue(text.subarray(at, at + PIECE));
      at += PIECE;
    },
  });
}

function textSource(name: string): TraceSource {
  const packed = readFileSync(new URL(`../public/traces/${name}.trace.gz`, import.meta.url));
  const text = new Uint8Array(gunzipSync(packed));
  return { name: `${name}.trace`, size: text.length, stream: () => pieces(text) };
}

const timed = (run: () => unknown) => async (): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

function fitAll(trace: Trace): Model[] {
  const observations = observe(trace);
  return modelIds.map((id) => Model.fitTo(observations, id));
}

/** Times one recording; the quickest round counts, when the compiler has warmed up. */
export async function benchModels(recording: string, random: Random): Promise<ModelBench> {
  const source = textSource(recording);
  const trace = await readTrace(source);
  // One after the other in each round: what else the device does disturbs both alike.
  const reads: number[] = [];
  const fits: number[] = [];
  for (let round = 0; round < FIT_ROUNDS; round++) {
    reads.push(await timed(() => readTrace(source))());
    fits.push(await timed(() => fitAll(trace))());
  }
  const [reading, fitting] = [Math.min(...reads), Math.min(...fits)];
  const generation = [];
  for (const model of fitAll(trace)) {
    const milliseconds = await best(
      ROUNDS,
      timed(() => model.generate(random, 1, { events: trace.length })),
    );
    generation.push({ model: model.family.title, eventsPerSecond: (trace.length / milliseconds) * 1e3 });
  }
  return { recording, events: trace.length, reading, fitting, generation };
}

/** Lines of `npm run bench`. */
export async function modelRows(): Promise<BenchRow[]> {
  const random = await Random.load(new Modules(nodeModules));
  const rows: BenchRow[] = [];
  for (const recording of RECORDINGS) {
    const { reading, fitting, generation } = await benchModels(recording, random);
    rows.push({
      name: `models: fit all five ÷ read the text, ${recording}`,
      measured: fitting / reading,
      unit: 'ratio',
      target: 1,
      better: 'less',
    });
    for (const { model, eventsPerSecond } of generation) {
      rows.push({
        name: `models: generate ${model}, ${recording}`,
        measured: eventsPerSecond / 1e6,
        unit: 'million events/s',
        target: GENERATION_TARGET / 1e6,
        better: 'more',
      });
    }
  }
  return rows;
}

if (import.meta.url === `file://${process.argv[1]}`) console.table(await modelRows());
