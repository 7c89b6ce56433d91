import * as v from 'valibot';
import { expect } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { sampleSource } from '../../../src/cli/traces';
import { Modules } from '../../../src/engine/modules';
import { findPreset } from '../../../src/experiment/catalogue/list';
import { fingerprintOf } from '../../../src/experiment/fingerprint';
import { type PresetResult, presetResultSchema, type ResultSeries } from '../../../src/experiment/preset';
import { readTrace } from '../../../src/trace/read';

/** Runs a preset and holds its result to the schema. */
export async function runPreset(id: string, seed = 1, signal?: AbortSignal): Promise<PresetResult> {
  const preset = await findPreset(id);
  if (!preset) throw new Error(`there is no preset ${id}`);
  const result = await preset.run({
    modules: new Modules(nodeModules),
    trace: async (name) => readTrace(sampleSource(name)),
    seed,
    signal,
  });
  expect(v.parse(presetResultSchema, result)).toEqual(result);
  expect(result.preset).toBe(id);
  expect(result.fingerprint).toBe(fingerprintOf(result.series));
  for (const { name, measured, low, high } of result.series) {
    for (const [i, mean] of measured.entries()) {
      const from = low[i];
      const to = high[i];
      if (mean === null || from === null || to === null) continue;
      expect(from <= mean && mean <= to, `${name}, point ${i}: ${from} ≤ ${mean} ≤ ${to}`).toBe(true);
    }
  }
  return result;
}

/** A series by its name. */
export function seriesNamed({ series }: PresetResult, name: string): ResultSeries {
  const found = series.find((each) => each.name === name);
  if (!found) throw new Error(`no series "${name}"; there are ${series.map((each) => each.name).join(', ')}`);
  return found;
}

/** The measured figures of a series, none of them missing. */
export function measuredOf(result: PresetResult, name: string): number[] {
  return seriesNamed(result, name).measured.map((value, i) => {
    if (value === null) throw new Error(`${name} has no figure at point ${i}`);
    return value;
  });
}
