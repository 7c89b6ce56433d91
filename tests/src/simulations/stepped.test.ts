import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { parseTimeWarp } from '../../../src/simulations/timewarp';
import { parseYawns } from '../../../src/simulations/yawns';
import { Simulation } from '../../../src/worker/simulation';
import type { SimulationDocument, SimulationFrame } from '../../../src/worker/simulation-api';

const allocator = { id: 'sysv' };
const documents: Readonly<Record<string, SimulationDocument>> = {
  hypercube: {
    kind: 'yawns',
    setup: parseYawns({
      model: { kind: 'hypercube', objects: 64, dimensions: 4, until: 4 },
      allocator,
      processors: 4,
    }),
  },
  life: {
    kind: 'yawns',
    setup: parseYawns({ model: { kind: 'life', columns: 16, rows: 12, steps: 6 }, allocator, processors: 2 }),
  },
  phold: { kind: 'timewarp', setup: parseTimeWarp({ allocator, lps: 4, kernels: 2, end: 6 }) },
};

describe('a simulation that the page steps', () => {
  for (const [name, document] of Object.entries(documents)) {
    it(`comes to the same result as a whole run, whoever looks inside: ${name}`, async () => {
      const simulation = new Simulation(nodeModules, (image) => image);
      const frames: SimulationFrame[] = [...(await simulation.begin(document)).frames];
      let news = await simulation.advance(0);
      for (; news.result === null; news = await simulation.advance(0)) {
        frames.push(...news.frames);
        const { count } = await simulation.inside(frames.length - 1);
        await simulation.moment(frames.length - 1, count - 1);
      }
      frames.push(...news.frames);
      const shares: number[] = [];
      const whole = await simulation.job(document, null, (share) => shares.push(share));
      expect(news.result).toEqual(whole);
      expect(news.fingerprint).toMatch(/^[0-9a-f]{16}$/);
      expect(shares.at(-1)).toBe(1);
      expect(frames.length).toBe(shares.length);
    });
  }

  it('shows the board cell by cell', async () => {
    const simulation = new Simulation(nodeModules, (image) => image);
    const { frames } = await simulation.begin(documents.life);
    const [begun] = frames;
    if (begun.kind !== 'yawns') throw new Error('Life is a YAWNS model');
    expect(begun.nodes.length).toBe(16 * 12);
    const alive = begun.nodes.reduce((sum, cell) => sum + cell, 0);
    expect(alive).toBeGreaterThan(10);
    expect(alive).toBeLessThan(80);
  });

  it('draws the heap of the last moment, the block of its row lit', async () => {
    const simulation = new Simulation(nodeModules, (image) => image);
    await simulation.begin(documents.life);
    const palette = Uint32Array.from({ length: 24 }, (_, i) => i + 1);
    const request = {
      ...{ event: 0, step: null, width: 64, height: 10, rowHeight: 10, rowGap: 0, palette },
    };
    const window = { from: 0, rowBytes: 64 };
    expect(await simulation.heapMap({ ...request, ...window })).toBeNull();
    const rows = await simulation.inside(1);
    const taken = rows.op.indexOf(0);
    const { block } = await simulation.moment(1, taken);
    expect(block).not.toBeNull();
    const image = await simulation.heapMap({ ...request, from: block?.address ?? 0, rowBytes: 64 });
    const pixels = new Set(new Uint32Array(image?.pixels ?? new ArrayBuffer(0)));
    // HeapClass.event is 10, its colour here one more.
    expect(pixels).toContain(11);
  });
});
