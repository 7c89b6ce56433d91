/** Replay in WebAssembly against the same C compiled natively, and what observation costs. */
import { fileURLToPath } from 'node:url';
import { fileSource } from '../src/cli/file-source';
import { nodeModules } from '../src/cli/node-modules';
import { Cursor } from '../src/engine/cursor';
import { Host } from '../src/engine/host';
import { type Hooks, instantiate, type Variant } from '../src/engine/instance';
import { Modules } from '../src/engine/modules';
import { descriptorOf, feed, replay } from '../src/engine/replay';
import { Random } from '../src/random';
import { readTrace } from '../src/trace/read';
import type { Trace } from '../src/trace/trace';
import { plainRows } from './plain';
import { type BenchRow, best, Quickest, quantile } from './row';

const ROUNDS = 7;
const file = fileURLToPath(new URL('traces/groff.trace.gz', import.meta.url));
const modules = new Modules(nodeModules);

export async function bench(): Promise<BenchRow[]> {
  const trace = await readTrace(fileSource(file));
  const rows = await plainRows(modules, trace);
  for (const id of ['bsd', 'sysv']) rows.push(...(await observation(trace, id)));
  for (const [id, seconds] of [
    ['bsd', 0.5],
    ['sysv', 1],
  ] as const) {
    rows.push(...(await firstPicture(id, seconds)));
  }
  return rows;
}

async function observation(trace: Trace, id: string): Promise<BenchRow[]> {
  const plain = new Quickest();
  const counted = new Quickest();
  for (let round = 0; round < ROUNDS; round++) {
    plain.add(await wasmReplay(trace, id, 'plain'));
    counted.add(await wasmReplay(trace, id, 'counted'));
  }
  const handed = await handedAccesses(trace, id);
  return [
    {
      name: `${id}: counting replay, speed relative to plain`,
      measured: plain.sum / counted.sum,
      unit: '×',
      target: 0.6,
      better: 'more',
    },
    {
      name: `${id}: accesses handed to another module`,
      measured: handed,
      unit: 'million/s',
      target: 40,
      better: 'more',
    },
  ];
}

/** Milliseconds of each chunk of a replay by the host's plain loop, on a variant of the allocator's module. */
async function wasmReplay(trace: Trace, id: string, variant: Variant, hooks: Hooks = {}): Promise<number[]> {
  const host = await Host.create(modules);
  const instance = await instantiate(
    modules,
    descriptorOf(modules, { id, params: {} }),
    { id, params: {} },
    variant,
    host,
    hooks,
  );
  instance.host(host);
  host.call('reset');
  const spent: number[] = [];
  for (let from = 0; from < trace.length; from += host.chunkSize) {
    const count = Math.min(host.chunkSize, trace.length - from);
    feed(host, trace, from, count);
    const begin = performance.now();
    host.call('replay_plain', count);
    spent.push(performance.now() - begin);
  }
  return spent;
}

/** Accesses a second of an observed replay, in millions; the host's own functions stand for the other module. */
async function handedAccesses(trace: Trace, id: string): Promise<number> {
  const run = await replay(modules, trace, { id, params: {} });
  const accesses = (run.summary.loadsPerOp + run.summary.storesPerOp) * trace.length;
  const spent = new Quickest();
  for (let round = 0; round < 3; round++) spent.add(await wasmReplay(trace, id, 'observed'));
  return accesses / spent.sum / 1000;
}

/** From the file to the first picture: read, replay, walk the heap; and seeks to random events. */
async function firstPicture(id: string, seconds: number): Promise<BenchRow[]> {
  const config = { id, params: {} };
  const spent = await best(3, async () => {
    const begin = performance.now();
    const trace = await readTrace(fileSource(file));
    const run = await replay(modules, trace, config);
    const cursor = await Cursor.create(modules, run);
    cursor.seek(trace.length - 1);
    return performance.now() - begin;
  });
  const trace = await readTrace(fileSource(file));
  const run = await replay(modules, trace, config);
  const cursor = await Cursor.create(modules, run);
  const random = new Random(1);
  const seeks = Array.from({ length: 500 }, () => {
    const event = random.below(trace.length);
    const begin = performance.now();
    cursor.seek(event);
    return performance.now() - begin;
  });
  return [
    {
      name: `${id}: file to first picture, 1.27 million events`,
      measured: spent / 1000,
      unit: 's',
      target: seconds,
      better: 'less',
    },
    {
      name: `${id}: seek to a random event, 95th percentile`,
      measured: quantile(seeks, 0.95),
      unit: 'ms',
      target: 16,
      better: 'less',
    },
  ];
}
