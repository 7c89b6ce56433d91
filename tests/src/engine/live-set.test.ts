import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LiveSet } from '../../../src/engine/live-set';
import { replay } from '../../../src/engine/replay';
import { places } from '../../../src/engine/run';
import { TraceBuilder } from '../../../src/trace/builder';
import { Op, type Trace } from '../../../src/trace/trace';
import { modules, numbers } from './lab';

/** Short and long lives, and reallocs of which some ask for more than there is. */
function lively(events: number, seed: number, long: number): Trace {
  const below = numbers(seed);
  const builder = new TraceBuilder();
  const live: number[] = [];
  let objects = 0;
  for (let time = 0; time < events; time++) {
    const what = below(100);
    const last = live.length > 0 ? live.length - 1 - below(Math.min(live.length, long)) : -1;
    if (last < 0 || what < 50) {
      live.push(objects);
      builder.add(Op.malloc, objects++, 1 + below(200), time, 0, 0);
    } else if (what < 60) {
      builder.add(Op.realloc, live[last], what < 52 ? 0x7fff_0000 : 1 + below(300), time, 0, 0);
    } else {
      builder.add(Op.free, live[last], 0, time, 0, 0);
      live.splice(last, 1);
    }
  }
  return builder.finish({ name: 'lively', clock: 'events', notes: [] });
}

it('names the blocks that are live, with their addresses and sizes, as a plain walk through the events does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 130_000 }),
      fc.integer(),
      fc.constantFrom(3, 500, 1e6),
      async (events, seed, long) => {
        const trace = lively(events, seed, long);
        const run = await replay(modules, trace, { id: 'bsd', params: {} }, { snapshotBudget: 1 << 20 });
        const live = new LiveSet(run);
        const below = numbers(seed);
        const asked = Array.from({ length: 6 }, () => below(events)).concat(events - 1);
        const wanted = new Set(asked);
        const plain = new Map<number, number>();
        const expected = new Map<number, string>();
        for (let event = 0; event < events; event++) {
          const object = trace.id[event];
          if (trace.op[event] === Op.free) plain.delete(object);
          else if (places(run, event)) plain.set(object, event);
          if (wanted.has(event)) expected.set(event, told([...plain.values()].map((placed) => row(placed))));
        }
        function row(placed: number): [number, number, number] {
          return [placed, run.timeline.address.at(placed), trace.size[placed]];
        }
        for (const event of asked) {
          const { count, rows } = live.after(event);
          const found = Array.from({ length: count }, (_, at): [number, number, number] => [
            rows[at * 3],
            rows[at * 3 + 1],
            rows[at * 3 + 2],
          ]);
          expect(told(found)).toBe(expected.get(event));
        }
      },
    ),
    { numRuns: 6 },
  );
});

const told = (rows: [number, number, number][]): string => JSON.stringify(rows.sort(([a], [b]) => a - b));
