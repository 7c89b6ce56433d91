import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { addUserModule } from '../../../src/engine/user-module';
import { parseSimulation } from '../../../src/experiment/parse';
import { runSimulation } from '../../../src/experiment/simulation';
import { userModule } from '../../../src/experiment/user-modules';
import { Follower } from '../../../src/simulations/follower';
import { GuestError } from '../../../src/simulations/guest';
import { runTimeWarp } from '../../../src/simulations/timewarp';
import { parseYawns, runYawns, YawnsError, YawnsRun } from '../../../src/simulations/yawns';
import { compile } from '../engine/compile-module';

const LIFE = { kind: 'life', columns: 20, rows: 18, steps: 6 } as const;
const PHOLD = { lps: 4, kernels: 2, end: 6 } as const;

async function bring(name: string) {
  const modules = new Modules(nodeModules);
  const { id } = await addUserModule(modules, `${name}.wasm`, await compile(name));
  return { modules, allocator: { id, params: {} } };
}

describe('a user’s allocator under a simulation', { timeout: 120_000 }, () => {
  it.each(['right', 'classroom'])('has the events that every allocator has (%s)', async (name) => {
    const { modules, allocator } = await bring(name);
    const builtIn = { id: 'sysv', params: {} };
    const [own, other] = await Promise.all(
      [allocator, builtIn].map((each) => runYawns(modules, { model: LIFE, allocator: each, processors: 4 })),
    );
    expect(own.history).toBe(other.history);
    expect(own.workloadSeconds).toBeGreaterThan(0);
    expect(own.workloadSeconds).not.toBe(other.workloadSeconds);
    const [warped, reference] = await Promise.all(
      [allocator, builtIn].map((each) => runTimeWarp(modules, { ...PHOLD, allocator: each })),
    );
    expect(warped.history).toBe(reference.history);
    expect(warped.states).toBe(reference.states);
    expect(warped.accesses?.every(({ lines }) => lines > 0)).toBe(true);
    expect(await runTimeWarp(modules, { ...PHOLD, allocator })).toEqual(warped);
  });

  it('gets every block back', async () => {
    const { modules, allocator } = await bring('right');
    const run = await YawnsRun.create(modules, { model: LIFE, allocator, processors: 2 });
    while (run.advance());
    expect(run.close()).toBe(0);
  });

  it('can be looked into block by block, with what lies between them unknown', async () => {
    const { modules, allocator } = await bring('right');
    const setup = parseYawns({ model: LIFE, allocator, processors: 2 });
    const run = await YawnsRun.create(modules, setup);
    run.advance();
    run.advance();
    const follower = new Follower(modules, { kind: 'yawns', setup });
    const { count, processor, address, bytes, op } = await follower.inside(2);
    const { heap } = await follower.moment(2, count - 1);
    expect(heap.liveBlocks).toBe(run.processors[processor[count - 1]].module.call('yawns_live_blocks'));
    const taken = op.findIndex((each, row) => each === 0 && row > 10);
    const moment = await follower.moment(2, taken);
    const at = moment.heap.blocks.address.indexOf(address[taken]);
    expect(moment.heap.blocks.state[at]).toBe(1);
    expect(moment.heap.blocks.bytes[at]).toBe(bytes[taken]);
  });

  it('travels in the document of a simulation', async () => {
    const bytes = await compile('right');
    const module = await userModule('right.wasm', bytes);
    const setup = { model: LIFE, allocator: { id: 'user:right', module }, processors: 2 };
    const document = parseSimulation({ version: 1, simulation: { kind: 'yawns', setup } });
    const { modules, allocator } = await bring('right');
    const { history } = await runYawns(modules, { model: LIFE, allocator, processors: 2 });
    const run = await runSimulation(document, { modules: new Modules(nodeModules) });
    expect(run.history).toBe(history);
  });

  it.each([
    ['traps', /traps: malloc\(\d+\) trapped/],
    ['endless', /endless: free\(\d+\) did not come to an end/],
    ['overlap', /overlap: the simulation failed in the blocks that it was given/],
  ])('says whose fault it is where it is wrong (%s)', async (name, words) => {
    const { modules, allocator } = await bring(name);
    const failing = runYawns(modules, { model: LIFE, allocator, processors: 4 });
    await expect(failing).rejects.toThrow(GuestError);
    await expect(failing).rejects.toThrow(words);
  });

  it('cannot be limited in its memory, which is its own', async () => {
    const { modules, allocator } = await bring('right');
    const setup = { model: LIFE, allocator, processors: 2, memoryBytes: 65_536 };
    await expect(runYawns(modules, setup)).rejects.toThrow(YawnsError);
  });
});
