/** Events a second of a Time Warp kernel in WebAssembly against the same C compiled natively. */
import { execFileSync } from 'node:child_process';
import { nodeModules } from '../src/cli/node-modules';
import { Modules } from '../src/engine/modules';
import { descriptorOf } from '../src/engine/replay';
import { type SimulationImports, SimulationModule } from '../src/simulations/module';
import { compileSimulation, makesPrograms } from './native';
import { type BenchRow, Quickest } from './row';

const ROUNDS = 9;
const TARGET = 0.7;
/** PHOLD with test A's state at the catalogue's scale; logs with every fourth event. */
const RUN = { lps: 32, stateBytes: 10922, touchedBytes: 8192, interval: 4, end: 1500 } as const;
/** Events from one fossil collection to the next, as in bench/c/timewarp_driver.c. */
const COLLECT = 1024;

const modules = new Modules(nodeModules);

export async function bench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const id of ['cacheaware', 'bsd']) rows.push(...(await compare(id)));
  return rows;
}

/** The native program of 64 bits has the target; the one whose words are as long as ours is told beside it. */
async function compare(id: string): Promise<BenchRow[]> {
  const kinds = makesPrograms(['-m32']) ? [[], ['-m32']] : [[]];
  const programs = kinds.map((flags) => compileSimulation('timewarp', id, flags));
  const words = Object.values(RUN).map(String);
  // Side by side: a disturbance of the machine hits all.
  const native = programs.map(() => new Quickest());
  const compiled = new Quickest();
  let events = 0;
  for (let round = 0; round < ROUNDS; round++) {
    programs.forEach((program, which) => {
      const [count, ...slices] = execFileSync(program, words, { encoding: 'utf8' }).split(' ').map(Number);
      events = count;
      native[which].add(slices);
    });
    compiled.add(await nanoseconds(id));
  }
  return [
    ...kinds.map((flags, which) => ({
      name: `Time Warp over ${id}: events in WebAssembly relative to native gcc -O3 ${flags.join(' ')}`.trim(),
      measured: native[which].sum / compiled.sum,
      unit: '×',
      target: flags.length === 0 ? TARGET : null,
      better: 'more' as const,
    })),
    {
      name: `Time Warp over ${id}: committed events in WebAssembly`,
      measured: (events / compiled.sum) * 1000,
      unit: 'million/s',
      target: null,
      better: 'more',
    },
  ];
}

/** Imports that are functions of a module, as the native build's are functions of C. */
async function quiet(): Promise<SimulationImports> {
  const { exports } = await WebAssembly.instantiate(await modules.get('machine'), {});
  const { quiet_mark: mark, quiet_phase: phase, cpu } = exports;
  return { mark, phase, cpu };
}

/** One kernel that hosts all processes: nanoseconds of its beginning, and of its events from one collection to the next. */
async function nanoseconds(id: string): Promise<number[]> {
  const config = { id, params: {} };
  const module = await SimulationModule.load(
    modules,
    'timewarp',
    descriptorOf(modules, config),
    config,
    'plain',
    await quiet(),
  );
  const { lps, stateBytes, touchedBytes, interval, end } = RUN;
  const [step, bound, collect] = ['step', 'bound', 'collect'].map((name) => module.need(`timewarp_${name}`));
  const slices: number[] = [];
  let begin = performance.now();
  const slice = () => {
    const now = performance.now();
    slices.push((now - begin) * 1e6);
    begin = performance.now();
  };
  module.call('timewarp_model', 1, 0, 8, 64, 512, stateBytes, touchedBytes, 0, 0);
  module.call('timewarp_phold', lps, 0, 1, interval, end);
  slice();
  for (let events = 1; step() !== 0; events++) {
    if (events % COLLECT !== 0) continue;
    collect(bound());
    slice();
  }
  collect(end);
  slice();
  return slices;
}
