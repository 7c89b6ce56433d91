import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { largestBoard } from '../../../src/simulations/boards';
import { IPSC2_NETWORK } from '../../../src/simulations/network';
import {
  PHASES,
  parseYawns,
  runYawns,
  type WindowSample,
  type YawnsDocument,
  YawnsError,
  YawnsRun,
} from '../../../src/simulations/yawns';
import { modules } from '../engine/lab';
import { lifeBoard, lifeStep } from './life';
import { objectsHistory } from './objects';

const CUBE = { kind: 'hypercube', objects: 300, dimensions: 5, until: 12 } as const;
const LIFE = { kind: 'life', columns: 21, rows: 18, density: 0.35, steps: 12 } as const;
const POWERS = [1, 2, 4, 8, 16];

const setup = (model: YawnsDocument['model'], id: string, processors: number, seed = 1): YawnsDocument => ({
  model,
  allocator: { id, params: {} },
  processors,
  seed,
});

/** dalloc's arena of 64 KiB is too small for these models, which is a test of its own. */
const able = allocators.filter(({ id }) => id !== 'dalloc').map(({ id }) => id);

describe('the events of a YAWNS run', () => {
  it('are those of a simulator that follows one object after the other', async () => {
    for (const seed of [1, 2, 77]) {
      const { history, events } = await runYawns(modules, setup(CUBE, 'sysv', 4, seed));
      expect({ history, events }).toEqual(await objectsHistory(modules, CUBE, seed));
    }
  });

  it.each(able)('are the same on every number of processors (%s)', async (id) => {
    for (const model of [CUBE, LIFE]) {
      const reference = await runYawns(modules, setup(model, 'sysv', 1));
      for (const processors of POWERS) {
        const { history, events, failure } = await runYawns(modules, setup(model, id, processors));
        expect({ history, events, failure }).toEqual({
          history: reference.history,
          events: reference.events,
          failure: null,
        });
      }
    }
  });

  it('are others with another seed', async () => {
    const histories = new Set<string>();
    for (const seed of [1, 2, 3, 2 ** 40]) {
      for (const model of [CUBE, LIFE])
        histories.add((await runYawns(modules, setup(model, 'bsd', 2, seed))).history);
    }
    expect(histories.size).toBe(8);
  });

  it('keep every object, at the end of every window', async () => {
    const run = await YawnsRun.create(modules, setup(CUBE, 'ssmalloc', 8));
    let windows = 0;
    while (run.advance()) {
      windows++;
      let objects = 0;
      for (let node = 0; node < 2 ** CUBE.dimensions; node++) objects += run.state(node);
      expect(objects).toBe(CUBE.objects);
    }
    expect(windows).toBeGreaterThanOrEqual(CUBE.until / 0.25);
  });

  it.each([
    ['nicol', 1],
    ['nicol', 16],
    ['conway', 1],
    ['conway', 8],
  ] as const)('make the board of the cellular automaton at every step (%s, %i)', async (rule, processors) => {
    const run = await YawnsRun.create(modules, setup({ ...LIFE, rule }, 'sysv', processors, 5));
    const { columns, rows, steps } = LIFE;
    let board = lifeBoard(columns, rows, (cell) => run.state(cell) === 1);
    expect(board.includes(1)).toBe(true);
    for (let step = 1; step <= steps; step++) {
      run.advance();
      board = lifeStep(board, columns, rows, rule);
      expect(lifeBoard(columns, rows, (cell) => run.state(cell) === 1)).toEqual(board);
    }
    expect(run.done).toBe(true);
  });
});

describe('the windows', () => {
  it('move forward and never hold more than the lookahead', async () => {
    const samples: WindowSample[] = [];
    await runYawns(modules, setup(CUBE, 'bsd', 4), { onProgress: (sample) => samples.push(sample) });
    expect(samples[0].window).toBe(0);
    for (const [i, { window, floor, ceiling }] of samples.entries()) {
      expect(window).toBe(i);
      if (i === 0) continue;
      expect(ceiling - floor).toBeLessThanOrEqual(0.25);
      expect(floor).toBeGreaterThanOrEqual(samples[i - 1].ceiling);
    }
  });

  it("add up to the processors' accounts, cycle by cycle", async () => {
    const samples: WindowSample[] = [];
    const run = await YawnsRun.create(modules, setup(CUBE, 'sysv', 4));
    samples.push(run.begun);
    for (let sample = run.advance(); sample; sample = run.advance()) samples.push(sample);
    const { processors, seconds, utilization, workloadSeconds, events } = run.result();
    for (const [p, { cycles, events: own }] of processors.entries()) {
      for (const phase of PHASES)
        expect(samples.reduce((sum, sample) => sum + sample.cycles[phase][p], 0)).toBe(cycles[phase]);
      expect(samples.reduce((sum, sample) => sum + sample.events[p], 0)).toBe(own);
      expect(PHASES.reduce((sum, phase) => sum + cycles[phase], 0)).toBe(run.processors[p].clock);
      for (const [i, sample] of samples.entries()) {
        const before = i === 0 ? 0 : samples[i - 1].start[p];
        const spent = i === 0 ? 0 : PHASES.reduce((sum, phase) => sum + samples[i - 1].cycles[phase][p], 0);
        expect(sample.start[p]).toBe(before + spent);
      }
    }
    expect(samples.reduce((sum, sample) => sum + sample.events.reduce((a, b) => a + b), 0)).toBe(events);
    expect(workloadSeconds).toBeCloseTo(utilization * seconds * processors.length, 9);
  });

  it('cost what the machine says: 11 cycles for 5 instructions at 16 MHz', async () => {
    const run = await YawnsRun.create(modules, setup(CUBE, 'ssmalloc', 1));
    while (run.advance());
    const [{ instructions, clock }] = run.processors;
    expect(clock).toBe(Math.floor((instructions * 11) / 5));
    expect(run.result().seconds).toBe(clock / IPSC2_NETWORK.hertz);
  });

  it('are the same bits in every run', async () => {
    const once = await runYawns(modules, setup(LIFE, 'dlmalloc', 4));
    expect(await runYawns(modules, setup(LIFE, 'dlmalloc', 4))).toEqual(once);
  });

  it('cost more with caches, and hold the same events', async () => {
    const without = await runYawns(modules, setup(CUBE, 'sysv', 2));
    const caches = await runYawns(modules, { ...setup(CUBE, 'sysv', 2), caches: true });
    expect(caches.history).toBe(without.history);
    expect(caches.workloadSeconds).toBeGreaterThan(without.workloadSeconds);
    expect(caches.workloadSeconds).toBeLessThan(2 * without.workloadSeconds);
  });
});

describe('memory', () => {
  it.each(able)('is given back to the last block (%s)', async (id) => {
    for (const model of [CUBE, LIFE]) {
      const run = await YawnsRun.create(modules, setup(model, id, 4));
      for (let window = 0; window < 7; window++) run.advance();
      expect(run.close()).toBe(0);
    }
  });

  it("is free from end to end afterwards, by the allocator's own account", async () => {
    const run = await YawnsRun.create(modules, setup(CUBE, 'sysv', 2));
    while (run.advance());
    run.close();
    const WORDS = 6;
    const STATE = 4;
    const blocks = run.walk(1, 'blocks');
    expect(blocks.length).toBe(WORDS);
    expect(blocks[STATE]).toBe(0);
  });

  it("has as many free blocks as the allocator's lists", async () => {
    for (const id of ['sysv', 'bsd', 'first']) {
      const run = await YawnsRun.create(modules, setup(CUBE, id, 2));
      let last = run.begun;
      for (let sample = run.advance(); sample; sample = run.advance()) last = sample;
      expect(last.freeBlocks[1]).toBe(run.walk(1, 'items').length / 2);
      expect(last.freeBlocks[1]).toBeGreaterThan(0);
    }
  });

  it('grows with what is alive, not with simulated time', async () => {
    const peak = async (until: number) =>
      (await runYawns(modules, setup({ ...CUBE, until }, 'ssmalloc', 2))).processors[0].peakFootprintBytes;
    expect(await peak(200)).toBeLessThan(1.2 * (await peak(20)));
  });

  it('that runs out ends the run and says where', async () => {
    const { failure, events } = await runYawns(modules, { ...setup(CUBE, 'sysv', 2), memoryBytes: 12_288 });
    expect(failure).not.toBeNull();
    expect(events).toBeLessThan(100);
    const big = { ...CUBE, objects: 4096 };
    expect((await runYawns(modules, setup(big, 'dalloc', 1))).failure).toEqual({ processor: 0, time: 0 });
  });

  it('holds the largest board, and not a row more', async () => {
    const question = { columns: 64, steps: 10, density: 0.2, rule: 'nicol', processors: 4, seed: 3 } as const;
    const found: number[] = [];
    for (const id of ['sysv', 'ssmalloc', 'bsd']) {
      const allocator = { id, params: {} };
      const memoryBytes = 65_536;
      const { rows } = await largestBoard(modules, { ...question, allocator, memoryBytes });
      const fits = async (side: number) => {
        const { columns, steps, density, rule, processors, seed } = question;
        const model = { kind: 'life' as const, columns, rows: side, steps, density, rule };
        return (
          (await runYawns(modules, { model, allocator, memoryBytes, processors, seed })).failure === null
        );
      };
      expect([await fits(rows), await fits(rows + 1)]).toEqual([true, false]);
      found.push(rows);
    }
    expect(found[0]).toBeGreaterThan(found[1]);
    expect(found[1]).toBeGreaterThanOrEqual(found[2]);
  });

  it('is too small for any board: an error that says so', async () => {
    const question = { columns: 256, steps: 1, density: 0.2, rule: 'nicol', processors: 1, seed: 1 } as const;
    await expect(
      largestBoard(modules, { ...question, allocator: { id: 'sysv', params: {} }, memoryBytes: 4096 }),
    ).rejects.toThrow('4096 bytes a processor do not hold 8 rows of 256 cells with sysv');
  });
});

describe('the speedup', () => {
  it('is superlinear with System V and not with ssmalloc, whose workload stays', async () => {
    const model = { kind: 'hypercube', objects: 2048, dimensions: 8, until: 20 } as const;
    const run = async (id: string, processors: number) => runYawns(modules, setup(model, id, processors));
    const [sysv1, sysv16] = [await run('sysv', 1), await run('sysv', 16)];
    const [ss1, ss16] = [await run('ssmalloc', 1), await run('ssmalloc', 16)];
    expect(sysv1.workloadSeconds / sysv16.workloadSeconds).toBeGreaterThan(1.3);
    expect(ss1.workloadSeconds / ss16.workloadSeconds).toBeLessThan(1.3);
    expect(sysv1.seconds / sysv16.seconds).toBeGreaterThan(ss1.seconds / ss16.seconds);
    expect(ss1.seconds / ss16.seconds).toBeLessThan(16);
    const free = (result: typeof sysv1) => result.processors[0].meanFreeBlocks ?? 0;
    expect(free(sysv1)).toBeGreaterThan(2 * free(sysv16));
  });
});

describe('a document', () => {
  it('gets its defaults: the problems of the report', () => {
    const allocator = { id: 'sysv' };
    expect(parseYawns({ model: { kind: 'hypercube' }, allocator }).model).toEqual({
      kind: 'hypercube',
      objects: 4096,
      dimensions: 8,
      until: 100,
    });
    expect(parseYawns({ model: { kind: 'life' }, allocator }).model).toEqual({
      kind: 'life',
      columns: 64,
      rows: 64,
      density: 0.2,
      rule: 'nicol',
      steps: 50,
      words: 7,
    });
  });

  it.each([
    [
      { model: { kind: 'hypercube' }, allocator: { id: 'sysv' }, processors: 3 },
      'processors: expected processors, a power of two from 1 to 64, found 3',
    ],
    [
      { model: { kind: 'hypercube', dimensions: 2 }, allocator: { id: 'sysv' }, processors: 8 },
      'yawns: processors: expected at most 4 processors, one a node of the hypercube, found 8',
    ],
    [
      { model: { kind: 'life', rows: 3, columns: 9 }, allocator: { id: 'sysv' }, processors: 16 },
      'yawns: processors: expected at most 9 processors, each with a row and a column of the board, found 16',
    ],
    [
      { model: { kind: 'life', rows: 2 }, allocator: { id: 'sysv' } },
      'model.rows: expected rows, a whole number from 3 to 8192, found 2',
    ],
    [{ model: { kind: 'life', rule: 'highlife' }, allocator: { id: 'sysv' } }, 'model.rule'],
    [{ model: { kind: 'ring' }, allocator: { id: 'sysv' } }, 'model.kind'],
    [7, 'yawns'],
  ])('that cannot be run is refused with the reason (%#)', (document, words) => {
    expect(() => parseYawns(document)).toThrow(YawnsError);
    expect(() => parseYawns(document)).toThrow(words);
  });

  it('names an unknown parameter', async () => {
    const document = { model: CUBE, allocator: { id: 'sysv', params: { lists: 3 } } };
    await expect(runYawns(modules, document)).rejects.toThrow('sysv has no parameter "lists"');
  });

  it('can be cancelled', async () => {
    const controller = new AbortController();
    const model = { ...CUBE, objects: 4096, until: 1e6 };
    const running = runYawns(modules, setup(model, 'bsd', 2), {
      signal: controller.signal,
      onProgress: ({ window }) => {
        if (window === 20) controller.abort(new Error('enough'));
      },
    });
    await expect(running).rejects.toThrow('enough');
  });
});
