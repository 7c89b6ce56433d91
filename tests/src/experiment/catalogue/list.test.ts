import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../../src/cli/node-modules';
import { sampleSource } from '../../../../src/cli/traces';
import { Modules } from '../../../../src/engine/modules';
import { allPresets, chapters, findPreset } from '../../../../src/experiment/catalogue/list';
import { isSimulation } from '../../../../src/experiment/document';
import { decodeLink, encodeLink } from '../../../../src/experiment/link';
import { parseAny } from '../../../../src/experiment/parse';
import { programsOf } from '../../../../src/experiment/preset';
import { runExperiment } from '../../../../src/experiment/run';
import { compileScript } from '../../../../src/script/compile';

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

  it('opens what runs on a machine on the page that shows it', () => {
    for (const { id, experiment } of live)
      if (experiment && !isSimulation(experiment))
        expect(experiment.view.page, id).toBe(experiment.machine ? 'machine' : 'lab');
      else expect(experiment?.view.page).toBe('simulations');
  });

  it.each(
    presets.flatMap((preset) => programsOf(preset).map((program) => [program.title, program] as const)),
  )('lets the program “%s” be read and run', (_, { title, source, seed }) => {
    expect(compileScript(source, seed, title).length).toBeGreaterThan(0);
  });

  it.each(live.map((preset) => [preset.id, preset] as const))(
    'opens %s as an experiment',
    async (_, { experiment }) => {
      if (!experiment) throw new Error('no experiment');
      expect(parseAny(experiment)).toEqual(experiment);
      expect(await decodeLink(await encodeLink(experiment))).toEqual(experiment);
      if (isSimulation(experiment)) return;
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
