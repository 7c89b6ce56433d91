import { describe, expect, it } from 'vitest';
import { COST_SOURCES } from '../../../src/machine/costs';
import { documentOf, figuresOf, pathText, sourceOf } from '../../../src/machine/figures';
import { DEFAULT_COSTS, MachineError, parseMachine } from '../../../src/machine/machine';
import { MachineModel } from '../../../src/machine/model';
import { MACHINES, machineOf } from '../../../src/machine/presets';
import { modules } from './drawing';

const refusal = (document: unknown): string => {
  try {
    parseMachine(document);
  } catch (error) {
    if (error instanceof MachineError) return error.message;
    throw error;
  }
  return 'accepted';
};
const one = (level: object) => refusal({ levels: [{ bytes: 1024, ways: 2, line: 64, ...level }] });

describe('the presets', () => {
  it.each(MACHINES.map((preset) => [preset.id, preset] as const))(
    'have a source for every figure of %s, and none for what is not there',
    (id, { sources }) => {
      const paths = figuresOf(machineOf(id)).map(({ path }) => pathText(path));
      expect(paths.length).toBeGreaterThan(15);
      expect(paths.filter((path) => sourceOf(sources, path) < 0)).toEqual([]);
      const used = new Set(paths.map((path) => sourceOf(sources, path)));
      const idle = sources.filter((_, at) => !used.has(at));
      // What all presets share may be said more exactly by one of them.
      expect(idle.filter(({ of }) => !of.every((one) => one.startsWith('*.')))).toEqual([]);
    },
  );

  it('leave the costs that they do not name to defaults that have a source each', () => {
    const { costs } = parseMachine({ levels: [{ bytes: 1024, ways: 2, line: 64 }] });
    expect(costs).toEqual(DEFAULT_COSTS);
    const used = figuresOf({ ...machineOf('teaching'), costs })
      .map(({ path }) => pathText(path))
      .filter((path) => path.startsWith('costs.'))
      .map((path) => sourceOf(COST_SOURCES, path));
    expect([...new Set(used)]).toEqual(COST_SOURCES.map((_, at) => at));
  });

  it('are documents again that build the same machine', () => {
    for (const { id } of MACHINES) expect(parseMachine(documentOf(machineOf(id)))).toEqual(machineOf(id));
  });

  it('names figures as refusals do', () => {
    expect(pathText(['levels', 0, 'bytes'])).toBe('levels[0].bytes');
    expect(pathText(['processors'])).toBe('processors');
    expect(sourceOf([{ of: ['levels[*].ways'], source: 'a' }], 'levels[2].ways')).toBe(0);
    expect(sourceOf([{ of: ['levels[*].ways'], source: 'a' }], 'levels[2].bytes')).toBe(-1);
  });
});

describe('a machine document', () => {
  it('fills in what is left out', () => {
    const machine = parseMachine({ levels: [{ bytes: 32768 }, { bytes: 524288, ways: 16 }] });
    expect(machine.processors).toBe(1);
    expect(machine.levels[0]).toEqual({
      name: 'L1',
      bytes: 32768,
      ways: 8,
      line: 64,
      policy: 'lru',
      latency: 4,
      sharedBy: 1,
      inclusive: false,
      writesRefresh: false,
      sets: 64,
    });
    expect(machine.levels[1]).toMatchObject({ name: 'L2', latency: 12, sets: 512 });
    expect(machine).toMatchObject({ tlb: [], memory: { latency: 200 }, coherence: 'mesi', seed: 1 });
    expect(machine.costs.instructions).toEqual({ cycles: 1, per: 4 });
  });

  it.each([
    [
      'a size that does not divide',
      { bytes: 1000 },
      "levels[0].bytes: expected a multiple of the line's 64 bytes, found 1000",
    ],
    ['ways that do not divide', { ways: 3 }, 'levels[0].ways: expected a divisor of its 16 lines, found 3'],
    ['zero ways', { ways: 0 }, 'levels[0].ways: expected ways, a whole number from 1 to 65536, found 0'],
    ['more ways than lines', { ways: 32 }, 'levels[0].ways: expected at most 16 ways'],
    ['half a way', { ways: 1.5 }, 'levels[0].ways: expected ways, a whole number from 1 to 65536, found 1.5'],
    [
      'a line of 48 bytes',
      { line: 48 },
      'levels[0].line: expected bytes of a line, a power of two from 8 to 4096, found 48',
    ],
    ['a line of 0 bytes', { line: 0 }, 'levels[0].line: expected bytes of a line, a power of two'],
    ['no size', { bytes: undefined }, 'levels[0].bytes'],
    ['a size in words', { bytes: '32K' }, 'levels[0].bytes: expected bytes, a number, found "32K"'],
    [
      'another policy',
      { policy: 'mru' },
      'levels[0].policy: expected a policy, one of lru, fifo, plru, random, found "mru"',
    ],
    [
      'PLRU over 6 ways',
      { bytes: 6 * 64, ways: 6, policy: 'plru' },
      'levels[0].ways: a tree of "plru" needs a power of two',
    ],
    ['a field that there is not', { associativity: 8 }, 'levels[0].associativity'],
    ['negative cycles', { latency: -1 }, 'levels[0].latency: expected cycles, a whole number from 0'],
  ])('refuses %s', (_, level, message) => {
    expect(one(level)).toContain(message);
  });

  it.each([
    [
      'a million processors',
      { processors: 1_000_000, levels: [{ bytes: 1024 }] },
      'processors: expected processors, a whole number from 1 to 64, found 1000000',
    ],
    [
      'no processors',
      { processors: 0, levels: [{ bytes: 1024 }] },
      'processors: expected processors, a whole number from 1 to 64, found 0',
    ],
    ['no levels', { levels: [] }, 'levels: expected at least one cache level, found none'],
    ['nothing', null, 'machine'],
    [
      'shrinking lines',
      {
        levels: [
          { bytes: 1024, line: 64 },
          { bytes: 4096, line: 32 },
        ],
      },
      "levels[1].line: expected at least the nearer level's 64 bytes, found 32",
    ],
    [
      'coherent lines of two lengths',
      {
        processors: 2,
        levels: [
          { bytes: 1024, line: 32 },
          { bytes: 4096, line: 64 },
        ],
      },
      'levels[1].line: coherent caches need lines of one length',
    ],
    [
      'groups that do not nest',
      {
        processors: 12,
        levels: [
          { bytes: 1024, sharedBy: 2 },
          { bytes: 4096, sharedBy: 3 },
        ],
      },
      'levels[1].sharedBy: expected a multiple of 2',
    ],
    [
      'a farther level that is faster',
      {
        levels: [
          { bytes: 1024, latency: 9 },
          { bytes: 4096, latency: 8 },
        ],
      },
      "levels[1].latency: expected at least the nearer level's 9 cycles, found 8",
    ],
    [
      'memory that is faster than a cache',
      { levels: [{ bytes: 1024, latency: 9 }], memory: { latency: 8 } },
      "memory.latency: expected at least L1's 9 cycles, found 8",
    ],
    [
      'pages shorter than lines',
      { levels: [{ bytes: 8192, line: 4096, ways: 2 }], tlb: [{ entries: 4, page: 1024 }] },
      'tlb[0].page: expected at least 4096 bytes, found 1024',
    ],
    [
      'more lines than memory holds',
      { processors: 64, levels: [{ bytes: 2 ** 30, line: 8 }] },
      'levels: expected at most 67108864 lines in all instances together',
    ],
  ])('refuses %s', (_, document, message) => {
    expect(refusal(document)).toContain(message);
  });
});

describe('presets', () => {
  it.each(MACHINES.map(({ id }) => id))('%s can be built and names its sources', async (id) => {
    const preset = MACHINES.find((one) => one.id === id);
    expect(preset?.sources.length).toBeGreaterThan(0);
    const machine = machineOf(id);
    const model = await MachineModel.create(modules, machine);
    expect(model.processors).toBe(machine.processors);
    model.call('set_cpu', machine.processors - 1);
    model.call('store', 4096, 8);
    expect(model.tally(0, model.instanceOf(0, machine.processors - 1)).writeMisses).toBe(1);
  });

  it("hold the papers' figures", () => {
    // Vitali et al., §5.1.
    const opteron = machineOf('opteron6128');
    expect(opteron.processors).toBe(32);
    expect(opteron.levels.map(({ bytes, sharedBy }) => [bytes, sharedBy]).slice(1)).toEqual([
      [512 * 1024, 1],
      [5 * 1024 * 1024, 4],
    ]);
    // Kumar's table gives totals and instances.
    const kumar = machineOf('crunchy2');
    const totals = kumar.levels.map(({ bytes, sharedBy }) => [
      (bytes * 64) / sharedBy / 2 ** 20,
      64 / sharedBy,
    ]);
    expect(totals).toEqual([
      [1, 64],
      [64, 32],
      [48, 8],
    ]);
    expect(machineOf('teaching').levels[0]).toMatchObject({ sets: 8, ways: 2 });
    expect(machineOf('ipsc2')).toMatchObject({ processors: 16, coherence: 'none' });
  });

  it('are named when an id is unknown', () => {
    expect(() => machineOf('cray')).toThrow(
      'no machine is called "cray"; there are teaching, ipsc2, opteron6128, crunchy2, laptop',
    );
  });
});
