import { describe, expect, it } from 'vitest';
import { PlacedBlocks } from '../../../src/engine/placed';
import { replay } from '../../../src/engine/replay';
import { endOf, places, type Run } from '../../../src/engine/run';
import type { BlockIndex } from '../../../src/raster/block-index';
import { Op, type Trace } from '../../../src/trace/trace';
import { drawTrace, modules, sample } from './lab';

type Row = readonly [born: number, ends: number, address: number, bytes: number];

const rowsOf = ({ count, born, ends, address, bytes }: BlockIndex): Row[] =>
  Array.from({ length: count }, (_, b) => [born[b], ends[b], address[b], bytes[b]]);

/** By a look at every event. */
function plainRows(run: Run): Row[] {
  const rows: Row[] = [];
  for (let event = 0; event < run.events; event++) {
    if (!places(run, event)) continue;
    const end = endOf(run, event);
    const ends = end < 0 ? run.trace.length : end;
    rows.push([event, ends, run.timeline.address.at(event), Math.max(1, run.trace.size[event])]);
  }
  return rows;
}

/** Gathers a run's blocks as if it came to these events one after the other. */
function inSteps(run: Run, steps: readonly number[]): BlockIndex {
  let reached = 0;
  const growing: Run = Object.create(run, { events: { get: () => reached } });
  const placed = new PlacedBlocks(growing);
  for (reached of steps) expect(rowsOf(placed.grow()).length).toBe(plainRows(growing).length);
  return placed.grow();
}

/** Where a limit refuses reallocs, now and then. */
async function refusing(): Promise<{ readonly run: Run; readonly refused: number }> {
  const trace: Trace = await sample('perl');
  const run = await replay(modules, trace, { id: 'sysv', params: {} }, { memoryLimit: 300_000 });
  let refused = 0;
  for (let event = 0; event < run.events; event++)
    if (trace.op[event] === Op.realloc && trace.size[event] > 0 && !places(run, event)) refused++;
  return { run, refused };
}

describe('the blocks of a run', () => {
  it('are those that it placed, whether they are gathered at once or as it grows', async () => {
    const { run, refused } = await refusing();
    expect(refused).toBeGreaterThan(10);
    const plain = plainRows(run);
    expect(rowsOf(new PlacedBlocks(run).grow())).toEqual(plain);
    const steps = Array.from({ length: 40 }, (_, i) => Math.floor((run.events * (i + 1)) / 40));
    expect(rowsOf(inSteps(run, steps))).toEqual(plain);
  });

  it('go on where a realloc is refused, and end with one to nothing', async () => {
    const run = await replay(modules, drawTrace('a 16, r 0 4294967000, r 0 4294967001, f 0, a 8, r 1 0'), {
      id: 'bsd',
      params: {},
    });
    expect(rowsOf(inSteps(run, [1, 2, 3, 4, 5, 6])).map(([born, ends]) => [born, ends])).toEqual([
      [0, 3],
      [4, 5],
    ]);
  });
});
