import { describe, expect, it } from 'vitest';
import { classSets } from '../../../src/simulations/class-sets';
import { TimeWarpRun } from '../../../src/simulations/timewarp';
import { type ClassSets, PLACES } from '../../../src/worker/simulation-api';
import { modules } from '../engine/lab';

const LINE = 64;
const count = (places: Uint8Array, name: (typeof PLACES)[number]) =>
  places.reduce((sum, place) => sum + (PLACES[place] === name ? 1 : 0), 0);

async function runTo(id: string, rounds: number): Promise<TimeWarpRun> {
  const params: Record<string, number> = id === 'cacheaware' ? { cache: 163_840, cores: 4 } : {};
  const setup = { allocator: { id, params }, lps: 4, kernels: 2, end: 30, gvtEvery: 8 };
  const run = await TimeWarpRun.create(modules, setup);
  for (let seen = 0; seen < rounds; ) if (run.advance()) seen++;
  return run;
}

const setsOf = (run: TimeWarpRun, level: number, kernel: number): ClassSets => {
  const sets = classSets(run, level, kernel);
  if (sets === null) throw new Error('this run has a machine');
  return sets;
};

describe('caches by class of buffer', () => {
  it('hold as many lines as they have, and memory the live buffers of each class', async () => {
    const run = await runTo('dlmalloc', 3);
    for (const kernel of [0, 1]) {
      const { mild, intensive } = run.account(kernel);
      expect(mild).toBeGreaterThan(0);
      for (const level of [0, 1, 2]) {
        const { sets, ways, places, memory, levels } = setsOf(run, level, kernel);
        expect(places.length).toBe(sets * ways);
        expect(sets * ways * LINE).toBe(levels[level].bytes);
        expect(count(places, 'intensive')).toBeGreaterThan(0);
        // No line is counted for more than one buffer of 64 bytes and more.
        expect(count(memory, 'intensive') + count(memory, 'both')).toBeGreaterThanOrEqual(intensive);
        expect(count(memory, 'mild') + count(memory, 'both')).toBeGreaterThan(0);
      }
    }
  });

  it('keep the classes in lines of their own under the cache-aware manager, and not under an unaware one', async () => {
    const [aware, unaware] = await Promise.all(['cacheaware', 'dlmalloc'].map((id) => runTo(id, 3)));
    const [ours, theirs] = [setsOf(aware, 2, 0), setsOf(unaware, 2, 0)];
    expect(count(ours.memory, 'both')).toBe(0);
    expect(count(ours.places, 'both')).toBe(0);
    expect(count(theirs.memory, 'both')).toBeGreaterThan(0);
  });

  it('are looked at without a change', async () => {
    const [looked, left] = await Promise.all([runTo('cacheaware', 2), runTo('cacheaware', 2)]);
    for (let level = 0; level < 3; level++) setsOf(looked, level, 1);
    while (!looked.done) if (looked.advance()) setsOf(looked, 0, 0);
    while (!left.done) left.advance();
    expect(looked.result()).toEqual(left.result());
  });

  it('are nothing where no machine is modelled', async () => {
    const setup = { allocator: { id: 'sysv' }, lps: 2, kernels: 1, end: 2 };
    expect(classSets(await TimeWarpRun.create(modules, setup, { machine: null }), 0, 0)).toBeNull();
  });
});
