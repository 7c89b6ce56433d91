import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { Simulation } from '../../../src/worker/simulation';
import type { SimulationDocument, SimulationFrame } from '../../../src/worker/simulation-api';

const allocator = { id: 'sysv' };
const documents: Readonly<Record<string, SimulationDocument>> = {
  hypercube: {
    kind: 'yawns',
    document: {
      model: { kind: 'hypercube', objects: 64, dimensions: 4, until: 4 },
      allocator,
      processors: 4,
    },
  },
  life: {
    kind: 'yawns',
    document: { model: { kind: 'life', columns: 16, rows: 12, steps: 6 }, allocator, processors: 2 },
  },
  phold: { kind: 'timewarp', document: { allocator, lps: 4, kernels: 2, end: 6 } },
};

describe('a simulation that the page steps', () => {
  for (const [name, document] of Object.entries(documents)) {
    it(`comes to the same result as a whole run: ${name}`, async () => {
      const simulation = new Simulation(nodeModules);
      const frames: SimulationFrame[] = [...(await simulation.begin(document)).frames];
      let news = await simulation.advance(0);
      for (; news.result === null; news = await simulation.advance(0)) frames.push(...news.frames);
      frames.push(...news.frames);
      const shares: number[] = [];
      const point = await simulation.run(document, (share) => shares.push(share));
      expect(news.result.history).toBe(point.history);
      // Looking at every node after every window must cost the processors nothing.
      expect(news.result.seconds).toBe(point.seconds);
      expect(shares.at(-1)).toBe(1);
      expect(frames.length).toBe(shares.length);
    });
  }

  it('steps by event, and shows whose it was', async () => {
    const simulation = new Simulation(nodeModules);
    const begun = await simulation.begin(documents.hypercube);
    expect(begun.accounts.map(({ events }) => events)).toEqual([0, 0, 0, 0]);
    const news = await simulation.event();
    expect(news.frames).toEqual([]);
    expect(news.accounts.map(({ events }) => events)).toEqual(
      [0, 1, 2, 3].map((p) => (p === news.stepped ? 1 : 0)),
    );
    expect(news.nodes?.reduce((sum, objects) => sum + objects, 0)).toBeGreaterThan(0);
  });

  it('shows the board cell by cell', async () => {
    const simulation = new Simulation(nodeModules);
    const { frames } = await simulation.begin(documents.life);
    const [begun] = frames;
    if (begun.kind !== 'yawns') throw new Error('Life is a YAWNS model');
    expect(begun.nodes.length).toBe(16 * 12);
    const alive = begun.nodes.reduce((sum, cell) => sum + cell, 0);
    expect(alive).toBeGreaterThan(10);
    expect(alive).toBeLessThan(80);
  });
});
