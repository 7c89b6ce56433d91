import { describe, expect, test } from 'vitest';
import { replay } from '../../../src/engine/replay';
import { figure1, WORD } from '../../../src/experiment/catalogue/zorn-figure1';
import {
  type Comparison,
  compareModels,
  errorOf,
  failedTrials,
  overTrials,
} from '../../../src/models/comparison';
import { extrinsic, intrinsic, liveBytes, ZORN_ALLOCATORS } from '../../../src/models/metrics';
import { distil } from '../../../src/models/observations';
import { type Report, reportOf } from '../../../src/models/report';
import { interval, relativeError } from '../../../src/models/statistics';
import { LocalTrials, type TrialRunner } from '../../../src/models/trial-runner';
import { TraceBuilder } from '../../../src/trace/builder';
import { summarise } from '../../../src/trace/summary';
import { Op } from '../../../src/trace/trace';
import { inputs } from './laws';
import { modules } from './setup';

/** Objects of up to `largest` bytes that live for a while, with a realloc now and then. */
function program(objects: number, largest: number) {
  const draw = inputs(5);
  const builder = new TraceBuilder();
  const live: number[] = [];
  let now = 0;
  for (let id = 0; id < objects; id++) {
    now += 1 + Math.floor(draw() * 20);
    builder.add(Op.malloc, id, 1 + Math.floor(draw() * largest), now, 0, 0);
    live.push(id);
    if (draw() < 0.05) builder.add(Op.realloc, id, 1 + Math.floor(draw() * largest), now, 0, 0);
    while (live.length > 40) {
      const [victim] = live.splice(Math.floor(draw() * live.length), 1);
      builder.add(Op.free, victim, 0, ++now, 0, 0);
    }
  }
  return builder.finish({ name: 'made', clock: 'ticks', notes: [] });
}

describe('intrinsic metrics', () => {
  test('the sample trace: 12 words, 6 objects, at most 8 words in 4 objects at ticks 9 to 10', () => {
    expect(intrinsic(figure1())).toEqual({ bytes: 12 * WORD, objects: 6, maxBytes: 8 * WORD, maxObjects: 4 });
  });

  test('agree with the summary that the rest of the lab shows', () => {
    const trace = distil(program(2000, 500));
    const { bytesAllocated, objects, peakLiveBytes, peakLiveObjects } = summarise(trace);
    expect(intrinsic(trace)).toEqual({
      bytes: bytesAllocated,
      objects,
      maxBytes: peakLiveBytes,
      maxObjects: peakLiveObjects,
    });
  });

  test('live bytes at the end of each tick of the sample trace', () => {
    const words = [...liveBytes(figure1(), 12, 12)].map((bytes) => bytes / WORD);
    expect(words).toEqual([3, 6, 3, 5, 6, 5, 5, 6, 8, 8, 7, 0]);
  });
});

describe('extrinsic metrics', () => {
  test.each(ZORN_ALLOCATORS)('%s: the same figures as a replay with all its series', async (allocator) => {
    const trace = distil(program(3000, 700));
    const { summary } = await replay(modules, trace, { id: allocator, params: {} });
    const found = await extrinsic(modules, trace, allocator);
    const { mallocs, frees, instructionsPerOp, memoryEfficiency } = summary;
    expect(found?.cpu).toBeCloseTo((instructionsPerOp * (mallocs + frees)) / mallocs, 8);
    expect(found?.efficiency).toBe(memoryEfficiency);
  });

  test('null where the allocator runs out of memory', async () => {
    const builder = new TraceBuilder();
    for (let id = 0; id < 3; id++) builder.add(Op.malloc, id, 0xffff_fff0, id, 0, 0);
    const vast = builder.finish({ name: 'vast', clock: 'ticks', notes: [] });
    expect(await extrinsic(modules, vast, 'first')).toBeNull();
  });
});

/** Several at a time, as a pool of workers has them: work and answers are copied, and the later work is ready first. */
async function pool(width: number): Promise<TrialRunner> {
  const trials = await LocalTrials.load(modules);
  let begun = 0;
  return {
    width,
    async measure(work) {
      const turns = (7 * ++begun) % 5;
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve));
      return structuredClone(await trials.measure(structuredClone(work)));
    },
  };
}

describe('comparison', () => {
  test('the trials, their interval and the error of their mean', async () => {
    const trace = program(1500, 300);
    const comparison = await compareModels(modules, trace, {
      trials: 4,
      seed: 9,
      allocators: ['bsd', 'best'],
    });
    expect(comparison.models.map(({ model }) => model.family.title)).toEqual([
      'MEAN',
      'CDF',
      'SIZE',
      'TIME',
      'TRANS',
    ]);
    expect(comparison.actual.intrinsic).toEqual(intrinsic(distil(trace)));
    expect(comparison.observations.leftOut).toBe(summarise(trace).reallocs);
    const [mean] = comparison.models;
    const read = ({ extrinsic }: typeof comparison.actual) => extrinsic.best?.cpu ?? null;
    const figures = mean.trials.map((trial) => trial?.extrinsic.best?.cpu ?? Number.NaN);
    expect(new Set(figures).size).toBe(4);
    expect(overTrials(mean, read)).toEqual(interval(figures));
    const actual = (await extrinsic(modules, distil(trace), 'best'))?.cpu ?? Number.NaN;
    expect(errorOf(comparison, mean, read)).toBe(relativeError(actual, interval(figures).mean));
  });

  test('the same seed gives the same figures, and trial k has the seed + k', async () => {
    const trace = program(400, 300);
    const run = async (seed: number, trials: number) => {
      const comparison = await compareModels(modules, trace, { trials, seed, allocators: ['first'] });
      return comparison.models.map((one) => one.trials.map((trial) => [trial?.intrinsic, trial?.extrinsic]));
    };
    const three = await run(1, 3);
    expect(await run(1, 3)).toEqual(three);
    expect(await run(2, 2)).toEqual(three.map((trials) => trials.slice(1)));
  });

  test('a pool gives the numbers of one thread, whoever is ready first, and tells as much on the way', async () => {
    const trace = program(400, 300);
    const run = async (trialRunner?: TrialRunner) => {
      const reports: Report[] = [];
      const onPartial = (so: Comparison) => reports.push(reportOf(so));
      const comparison = await compareModels(modules, trace, { trials: 4, trialRunner, onPartial });
      const trials = comparison.models.map((one) => one.trials);
      return { reports, trials, last: reportOf(comparison) };
    };
    const [one, several] = [await run(), await run(await pool(3))];
    expect(several.trials).toEqual(one.trials);
    expect(several.last).toEqual(one.last);
    // The program, four trials of four models, and the one of TIME, whose trials are all alike.
    expect(one.reports.length).toBe(1 + 4 * 4 + 1);
    expect(one.reports[17]).toEqual(one.last);
    const done = one.reports.map(({ models }) => models.reduce((sum, { trials }) => sum + trials, 0));
    expect(done).toEqual([0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(one.reports[3].models.map(({ figures }) => figures.length)).toEqual([12, 12, 12, 0, 0]);
  });

  test('a trial that runs out of memory counts as zero and is told', async () => {
    // One object of sixty is larger than the memory; about a third of the traces drawn have none of its size.
    const builder = new TraceBuilder();
    for (let id = 0; id < 60; id++) builder.add(Op.malloc, id, id === 30 ? 0xffff_fff0 : 16, id, 0, 0);
    const trace = builder.finish({ name: 'vast', clock: 'ticks', notes: [] });
    const models = [{ id: 'cdf' as const }];
    const comparison = await compareModels(modules, trace, { trials: 12, allocators: ['first'], models });
    const read = ({ extrinsic }: typeof comparison.actual) => extrinsic.first?.cpu ?? null;
    const [cdf] = comparison.models;
    const failed = failedTrials(cdf);
    expect([failed > 0, failed < 12]).toEqual([true, true]);
    const values = cdf.trials.map((trial) => (trial && read(trial)) ?? 0);
    expect(values.filter((value) => value === 0)).toHaveLength(failed);
    expect(overTrials(cdf, read)).toEqual(interval(values));
    expect(reportOf(comparison).models[0].failed).toBe(failed);
    // The program itself does not fit either: there is nothing to be compared with.
    expect(errorOf(comparison, cdf, read)).toBeNull();
  });

  test('can be cancelled, and tells how far it is', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const running = compareModels(modules, program(300, 100), {
      trials: 2,
      allocators: [],
      signal: controller.signal,
      onProgress: (done, total) => {
        seen.push(done / total);
        if (done === 3) controller.abort(new Error('enough'));
      },
    });
    await expect(running).rejects.toThrow('enough');
    expect(seen).toEqual([0, 0.1, 0.2, 0.3]);
  });
});
