import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { levelCounts, sendAccesses } from '../../../src/machine/cache-run';
import { parseMachine } from '../../../src/machine/machine';
import { MachineModel } from '../../../src/machine/model';
import { stream, type Workload } from './streams';

interface Counts {
  readonly hits: number;
  readonly misses: number;
  readonly loads: number;
  readonly stores: number;
  readonly evictions: number;
}
const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/machine/pycachesim.json', import.meta.url), 'utf8'),
) as {
  readonly machines: Readonly<Record<string, readonly { readonly name: string; readonly policy: string }[]>>;
  readonly workloads: readonly Workload[];
  readonly cases: readonly { machine: string; workload: number; expected: readonly Counts[] }[];
};

const modules = new Modules(nodeModules);
const streams = fixture.workloads.map(stream);

describe('counts of pycachesim', () => {
  it('cover LRU and FIFO, reads and writes, one to three levels', () => {
    const machines = Object.values(fixture.machines);
    expect(machines.length).toBeGreaterThanOrEqual(12);
    expect(new Set(machines.flat().map(({ policy }) => policy))).toEqual(new Set(['lru', 'fifo']));
    expect(new Set(machines.map((levels) => levels.length))).toEqual(new Set([1, 2, 3]));
    expect(fixture.cases.length).toBe(machines.length * streams.length);
  });

  for (const { machine, workload, expected } of fixture.cases) {
    const { kind, seed } = fixture.workloads[workload];
    it(`${machine} on ${kind} ${seed}`, async () => {
      const model = await MachineModel.create(modules, parseMachine({ levels: fixture.machines[machine] }));
      sendAccesses(model, streams[workload], 0);
      const levels = levelCounts(model);
      const ours = levels.map(({ hits, misses, evictions }) => ({ hits, misses, evictions }));
      expect(ours).toEqual(expected.map(({ hits, misses, evictions }) => ({ hits, misses, evictions })));
      for (const { accesses, hits, misses } of levels) expect(hits + misses).toBe(accesses);

      // One by one, as an observed allocator makes them, they count the same and leave the same lines.
      const single = await MachineModel.create(modules, parseMachine({ levels: fixture.machines[machine] }));
      const pairs = streams[workload];
      for (let i = 0; i < pairs.length; i += 2) {
        single.call(pairs[i + 1] >= 2 ** 31 ? 'store' : 'load', pairs[i], pairs[i + 1] % 2 ** 31);
      }
      expect(levelCounts(single)).toEqual(levels);
      levels.forEach((_, level) => {
        const { address, state } = single.content(level, 0);
        expect({ address, state }).toEqual(
          (({ address, state }) => ({ address, state }))(model.content(level, 0)),
        );
      });
      for (const [index, { accesses, writeHits }] of levels.entries()) {
        // Below the first level, where no access spans two lines, pycachesim counts reads and writes one by one.
        if (index === 0) continue;
        const { loads, stores } = expected[index];
        expect(accesses).toBe(loads);
        const outerStores = levels[index - 1].evictions;
        expect(outerStores).toBe(stores);
        expect(writeHits).toBeLessThanOrEqual(stores);
      }
    });
  }
});
