import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../../src/cli/node-modules';
import { Modules } from '../../../../src/engine/modules';
import * as programs from '../../../../src/experiment/catalogue/kumar-programs';
import { allPresets, findPreset } from '../../../../src/experiment/catalogue/list';
import { isSimulation } from '../../../../src/experiment/document';
import { programsOf } from '../../../../src/experiment/preset';
import { Line } from '../../../../src/machine/lines';
import { compileScript } from '../../../../src/script/compile';
import { summarise } from '../../../../src/trace/summary';
import { Op } from '../../../../src/trace/trace';
import { MachineSession } from '../../../../src/worker/machine-session';
import { runPreset, seriesNamed } from '../presets';

const compile = (source: string) => compileScript(source, 1, 'kumar');

describe('the presets of his results', () => {
  it('find what shares lines and what does not', { timeout: 60_000 }, async () => {
    const result = await runPreset('kumar-false-sharing');
    const lost = (title: string) => seriesNamed(result, `${title}: lines lost to false sharing`).measured;
    const own = lost('My_mem_alloc, a heap per thread');
    const single = lost('Kumar, serial single heap');
    for (const at of [0, 1]) expect(Number(single[at])).toBeGreaterThan(100 * Number(own[at]));
  });

  it('take little more from the system than the program needs', { timeout: 60_000 }, async () => {
    const result = await runPreset('kumar-fragmentation');
    for (const ratio of result.series[0].measured) expect(ratio).toBeGreaterThanOrEqual(1);
    const [, , perthread] = result.series[0].measured;
    expect(perthread).toBeLessThan(1.1);
  });
});

describe('what his presets open', () => {
  it('shows passive false sharing at the cursor: a write into a line of several threads', async () => {
    const preset = await findPreset('kumar-false-sharing');
    const experiment = preset?.experiment;
    if (!experiment || isSimulation(experiment) || experiment.workload.kind !== 'script')
      throw new Error('no script');
    const { workload, allocators, machine, seed, view } = experiment;
    const trace = compileScript(workload.source, seed, 'kumar');
    const session = await MachineSession.create(new Modules(nodeModules), trace, allocators[0], machine, {});
    const moment = session.moment({ position: view.cursor + 1, access: null, level: 0, processor: null });
    expect(moment.event.call).toMatch(/^write/);
    expect(moment.figures.falselyInvalidated).toBeGreaterThan(1000);
    expect(Array.from(moment.content.owner)).toContain(Line.mixed);
  });

  it('lets every program of his be read', async () => {
    const chapter = await allPresets();
    const sources = chapter.flatMap((preset) => programsOf(preset).map(({ source }) => source));
    for (const [name, program] of Object.entries(programs)) {
      if (typeof program !== 'function') continue;
      expect(sources, name).toContain(name === 'newestFirst' ? program(8, 4_000) : program(8, 0));
    }
  });
});

describe("Kumar's programs", () => {
  it.each([1, 3, 8, 14])('allocate 100000/t objects of 12 bytes on %i threads', (threads) => {
    const summary = summarise(compile(programs.scalability(threads)));
    const objects = threads * Math.floor(programs.OBJECTS / threads);
    expect(summary).toMatchObject({ objects, frees: objects, leftLive: 0, distinctSizes: 1, cpus: threads });
    expect(summary.bytesAllocated).toBe(12 * objects);
  });

  it('free newest first where the search is to be long', () => {
    const trace = compile(programs.newestFirst(1, 4));
    const frees = Array.from(trace.id).filter((_, event) => trace.op[event] === Op.free);
    expect(frees).toEqual([3, 2, 1, 0]);
  });

  it('hold all arrays at once before they are freed', () => {
    const summary = summarise(compile(programs.fragmentation(8)));
    // Of the first 200 every other one is freed before as many again are allocated.
    expect(summary.peakLiveBytes).toBe(8 * (100 + 200) * 2000);
    expect(summary.leftLive).toBe(0);
  });

  it('hand neighbours to the threads, which free them and ask for others', () => {
    const trace = compile(programs.passiveSharing(8));
    const given = Array.from({ length: 8 }, (_, object) => [
      trace.op[object],
      trace.cpu?.[object],
      trace.size[object],
    ]);
    expect(given).toEqual(Array(8).fill([Op.malloc, 0, 4]));
    const freedBy = Array.from(trace.op, (op, event) => [op, trace.id[event], trace.cpu?.[event]])
      .filter(([op, id]) => op === Op.free && Number(id) < 8)
      .map(([, id, cpu]) => Number(id) === cpu);
    expect(freedBy).toEqual(Array(8).fill(true));
  });

  it.each([programs.noMalloc, programs.cpuBound, programs.memoryBound, programs.activeSharing])(
    'do the same on one thread and on eight, eight times over',
    (program) => {
      const one = summarise(compile(program(1)));
      const eight = summarise(compile(program(8)));
      expect(eight.objects).toBe(8 * one.objects);
      expect(eight.bytesAllocated).toBe(8 * one.bytesAllocated);
    },
  );
});
