import { describe, expect, it } from 'vitest';
import type { AllocatorDescriptor } from '../../../src/allocators/descriptor';
import { findAllocator } from '../../../src/allocators/list';
import * as programs from '../../../src/experiment/catalogue/kumar-programs';
import { MachineHistory } from '../../../src/machine/history';
import { LINE_CLASSES } from '../../../src/machine/lines';
import { machineOf } from '../../../src/machine/presets';
import { CYCLE_KINDS } from '../../../src/machine/result';
import { MachineRun, observedAllocator, runOnMachine } from '../../../src/machine/run';
import { STRIP_KINDS } from '../../../src/machine/strips';
import { compileScript } from '../../../src/script/compile';
import { accessOf } from '../../../src/worker/machine-api';
import { MachineSession } from '../../../src/worker/machine-session';
import { modules } from './drawing';

const script = `
thread t of 2 {
  let o[20];
  for i in 0..20 { o[i] = malloc(8 + 4 * i); write(o[i]); }
  barrier();
  for i in 0..20 { read(o[i]); if i % 3 == 0 { free(o[i]); o[i] = malloc(16); write(o[i], 8, 3); } }
  for i in 0..20 { free(o[i]); }
}
`;
const trace = compileScript(script, 1, 'two threads');
const config = { id: 'perthread', params: {} };
const perthread = findAllocator('perthread') as AllocatorDescriptor;

/** Two levels, the second shared; small, so that whole contents can be compared. */
const twoLevels = {
  processors: 2,
  levels: [
    { bytes: 512, ways: 4, line: 16 },
    { bytes: 4096, ways: 8, line: 16, policy: 'plru', sharedBy: 2 },
  ],
  tlb: [{ entries: 4 }],
};
const machines = [
  ['the teaching machine', 'teaching'],
  ['two levels', twoLevels],
] as const;

const record = (machine: unknown) =>
  MachineHistory.record(modules, trace, perthread, config, machineOf(machine));

/** A run that was never rewound, after so many events. */
async function fresh(machine: unknown, position: number): Promise<MachineRun> {
  const run = await MachineRun.create(
    modules,
    trace,
    observedAllocator(modules, perthread, config),
    machineOf(machine),
    { conflicts: true, lanes: true },
  );
  while (run.events < position && run.advance(1000, position));
  return run;
}

const contentOf = ({ model }: MachineRun) =>
  model.machine.levels.flatMap((_, level) =>
    Array.from({ length: model.instances(level) }, (__, instance) => model.content(level, instance)),
  );

describe('a history of a run on a machine', () => {
  it.each(machines)('comes to the same end as a plain run on %s', async (_, machine) => {
    const { result } = await record(machine);
    const plain = await runOnMachine(
      modules,
      trace,
      observedAllocator(modules, perthread, config),
      machineOf(machine),
      { conflicts: true, lanes: true },
    );
    expect(result).toEqual(plain);
    expect(result.events).toBe(trace.length);
  });

  it.each(machines)('goes to any position of %s, forward and back', async (_, machine) => {
    const history = await record(machine);
    for (const position of [40, 7, 90, 1, history.positions, 41]) {
      history.seek(position);
      expect(contentOf(history.run)).toEqual(contentOf(await fresh(machine, position)));
    }
  });

  it("knows the order of events in virtual time: each once, a thread's own in their order", async () => {
    const { order, clock } = await record('teaching');
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: trace.length }, (_, i) => i));
    for (const thread of [0, 1]) {
      const own = [...order.keys()].filter((n) => trace.cpu?.[order[n]] === thread);
      expect(own.map((n) => order[n])).toEqual(own.map((n) => order[n]).sort((a, b) => a - b));
      expect(own.every((n, i) => i === 0 || clock[n] >= clock[own[i - 1]])).toBe(true);
    }
  });

  it('stops after any access of an event', async () => {
    const history = await record('teaching');
    const position = 30;
    const { count } = history.watch(position);
    expect(count).toBeGreaterThan(3);
    history.seek(position - 1);
    const before = contentOf(history.run);
    const after = contentOf(await fresh('teaching', position));
    const states = [];
    for (let access = 0; access < count; access++) {
      history.seekAccess(position, access);
      states.push(contentOf(history.run));
    }
    expect(states[count - 1]).toEqual(after);
    expect(states[0]).not.toEqual(after);
    // One access changes one set of a cache, or two where it lies over two lines.
    let last = before;
    for (const state of states) {
      const changed = new Set<number>();
      state[0].address.forEach((address, i) => {
        if (address !== last[0].address[i]) changed.add(Math.floor(i / state[0].ways));
      });
      expect(changed.size).toBeLessThanOrEqual(2);
      last = state;
    }
    history.seek(position);
    expect(contentOf(history.run)).toEqual(after);
  });

  it.each(machines)(
    'looks at a window of the lanes of %s more closely, to the same sums',
    async (_, machine) => {
      const history = await record(machine);
      const { lanes, time } = history.result;
      if (!lanes) throw new Error('no lanes');
      const width = CYCLE_KINDS.length;
      const [first, last] = [Math.floor(lanes.slices / 8), Math.floor(time / lanes.slice / 2)];
      const [from, to] = [first * lanes.slice, last * lanes.slice];
      const fine = history.lanes(from, to);
      expect(fine.from).toBe(from);
      expect(fine.slice).toBeLessThan(lanes.slice);
      const each = lanes.slice / fine.slice;
      for (let p = 0; p < 2; p++)
        for (let slice = first; slice < last; slice++)
          for (let kind = 0; kind < width; kind++) {
            const coarse = lanes.cycles[(p * lanes.slices + slice) * width + kind];
            let sum = 0;
            for (let i = 0; i < each; i++)
              sum += fine.cycles[(p * fine.slices + (slice - first) * each + i) * width + kind];
            expect(sum, `P${p}, slice ${slice}, ${CYCLE_KINDS[kind]}`).toBe(coarse);
          }
      // What was looked at leaves no trace behind.
      history.seek(41);
      expect(contentOf(history.run)).toEqual(contentOf(await fresh(machine, 41)));
    },
  );

  it('accounts for a window behind the end of a thread as idle', async () => {
    const early = compileScript('thread t of 2 { compute(100 + 5000 * t); }', 1, 'one is done early');
    const history = await MachineHistory.record(modules, early, perthread, config, machineOf('teaching'));
    const { cycles, slices } = history.lanes(1000, 1100);
    const sums = CYCLE_KINDS.map((_, kind) => {
      let sum = 0;
      for (let i = 0; i < slices; i++) sum += cycles[i * CYCLE_KINDS.length + kind];
      return sum;
    });
    expect(sums.reduce((a, b) => a + b)).toBe(100);
    expect(sums[CYCLE_KINDS.indexOf('work')]).toBe(0);
  });

  it('samples strips that add up to the counts of every level', async () => {
    const history = await record(twoLevels);
    history.result.levels.forEach((level, number) => {
      const sums = STRIP_KINDS.map((kind) =>
        level.instances.reduce((sum, _, instance) => {
          const { counts } = history.strips.strip(number, instance, kind);
          return sum + counts.reduce((a, b) => a + b, 0);
        }, 0),
      );
      expect(sums).toEqual([level.hits, level.misses, level.replacements, level.conflicts]);
    });
  });
});

describe('a session on a machine', () => {
  const session = (source: string, id: string, machine: unknown) =>
    MachineSession.create(modules, compileScript(source, 1, 'test'), { id, params: {} }, machine, {});
  const look = { access: null, level: 0, processor: 0 };

  it("says whose the lines are: mine, the other thread's, both in one, the allocator's", async () => {
    // One heap serves both threads: two objects of 4 bytes lie in one line of 16.
    const one = await session(programs.passiveSharing(2), 'sysv', 'teaching');
    const seen = new Set<string>();
    for (let position = 1; position <= one.info().positions; position++) {
      const { content } = one.moment({ ...look, position });
      for (const owner of content.owner) seen.add(LINE_CLASSES[owner]);
    }
    expect(seen).toContain('allocator');
    expect(seen).toContain('own');
    expect(seen).toContain('mixed');
  });

  it('looks into the cache of who makes an access, also while another one’s event is under way', async () => {
    const one = await session(programs.memoryBound(3).replace('400', '2'), 'sysv', 'teaching');
    const { positions } = one.info();
    let others = 0;
    for (let position = 8; position <= positions && others < 40; position++) {
      const { accesses, processor } = one.moment({ position, access: null, level: 0, processor: null });
      for (let access = 0; access < Math.min(accesses.count, 6); access++) {
        const row = accessOf(accesses, access);
        const { viewpoint, content } = one.moment({ position, access, level: 0, processor: null });
        expect(viewpoint).toBe(row.processor);
        // What was just accessed is there.
        const line = Math.floor(row.address / content.line) * content.line;
        const held = content.address.indexOf(line);
        expect(held, `position ${position}, access ${access}`).toBeGreaterThanOrEqual(0);
        expect(content.state[held]).toBeGreaterThan(0);
        if (row.processor !== processor) others++;
      }
    }
    expect(others).toBeGreaterThan(10);
  });

  it('names accesses with where their lines were found and what they cost', async () => {
    const one = await session(programs.memoryBound(1), 'sysv', 'teaching');
    const { accesses, event } = one.moment({ ...look, position: 2 });
    expect(event.call).toBe('malloc(800)');
    const all = Array.from({ length: Math.min(accesses.count, accesses.rows.length / 4) }, (_, i) =>
      accessOf(accesses, i),
    );
    expect(all.length).toBe(accesses.count);
    for (const { byAllocator, found, cycles, bytes } of all) {
      expect(byAllocator).toBe(true);
      expect(bytes).toBeGreaterThan(0);
      // Memory costs 11 cycles here and a hit 1, which the instruction pays: 10 more, for each line.
      expect(found === 0 ? 0 : 10).toBe(found === 0 ? cycles : Math.min(cycles, 10));
    }
    expect(all.some(({ found }) => found === 1)).toBe(true);
  });

  it('names the block at an address, and draws the heap by kind and by set', async () => {
    const one = await session(programs.memoryBound(1), 'sysv', 'teaching');
    const moment = { ...look, position: 2 };
    const { address } = one.moment(moment);
    const { heapStart, heapEnd } = one.info();
    expect(one.block(moment, address)).toMatchObject({ state: 'live', object: 1, requested: 800 });
    const size = { width: 64, height: 20, rowHeight: 4, rowGap: 1 };
    const window = { from: heapStart, rowBytes: Math.ceil((heapEnd - heapStart) / 4) };
    const palette = Uint32Array.from({ length: 24 }, (_, i) => 0xff000000 + i * 9);
    for (const colour of ['kind', 'set'] as const) {
      const pixels = one.map({ moment, ...size, ...window, palette, colour });
      expect(pixels.length).toBe(64 * 20);
      expect(new Set(pixels).size).toBeGreaterThan(3);
    }
  });

  it('refuses a machine that cannot be built, with the place and the reason', async () => {
    const bad = { levels: [{ bytes: 1000, ways: 3 }] };
    await expect(session(programs.noMalloc(1), 'sysv', bad)).rejects.toMatchObject({
      name: 'MachineError',
      path: 'levels[0].bytes',
    });
  });
});
