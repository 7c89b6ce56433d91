import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../../src/cli/node-modules';
import { sampleSource } from '../../../../src/cli/traces';
import { Modules } from '../../../../src/engine/modules';
import { allPresets, chapters, findPreset } from '../../../../src/experiment/catalogue/list';
import { decodeLink, encodeLink } from '../../../../src/experiment/link';
import { parseExperiment } from '../../../../src/experiment/parse';
import { runExperiment } from '../../../../src/experiment/run';

const presets = await allPresets();
const live = presets.filter(({ experiment }) => experiment !== undefined);

describe('the catalogue', () => {
  it('has every preset once, in the chapter that its id names', async () => {
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
    for (const chapter of chapters)
      for (const { id } of await chapter.load()) expect(id.startsWith(`${chapter.id}-`), id).toBe(true);
    for (const preset of presets) expect(await findPreset(preset.id)).toBe(preset);
    expect(await findPreset('nicol-figure3')).toBeUndefined();
    expect(await findPreset('nobody-figure1')).toBeUndefined();
  });

  it.each(live.map((preset) => [preset.id, preset] as const))(
    'opens %s as an experiment',
    async (_, { experiment }) => {
      if (!experiment) throw new Error('no experiment');
      expect(parseExperiment(experiment)).toEqual(experiment);
      expect(await decodeLink(await encodeLink(experiment))).toEqual(experiment);
      const modules = new Modules(nodeModules);
      const run = () =>
        runExperiment(experiment, { modules, sample: async (name) => sampleSource(name), file: null });
      const first = await run();
      expect(first.runs).toHaveLength(experiment.allocators.length);
      for (const { events } of first.runs) expect(events).toBeGreaterThan(0);
      expect(JSON.stringify(await run())).toBe(JSON.stringify(first));
    },
  );
});
