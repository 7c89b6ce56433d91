import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runYawns, YawnsRun } from '../../../src/simulations/yawns';
import { modules } from '../engine/lab';
import { lifeBoard, lifeStep } from './life';
import { objectsHistory } from './objects';

const RUNS = { numRuns: 25, seed: 1990 };
/** One of each way of holding free blocks: a list by address, exact sizes over it, powers of two, bins, page runs. */
const allocator = fc.constantFrom('sysv', 'ssmalloc', 'bsd', 'dlmalloc', 'hoard').map((id) => ({ id }));
const processors = fc.constantFrom(1, 2, 4, 8);

describe('any YAWNS run', () => {
  it('of moving objects has the events of one object after the other, and leaks nothing', async () => {
    const shape = fc.record({
      objects: fc.integer({ min: 1, max: 200 }),
      dimensions: fc.integer({ min: 3, max: 7 }),
      until: fc.integer({ min: 0, max: 60 }).map((eighths) => eighths / 8),
    });
    await fc.assert(
      fc.asyncProperty(shape, allocator, processors, fc.nat(), async (model, chosen, count, seed) => {
        const document = {
          model: { kind: 'hypercube' as const, ...model },
          allocator: chosen,
          processors: count,
          seed,
        };
        const run = await YawnsRun.create(modules, document);
        while (run.advance());
        const { history, events, failure } = run.result();
        expect({ history, events, failure }).toEqual({
          ...(await objectsHistory(modules, model, seed)),
          failure: null,
        });
        expect(run.close()).toBe(0);
      }),
      RUNS,
    );
  });

  it('of Life has the boards of the cellular automaton', async () => {
    const shape = fc.record({
      columns: fc.integer({ min: 4, max: 40 }),
      rows: fc.integer({ min: 4, max: 40 }),
      density: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
      rule: fc.constantFrom('nicol' as const, 'conway' as const),
      words: fc.integer({ min: 7, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, allocator, processors, fc.nat(), async (model, chosen, count, seed) => {
        const { columns, rows, rule } = model;
        const steps = 6;
        const document = { model: { kind: 'life' as const, steps, ...model }, allocator: chosen, seed };
        const run = await YawnsRun.create(modules, { ...document, processors: count });
        const board = () => lifeBoard(columns, rows, (cell) => run.state(cell) === 1);
        let expected = board();
        // A step without any event has no window: the board must then stay as it is.
        let step = 0;
        for (let sample = run.advance(); sample; sample = run.advance()) {
          for (; step < Math.floor(sample.floor); step++) expected = lifeStep(expected, columns, rows, rule);
          expect(board()).toEqual(expected);
        }
        for (; step < steps; step++) expect(lifeStep(expected, columns, rows, rule)).toEqual(expected);
        expect(run.close()).toBe(0);
      }),
      RUNS,
    );
  });

  it('that runs out of memory ends, says so and gives all back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        allocator,
        processors,
        async (pages, chosen, count) => {
          const model = { kind: 'life', columns: 32, rows: 32, density: 0.3, steps: 8 } as const;
          const document = { model, allocator: chosen, processors: count, memoryBytes: pages * 4096 };
          const run = await YawnsRun.create(modules, document);
          while (run.advance());
          const whole = await runYawns(modules, { ...document, memoryBytes: 0 });
          const { failure, history } = run.result();
          expect(history === whole.history).toBe(failure === null);
          expect(run.close()).toBe(0);
        },
      ),
      RUNS,
    );
  });
});
