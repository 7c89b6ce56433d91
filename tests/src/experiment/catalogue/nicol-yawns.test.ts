import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { findPreset } from '../../../../src/experiment/catalogue/list';
import {
  BOARDS,
  PROCESSORS,
  type PublishedRuns,
  TABLE1,
  TABLE2,
} from '../../../../src/experiment/catalogue/nicol-yawns-published';
import {
  extraWorkload,
  meanSpeedups,
  type Subject,
  type Sweep,
  sweep,
  tableSeries,
} from '../../../../src/experiment/catalogue/nicol-yawns-sweep';
import { type PresetContext, type ResultSeries, seriesSchema } from '../../../../src/experiment/preset';
import { type JobRunner, runJob } from '../../../../src/simulations/jobs';
import { modules } from '../../engine/lab';

const tables: [string, PublishedRuns][] = [
  ...Object.entries(TABLE1).map(([id, runs]): [string, PublishedRuns] => [`Table 1, ${id}`, runs]),
  ...Object.entries(TABLE2).map(([id, runs]): [string, PublishedRuns] => [`Table 2, ${id}`, runs]),
];

/** Total workloads that are not what the report's own utilization and time make of them: printed so. */
const MISPRINTS = ['Table 2, bsd, 4: 133 instead of 114', 'Table 2, ssmalloc, 2: 99 instead of 90'];

describe("the report's figures", () => {
  it('hang together as it says they do, but for two', () => {
    const odd: string[] = [];
    for (const [table, { seconds, utilization, speedup, workload }] of tables) {
      for (const [at, processors] of PROCESSORS.entries()) {
        const time = seconds[at];
        const share = utilization[at];
        const total = workload[at];
        if (time === null || share === null || total === null) {
          expect([time, share, total, speedup[at]]).toEqual([null, null, null, null]);
          continue;
        }
        const product = (share / 100) * time * processors;
        // Seconds and percentages are printed without decimals; a total is off by less than both roundings.
        const slack = processors * (0.5 * (share / 100) + 0.005 * time) + 1;
        if (Math.abs(total - product) > slack) {
          odd.push(`${table}, ${processors}: ${total} instead of ${product.toFixed(0)}`);
        }
        const alone = seconds[0];
        if (alone === null) expect(speedup[at]).toBeNull();
        else expect(Math.abs((speedup[at] ?? 0) / (alone / time) - 1)).toBeLessThan(0.05);
      }
    }
    expect(odd).toEqual(MISPRINTS);
  });

  it('have a board under malloc that is 13% larger than under ssmalloc, and scalable malloc at less than half', () => {
    expect(Math.round(100 * (BOARDS.sysv / BOARDS.ssmalloc - 1))).toBe(13);
    expect(BOARDS.bsd / BOARDS.sysv).toBeLessThan(0.5);
  });
});

describe('a sweep', () => {
  const model = { kind: 'hypercube', objects: 512, dimensions: 6, until: 6 } as const;
  const subjects: Subject[] = [
    { name: 'malloc', allocator: { id: 'sysv', params: {} }, model, published: TABLE1.sysv },
    { name: 'dl', allocator: { id: 'dlmalloc', params: {} }, model, published: null },
  ];
  const progress: number[] = [];
  const context: PresetContext = {
    modules,
    seed: 1,
    trace: () => Promise.reject(new Error('no trace is wanted')),
    onProgress: (_, done, total) => progress.push(done / (total ?? Number.NaN)),
  };

  it('gives the same numbers whoever runs it, and in whatever order runs come to their end', async () => {
    const figures = (sweeps: readonly Sweep[]) => [
      ...sweeps.flatMap(tableSeries),
      extraWorkload(sweeps[0], sweeps[1]),
    ];
    const alone = figures(await sweep(context, subjects, [1, 2], () => undefined));
    const order: number[] = [];
    let begun = 0;
    // Four at once; the later ones overtake the earlier.
    const runner: JobRunner = {
      width: 4,
      async run(job, onShare) {
        const number = begun++;
        const result = await runJob(modules, job, { onShare });
        await new Promise((resolve) => setTimeout(resolve, 30 * (3 - (number % 4))));
        order.push(number);
        return result;
      },
    };
    const partial: ResultSeries[][] = [];
    const together = await sweep({ ...context, runner }, subjects, [1, 2], (stands) =>
      partial.push(figures(stands)),
    );
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect(figures(together)).toEqual(alone);
    // What stands on the way is of the same runs: each value is nothing, or the first seed's, or both seeds'.
    for (const each of partial.flat()) expect(v.safeParse(seriesSchema, each).success).toBe(true);
    progress.length = 0;
  });

  it('has an interval over the seeds for every number of processors, and tells how far it is', async () => {
    const stood: number[] = [];
    const sweeps = await sweep(context, subjects, [1, 2, 3], (stands) =>
      stood.push(stands.flatMap(({ runs }) => runs).reduce((sum, each) => sum + (each?.length ?? 0), 0)),
    );
    // After every run there is one more.
    expect(stood).toEqual(Array.from({ length: 2 * 5 * 3 }, (_, i) => i + 1));
    expect(progress.every((done, i) => done >= 0 && done <= 1 && done >= (progress[i - 1] ?? 0))).toBe(true);
    expect(progress.at(-1)).toBe(1);
    const series = [...sweeps.flatMap(tableSeries), extraWorkload(sweeps[0], sweeps[1])];
    for (const each of series) expect(v.safeParse(seriesSchema, each).success).toBe(true);
    const named = (name: string) => series.find((each) => each.name === name) as ResultSeries;
    expect(named('malloc: speedup').measured[0]).toBe(1);
    expect(named('malloc: speedup').measured[4]).toBeCloseTo(meanSpeedups(sweeps[0])[4], 9);
    const time = named('malloc: finishing time');
    expect(time.published).toEqual(TABLE1.sysv.seconds);
    for (const [i, mean] of time.measured.entries()) {
      expect(time.low[i]).toBeLessThan(mean ?? 0);
      expect(time.high[i]).toBeGreaterThan(mean ?? 0);
    }
    // Emscripten's allocator tells nothing of its free blocks, so nothing is said of them.
    expect(series.filter(({ name }) => name.startsWith('dl:')).map(({ name }) => name)).not.toContainEqual(
      expect.stringContaining('free blocks'),
    );
    const extra = named("workload that malloc adds to dl's");
    expect(extra.measured[0]).toBeCloseTo(
      (named('malloc: total workload').measured[0] ?? 0) - (named('dl: total workload').measured[0] ?? 0),
      9,
    );
  });

  it('ends when it is cancelled, with what stands', async () => {
    const controller = new AbortController();
    let stands: readonly Sweep[] = [];
    const running = sweep({ ...context, signal: controller.signal }, subjects, [1, 2, 3, 4, 5, 6], (now) => {
      stands = now;
      controller.abort(new Error('enough'));
    });
    await expect(running).rejects.toThrow('enough');
    expect(stands[0].runs).toHaveLength(PROCESSORS.length);
  });
});

describe('the catalogue', () => {
  it.each(['nicol-table1', 'nicol-table2', 'nicol-boards'])('has %s', async (id) => {
    expect((await findPreset(id))?.paper).toContain('Nicol 1990');
  });
});
