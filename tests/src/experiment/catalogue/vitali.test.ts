import * as v from 'valibot';
import { expect, it } from 'vitest';
import { nodeModules } from '../../../../src/cli/node-modules';
import { Modules } from '../../../../src/engine/modules';
import { findPreset } from '../../../../src/experiment/catalogue/list';
import { presets } from '../../../../src/experiment/catalogue/vitali';
import { AWARE, documentOf, SAVINGS, TESTS, UNAWARE } from '../../../../src/experiment/catalogue/vitali-runs';
import { type PresetResult, presetResultSchema } from '../../../../src/experiment/preset';
import { parseTimeWarp } from '../../../../src/simulations/timewarp';

const modules = new Modules(nodeModules);
const noTrace = () => Promise.reject(new Error('no recording is needed'));

it('sizes the states as the paper does: 2/3, 3 and 10 caches, of which 75, 25 and 10 % are visited', () => {
  const setups = TESTS.map((test) => parseTimeWarp(documentOf(test, SAVINGS[0], AWARE, 1)));
  const cache = 512 * 1024;
  for (const [i, factor] of [2 / 3, 3, 10].entries())
    expect(setups[i].model.stateBytes * setups[i].scale).toBeCloseTo(factor * cache, -2);
  const shares = setups.map(({ model }) => model.touchedBytes / model.stateBytes);
  for (const [i, share] of [0.75, 0.25, 0.1].entries()) expect(shares[i]).toBeCloseTo(share, 3);
  expect(setups.map(({ lps, kernels }) => [lps, kernels])).toEqual([32, 32, 32].map((n) => [n, 32]));
  expect(setups[0].allocator.params).toEqual({ cache: (5 * 2 ** 20) / 32, cores: 4, threshold: 80 });
  expect(documentOf(TESTS[0], SAVINGS[0], UNAWARE, 1).allocator.params).toEqual({});
});

it('has all figures and the table, loaded by their ids', async () => {
  const ids = ['throughput', 'hits', 'interaction', 'threshold', 'memory'].map((name) => `vitali-${name}`);
  expect(presets.map(({ id }) => id)).toEqual(ids);
  expect((await findPreset('vitali-hits'))?.paper).toContain('Figure 7');
});

it('shows what stands when it is stopped', async () => {
  const stop = new AbortController();
  const partial: PresetResult[] = [];
  const preset = await findPreset('vitali-interaction');
  const running = preset?.run({
    modules,
    seed: 7,
    trace: noTrace,
    signal: stop.signal,
    onPartial(result) {
      partial.push(result);
      stop.abort(new Error('enough'));
    },
  });
  await expect(running).rejects.toThrow('enough');
  expect(partial).toHaveLength(1);
  const { series } = v.parse(presetResultSchema, partial[0]);
  expect(series.find(({ name }) => name === 'Gain from awareness')?.published).toEqual([25]);
  // The first run of six: the cache-aware manager with the first seed.
  expect(series[0].measured[0]).toBeGreaterThan(0);
  expect(series[0].measured[1]).toBeNull();
}, 60_000);
