/** The cache model against pycachesim and against the same C compiled natively, and an observed allocator on it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileSource } from '../src/cli/file-source';
import { nodeModules } from '../src/cli/node-modules';
import { Host } from '../src/engine/host';
import { instantiate } from '../src/engine/instance';
import { Modules } from '../src/engine/modules';
import { descriptorOf, feed } from '../src/engine/replay';
import { type MachineDocument, parseMachine } from '../src/machine/machine';
import { MachineModel } from '../src/machine/model';
import { MachineRun, observedAllocator } from '../src/machine/run';
import { Random } from '../src/random';
import { readTrace } from '../src/trace/read';
import { type BenchRow, Quickest } from './row';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}build/bench`;
const modules = new Modules(nodeModules);

const ACCESSES = 1_000_000;
/**
 * A stream is timed in slices, and of each slice the quickest pass counts: a slice is over before anything else gets
 * the processor. Every round measures all contestants, so that what disturbs one disturbs all.
 */
const SLICES = 50;
const ROUNDS = 5;
const PASSES = 4;

const LEVELS = [
  { name: 'L1', bytes: 32 * 1024, ways: 8, line: 64 },
  { name: 'L2', bytes: 512 * 1024, ways: 16, line: 64 },
];

/** The stream that is held to its targets: both levels have work. The others show how much depends on the stream. */
const HELD = 'random words, nine of ten in 16 KiB, else 1 MiB';

interface Stream {
  readonly name: string;
  readonly pairs: Uint32Array;
}

const pairsOf = (address: (i: number) => number): Uint32Array => {
  const pairs = new Uint32Array(2 * ACCESSES);
  for (let i = 0; i < ACCESSES; i++) {
    pairs[2 * i] = address(i);
    pairs[2 * i + 1] = 4;
  }
  return pairs;
};

/** The words that an allocator touches while it serves a recording, as reads. */
async function recorded(id: string, recording: string): Promise<Stream> {
  const trace = await readTrace(fileSource(`${root}public/traces/${recording}.trace.gz`));
  const pairs = new Uint32Array(2 * ACCESSES);
  let count = 0;
  const note = (address: number) => {
    if (count < ACCESSES) {
      pairs[2 * count] = address;
      pairs[2 * count + 1] = 4;
      count++;
    }
    return undefined;
  };
  const host = await Host.create(modules);
  const config = { id, params: {} };
  const hooks = { load: note, store: note };
  const instance = await instantiate(modules, descriptorOf(modules, config), config, 'observed', host, hooks);
  instance.host(host);
  host.call('reset');
  for (let from = 0; from < trace.length && count < ACCESSES; from += host.chunkSize) {
    const events = Math.min(host.chunkSize, trace.length - from);
    feed(host, trace, from, events);
    host.call('replay_plain', events);
  }
  return { name: `${id} serving ${recording}`, pairs: pairs.subarray(0, 2 * count) };
}

async function streams(): Promise<Stream[]> {
  const random = new Random(1);
  return [
    await recorded('sysv', 'gawk'),
    await recorded('first', 'espresso-32bit'),
    { name: 'words in a row', pairs: pairsOf((i) => (4 * i) % (1 << 20)) },
    { name: 'random words of 16 KiB', pairs: pairsOf(() => 4 * random.below(1 << 12)) },
    {
      name: HELD,
      pairs: pairsOf(() => 4 * (random.below(10) ? random.below(1 << 12) : random.below(1 << 18))),
    },
    { name: 'random words of 1 MiB', pairs: pairsOf(() => 4 * random.below(1 << 18)) },
  ];
}

/** A Python that has pycachesim: named by PYCACHESIM_PYTHON, or in an environment of the bench's own. */
function pythonWithCachesim(): string | null {
  const own = `${folder}/pycachesim/bin/python`;
  const named = process.env.PYCACHESIM_PYTHON;
  if (named) return named;
  try {
    if (!existsSync(own)) {
      execFileSync('python3', ['-m', 'venv', `${folder}/pycachesim`], { stdio: 'ignore' });
      execFileSync(own, ['-m', 'pip', 'install', '-q', 'pycachesim==0.3.1'], { stdio: 'ignore' });
    }
    execFileSync(own, ['-c', 'import cachesim'], { stdio: 'ignore' });
    return own;
  } catch {
    process.stderr.write('bench: pycachesim could not be installed, so nothing is compared with it\n');
    return null;
  }
}

function compile(): string {
  const program = `${folder}/caches`;
  const machine = `${root}wasm/machine`;
  const sources = readdirSync(machine).filter((name) => name.endsWith('.c'));
  const files = [`${root}bench/c/caches.c`, ...sources.map((name) => `${machine}/${name}`)];
  execFileSync('gcc', ['-O3', '-std=gnu11', `-I${machine}`, ...files, '-o', program]);
  return program;
}

interface Timing {
  readonly misses: number;
  /** Of each slice. */
  readonly nanoseconds: readonly number[];
}

function outside(program: string, ...words: readonly string[]): Timing {
  const output = execFileSync(program, [...words, `${PASSES}`, `${SLICES}`]).toString();
  const [misses, ...nanoseconds] = output.split(' ').map(Number);
  return { misses, nanoseconds };
}

/** Our model over a stream. */
async function ours(pairs: Uint32Array, document: MachineDocument): Promise<Timing> {
  const model = await MachineModel.create(modules, parseMachine(document));
  const length = pairs.length / 2 / SLICES;
  const nanoseconds = new Array<number>(SLICES).fill(Number.POSITIVE_INFINITY);
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass > 0) model.reset();
    const at = model.take(pairs.byteLength);
    new Uint32Array(model.buffer, at, pairs.length).set(pairs);
    for (let slice = 0; slice < SLICES; slice++) {
      const begin = performance.now();
      model.call('access_pairs', at + slice * length * 8, length);
      nanoseconds[slice] = Math.min(nanoseconds[slice], (performance.now() - begin) * 1e6);
    }
  }
  return { misses: model.tally(0, 0).readMisses, nanoseconds };
}

async function hierarchy(): Promise<BenchRow[]> {
  mkdirSync(folder, { recursive: true });
  const native = compile();
  const interpreter = pythonWithCachesim();
  const rows: BenchRow[] = [];
  for (const { name, pairs } of await streams()) {
    const file = `${folder}/accesses.bin`;
    writeFileSync(file, new Uint8Array(pairs.buffer, pairs.byteOffset, pairs.byteLength));
    const best = [new Quickest(), new Quickest(), new Quickest()];
    for (let round = 0; round < ROUNDS; round++) {
      const all = [await ours(pairs, { levels: LEVELS }), outside(native, file)];
      if (interpreter) all.push(outside(interpreter, `${root}bench/pycachesim.py`, file));
      if (all.some(({ misses }) => misses !== all[0].misses)) {
        throw new Error(`${name}: ${all.map(({ misses }) => misses)} misses do not agree`);
      }
      all.forEach((timing, which) => {
        best[which].add(timing.nanoseconds);
      });
    }
    const [wasm, gcc, python] = best.map(({ sum }) => sum);
    rows.push(row(`caches: ${name}`, (pairs.length / 2 / wasm) * 1000, 'million/s', null));
    const held = name === HELD;
    rows.push(row(`caches: ${name}, relative to native gcc -O3`, gcc / wasm, '×', held ? 0.9 : null));
    if (interpreter) {
      rows.push(row(`caches: ${name}, relative to pycachesim`, python / wasm, '×', held ? 4 : null));
    }
  }
  return rows;
}

const row = (name: string, measured: number, unit: string, target: number | null): BenchRow => ({
  name,
  measured,
  unit,
  target,
  better: 'more',
});

/** An observed allocator with everything on: the bench's two levels, a TLB, and what `processors` adds. */
async function observed(id: string, recording: string, processors: number): Promise<BenchRow> {
  const trace = await readTrace(fileSource(`${root}public/traces/${recording}.trace.gz`));
  const machine = parseMachine({
    processors,
    levels: LEVELS.map((level) => ({ ...level, writesRefresh: true })),
    tlb: [{ entries: 64, ways: 4 }],
  });
  const descriptor = descriptorOf(modules, { id, params: {} });
  const best = new Quickest();
  let accesses = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const factory = observedAllocator(modules, descriptor, { id, params: {} });
    const run = await MachineRun.create(modules, trace, factory, machine);
    const nanoseconds: number[] = [];
    for (let more = true; more; ) {
      const begin = performance.now();
      more = run.advance(500);
      nanoseconds.push((performance.now() - begin) * 1e6);
    }
    best.add(nanoseconds);
    accesses = run.result().levels[0].accesses;
  }
  const what = processors > 1 ? `MESI among ${processors}` : 'one processor';
  return row(
    `observed ${id} serving ${recording}, two levels and TLB, ${what}`,
    (accesses / best.sum) * 1000,
    'million/s',
    40,
  );
}

/** Time of an access that hits, in a cache 256 times as large: 1 if the cost does not grow with the cache. */
async function growth(): Promise<BenchRow> {
  const random = new Random(1);
  const pairs = pairsOf(() => 4 * random.below(1 << 12));
  const small = new Quickest();
  const large = new Quickest();
  for (let round = 0; round < ROUNDS; round++) {
    small.add((await ours(pairs, { levels: [{ bytes: 32 * 1024, ways: 8 }] })).nanoseconds);
    large.add((await ours(pairs, { levels: [{ bytes: 8 * 1024 * 1024, ways: 8 }] })).nanoseconds);
  }
  return {
    name: 'caches: 8 MiB against 32 KiB, time of an access',
    measured: large.sum / small.sum,
    unit: '×',
    target: 1.5,
    better: 'less',
  };
}

export async function bench(): Promise<BenchRow[]> {
  return [
    ...(await hierarchy()),
    await observed('sysv', 'gawk', 1),
    await observed('first', 'espresso-32bit', 1),
    await observed('hoard', 'lld', 4),
    { ...(await observed('perthread', 'lld', 4)), target: null }, // searches long lists: one access in three misses
    await growth(),
  ];
}

if (import.meta.url === `file://${process.argv[1]}`) console.table(await bench());
