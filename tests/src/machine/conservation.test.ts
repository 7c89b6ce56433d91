import { describe, expect, it } from 'vitest';
import * as kumar from '../../../src/experiment/catalogue/kumar-programs';
import { MACHINES, machineOf } from '../../../src/machine/presets';
import { CYCLE_KINDS } from '../../../src/machine/result';
import { observedAllocator, runOnMachine } from '../../../src/machine/run';
import { withHeaps } from '../../../src/machine/speedup';
import { compileScript } from '../../../src/script/compile';
import { checkConservation } from './conservation';
import { modules } from './drawing';

/** Kumar's programs, with fewer repetitions. */
const short = (source: string): string =>
  source
    .replace('let rows = 400', 'let rows = 12')
    .replace('let arrays = 200', 'let arrays = 8')
    .replace(', 4000)', ', 60)')
    .replace(', 8000)', ', 60)')
    .replace(/let objects = \d+ \//, 'let objects = 320 /');
const PROGRAMS = {
  'active false sharing': kumar.activeSharing,
  'passive false sharing': kumar.passiveSharing,
  'memory bound': kumar.memoryBound,
  scalability: kumar.scalability,
  fragmentation: kumar.fragmentation,
} as const;
const ALLOCATORS = ['serial', 'concurrent', 'private', 'perthread', 'hoard', 'dlmalloc'] as const;
const COUNTS = [1, 8];

const run = (id: string, source: string, machine: string, threads: number) => {
  const descriptor = modules.descriptor(id);
  if (!descriptor) throw new Error(`no allocator ${id}`);
  const config = withHeaps(descriptor, { id, params: {} }, threads);
  const trace = compileScript(source, 1, 'program');
  const factory = observedAllocator(modules, descriptor, config);
  // Conflict misses need a second cache beside each: where the caches are small.
  const conflicts = machine === 'teaching';
  return runOnMachine(modules, trace, factory, machineOf(machine), { lanes: true, conflicts });
};

/** Each machine with few processors, and with all that it has. */
const cases = MACHINES.flatMap(({ id }) => {
  const most = machineOf(id).processors;
  const counts = new Set([...COUNTS.filter((threads) => threads < most), most]);
  return [...counts].map((threads) => [id, threads] as const);
});

describe.each(cases)('on %s with %i processors', (machine, threads) => {
  it.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])(
    'every access and every cycle of "%s" is accounted for, on every kind of heap',
    async (name) => {
      for (const id of ALLOCATORS) {
        const result = await run(id, short(PROGRAMS[name](threads)), machine, threads);
        expect(result.processors, id).toHaveLength(threads);
        expect(result.stuckAt).toBeNull();
        checkConservation(result);
        // The lanes are the same cycles, spread over time.
        const { lanes } = result;
        if (!lanes) throw new Error('no lanes');
        const width = CYCLE_KINDS.length;
        for (let p = 0; p < threads; p++) {
          const row = lanes.cycles.subarray(p * lanes.slices * width, (p + 1) * lanes.slices * width);
          const sums = CYCLE_KINDS.map((_, kind) => {
            let total = 0;
            for (let i = kind; i < row.length; i += width) total += row[i];
            return total;
          });
          expect(sums).toEqual(CYCLE_KINDS.map((kind) => result.processors[p].cycles[kind]));
        }
      }
    },
  );
});

describe('false sharing', () => {
  // Lines of 64 bytes hold the blocks of several threads; those of the teaching machine are too short for that.
  it.each(
    MACHINES.map(({ id }) => id).filter((id) => {
      const { coherence, levels } = machineOf(id);
      return coherence === 'mesi' && levels[0].line >= 64;
    }),
  )('is counted on %s, and is none where one thread runs or each has a heap of its own', async (machine) => {
    const threads = Math.min(8, machineOf(machine).processors);
    const lost = async (id: string, count: number) => {
      const { processors } = await run(id, kumar.activeSharing(count), machine, count);
      return processors.reduce((sum, { falseSharingMisses }) => sum + falseSharingMisses, 0);
    };
    expect(await lost('serial', 1)).toBe(0);
    expect(await lost('serial', threads)).toBeGreaterThan(100 * threads);
    expect(await lost('private', threads)).toBe(0);
  });
});
