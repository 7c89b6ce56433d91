/** Events a second of the simulators in WebAssembly against the same C compiled natively. */
import { execFileSync } from 'node:child_process';
import { nodeModules } from '../src/cli/node-modules';
import { Modules } from '../src/engine/modules';
import { YawnsRun } from '../src/simulations/yawns';
import { compileSimulation } from './native';
import { type BenchRow, Quickest } from './row';

const ROUNDS = 15;
const TARGET = 0.7;
const MODEL = { kind: 'hypercube', objects: 4096, dimensions: 8, until: 20 } as const;

/**
 * Allocators whose calls cost the same whatever the blocks' sizes. System V's would not compare: where pointers have 64
 * bits the blocks have other sizes, so that its lists have other lengths.
 */
const ALLOCATORS = ['ssmalloc', 'bsd'];

export async function bench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const id of ALLOCATORS) rows.push(...(await yawns(id)));
  return rows;
}

async function yawns(id: string): Promise<BenchRow[]> {
  const modules = new Modules(nodeModules);
  const program = compileSimulation('yawns', id);
  // Side by side: a disturbance of the machine hits both.
  const native = new Quickest();
  const compiled = new Quickest();
  let events = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { objects, dimensions, until } = MODEL;
    const [count, ...windows] = execFileSync(program, [objects, dimensions, until].map(String), {
      encoding: 'utf8',
    })
      .split(' ')
      .map(Number);
    events = count;
    native.add(windows);
    compiled.add(await yawnsWindows(modules, id));
  }
  return [
    {
      name: `YAWNS over ${id}: events in WebAssembly relative to native gcc -O3`,
      measured: native.sum / compiled.sum,
      unit: '×',
      target: TARGET,
      better: 'more',
    },
    {
      name: `YAWNS over ${id}: events in WebAssembly`,
      measured: (events / compiled.sum) * 1000,
      unit: 'million/s',
      target: null,
      better: 'more',
    },
  ];
}

/** Nanoseconds of a run's beginning and of each of its windows, on one processor, without counting. */
async function yawnsWindows(modules: Modules, id: string): Promise<number[]> {
  const run = await YawnsRun.create(
    modules,
    { model: { ...MODEL, until: 0 }, allocator: { id } },
    { counts: false },
  );
  run.close();
  const [{ module }] = run.processors;
  const [window, bound] = [module.need('yawns_window'), module.need('yawns_bound')];
  const { objects, dimensions, until } = MODEL;
  const spent: number[] = [];
  let begin = performance.now();
  module.call('yawns_hypercube', 1, 0, objects, dimensions, 0, 1);
  spent.push((performance.now() - begin) * 1e6);
  for (let floor = bound(); floor < until; floor = bound()) {
    begin = performance.now();
    window(Math.min(floor + run.lookahead, until), 0xffff_ffff);
    spent.push((performance.now() - begin) * 1e6);
  }
  return spent;
}
