/** Events a second of a Time Warp kernel in WebAssembly against the same C compiled natively. */
import { execFileSync } from 'node:child_process';
import { nodeModules } from '../src/cli/node-modules';
import { Modules } from '../src/engine/modules';
import { descriptorOf } from '../src/engine/replay';
import { type SimulationImports, SimulationModule } from '../src/simulations/module';
import type { BenchRow } from './row';
import { compileSimulation } from './simulations';

const ROUNDS = 7;
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

async function compare(id: string): Promise<BenchRow[]> {
  const program = compileSimulation('timewarp', id);
  const words = Object.values(RUN).map(String);
  await seconds(id);
  // Side by side: a disturbance of the machine hits both.
  let native = Number.POSITIVE_INFINITY;
  let compiled = Number.POSITIVE_INFINITY;
  let events = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [count, nanoseconds] = execFileSync(program, words, { encoding: 'utf8' }).split(' ').map(Number);
    events = count;
    native = Math.min(native, nanoseconds / 1e9);
    compiled = Math.min(compiled, await seconds(id));
  }
  return [
    {
      name: `Time Warp over ${id}: events in WebAssembly relative to native gcc -O3`,
      measured: native / compiled,
      unit: '×',
      target: TARGET,
      better: 'more',
    },
    {
      name: `Time Warp over ${id}: committed events in WebAssembly`,
      measured: events / compiled / 1e6,
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

/** Seconds of one kernel that hosts all processes. */
async function seconds(id: string): Promise<number> {
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
  const begin = performance.now();
  module.call('timewarp_model', 1, 0, 8, 64, 512, stateBytes, touchedBytes, 0, 0);
  module.call('timewarp_phold', lps, 0, 1, interval, end);
  for (let events = 1; step() !== 0; events++) if (events % COLLECT === 0) collect(bound());
  collect(end);
  return (performance.now() - begin) / 1000;
}
