import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../../src/cli/node-modules';
import { Modules } from '../../../../src/engine/modules';
import { DirectAllocator } from '../../../../src/experiment/catalogue/direct';
import { findPreset } from '../../../../src/experiment/catalogue/list';
import { nothing, PointerArray, SIZES } from '../../../../src/experiment/catalogue/nicol-array';
import { count, modelledTime } from '../../../../src/experiment/catalogue/nicol-figure2';
import { expectedWait } from '../../../../src/experiment/catalogue/nicol-records';
import {
  type PresetResult,
  presetResultSchema,
  type ResultSeries,
  seriesSchema,
} from '../../../../src/experiment/preset';
import { Random } from '../../../../src/models/random';
import { measuredOf, runPreset, seriesNamed } from '../presets';

describe("Nicol's array of pointers", () => {
  it('holds about half of its blocks and changes about half of its positions a pass', async () => {
    const random = await Random.load(new Modules(nodeModules));
    let held = 0;
    const sizes = new Map<number, number>();
    const counting = {
      malloc: (size: number) => {
        held++;
        sizes.set(size, (sizes.get(size) ?? 0) + 1);
        return 1;
      },
      free: () => {
        held--;
      },
    };
    const array = new PointerArray(6000, random.stream(1, 0, { name: 'uniform' }), counting);
    for (let pass = 0; pass < 10; pass++) {
      expect(Math.abs(held - 3000)).toBeLessThan(200);
      array.pass();
    }
    expect(Math.abs(array.calls - 30_000)).toBeLessThan(500);
    expect([...sizes.keys()].sort((a, b) => a - b)).toEqual(SIZES);
    const mean = [...sizes.values()].reduce((sum, each) => sum + each, 0) / SIZES.length;
    for (const count of sizes.values()) expect(Math.abs(count - mean)).toBeLessThan(mean / 10);
  });

  it('makes the same calls in its overhead run', async () => {
    const random = await Random.load(new Modules(nodeModules));
    const { calls: real } = await DirectAllocator.create(
      new Modules(nodeModules),
      { id: 'bsd', params: {} },
      'plain',
    );
    const arrays = [real, nothing].map(
      (allocator) => new PointerArray(100, random.stream(3, 0, { name: 'uniform' }), allocator),
    );
    for (const array of arrays) for (let pass = 0; pass < 20; pass++) array.pass();
    expect(arrays[0].calls).toBe(arrays[1].calls);
  });
});

/** Mean calls from state i − 1 to i, from the chain's own equations: T_k = 1 + q·(T_{k−1} + T_k), T_0 = 1. */
function byRecursion(p: number, i: number): number {
  let wait = 1;
  for (let k = 1; k < i; k++) wait = (1 + (1 - p) * wait) / p;
  return wait;
}

describe('the calls between records', () => {
  it('follow equation (1), which agrees with the equations of the chain', () => {
    for (const p of [0.05, 0.3, 0.45, 0.49, 0.4999])
      for (let i = 1; i < 30; i++) expect(expectedWait(p, i) / byRecursion(p, i)).toBeCloseTo(1, 9);
    expect(expectedWait(0.25, 2)).toBeCloseTo(1 + (2 * 0.75) / 0.25, 12);
  });

  it('come out of the simulation as out of the formula, and of the real ssmalloc', async () => {
    const result = await runPreset('nicol-records');
    let points = 0;
    let outside = 0;
    for (const p of [0.3, 0.35, 0.4, 0.45, 0.49]) {
      const formula = measuredOf(result, `p = ${p}: formula`);
      const { low, high } = seriesNamed(result, `p = ${p}: simulation`);
      for (const [i, expected] of formula.entries()) {
        points++;
        if (expected < (low[i] ?? 0) || expected > (high[i] ?? 0)) outside++;
      }
    }
    // Of 90% intervals a tenth misses on average; a quarter would be a wrong formula.
    expect(outside / points).toBeLessThan(0.25);
    expect(measuredOf(result, 'blocks that ssmalloc took from malloc in 100000 calls')).toEqual(
      measuredOf(result, 'highest state of the chain in 100000 calls'),
    );
  });
});

describe('nicol-figure2', () => {
  it("shows System V's pair rising over tenfold, ssmalloc and BSD nearly constant", async () => {
    const modules = new Modules(nodeModules);
    const random = await Random.load(modules);
    const context = { modules, seed: 1, trace: () => Promise.reject(new Error('no trace is needed')) };
    const cost = async (id: string, log: number) => {
      const { instructions, accesses } = await count(context, random, id, log, 0);
      return [instructions, accesses, await modelledTime(context, random, id, log)];
    };
    const rise = async (id: string) => {
      const [small, large] = [await cost(id, 6), await cost(id, 14)];
      return large.map((each, i) => each / small[i]);
    };
    for (const each of await rise('sysv')) expect(each).toBeGreaterThan(10);
    for (const each of await rise('ssmalloc')) expect(each).toBeLessThan(1.1);
    const [instructions, accesses, time] = await rise('bsd');
    expect(instructions).toBeLessThan(1.1);
    expect(accesses).toBeLessThan(1.1);
    // The instructions are the same; the blocks no longer fit in the cache of 64 KB.
    expect(time).toBeGreaterThan(1.02);
    expect(time).toBeLessThan(2);
  });

  it('gives its result piece by piece, in the form of the catalogue', async () => {
    const preset = await findPreset('nicol-figure2');
    const controller = new AbortController();
    const partial: PresetResult[] = [];
    const run = preset?.run({
      modules: new Modules(nodeModules),
      trace: () => Promise.reject(new Error('no trace is needed')),
      seed: 1,
      signal: controller.signal,
      onPartial: (result) => {
        partial.push(result);
        if (partial.length === 3) controller.abort();
      },
    });
    await expect(run).rejects.toThrow(/abort/i);
    for (const result of partial) v.parse(presetResultSchema, result);
    const [time] = partial[2].series;
    expect(time.x).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(time.published).toEqual([16, 16, 16, 16, 16, ...Array(9).fill(null), 186]);
    expect(time.measured.map((each) => each !== null)).toEqual(time.x.map((x) => Number(x) <= 4));
  });

  it("is timed by the device's clock point by point, and stops when told to", async () => {
    const preset = await findPreset('nicol-figure2');
    const controller = new AbortController();
    const partial: (readonly ResultSeries[])[] = [];
    const timing = preset?.onDevice?.({
      modules: new Modules(nodeModules),
      signal: controller.signal,
      onPartial: (series) => {
        partial.push(series);
        if (partial.length === 2) controller.abort();
      },
    });
    await expect(timing).rejects.toThrow(/abort/i);
    for (const series of partial[1]) {
      v.parse(seriesSchema, series);
      expect(series.unit).toBe('ns a call');
      expect(series.measured.map((each) => each !== null)).toEqual(series.x.map((x) => Number(x) <= 3));
    }
  });
});
