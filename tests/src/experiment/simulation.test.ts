import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { isSimulation } from '../../../src/experiment/document';
import { decodeLink, encodeLink } from '../../../src/experiment/link';
import { DocumentError, parseAny, parseSimulation } from '../../../src/experiment/parse';
import { runSimulation } from '../../../src/experiment/simulation';
import { Simulation } from '../../../src/worker/simulation';
import { lab } from '../cli/lab';

const yawns = {
  version: 1,
  simulation: {
    kind: 'yawns',
    setup: {
      model: { kind: 'life', columns: 20, rows: 18, steps: 4 },
      allocator: { id: 'bsd' },
      processors: 2,
    },
  },
};
const timewarp = {
  version: 1,
  title: 'a small PHOLD',
  simulation: {
    kind: 'timewarp',
    setup: {
      allocator: { id: 'cacheaware', params: { cache: 163_840, threshold: 65 } },
      lps: 4,
      kernels: 2,
      end: 4,
      interval: 'auto',
      seed: 7,
    },
  },
  view: { cursor: 2, step: 15 },
};

const folder = mkdtempSync(join(tmpdir(), 'heapscope-simulation-'));
afterAll(() => rmSync(folder, { recursive: true }));

const context = { modules: new Modules(nodeModules) };

describe('the document of a simulation', () => {
  it('is filled in, and told from a trace’s', () => {
    const parsed = parseSimulation(yawns);
    expect(parsed).toMatchObject({
      title: '',
      simulation: {
        kind: 'yawns',
        setup: {
          model: { density: 0.2, rule: 'nicol', words: 7 },
          allocator: { params: {} },
          seed: 1,
          caches: false,
          memoryBytes: 0,
        },
      },
      view: { cursor: null, step: null, page: 'simulations' },
      fingerprints: [],
    });
    expect(isSimulation(parseAny(yawns))).toBe(true);
    const trace = { version: 1, workload: { kind: 'sample', name: 'perl' }, allocators: [{ id: 'sysv' }] };
    expect(isSimulation(parseAny(trace))).toBe(false);
  });

  it.each([
    [{ kind: 'conveyor', setup: {} }, 'simulation.kind'],
    [{ kind: 'yawns', setup: { ...yawns.simulation.setup, processors: 3 } }, 'simulation.setup.processors'],
    [
      { kind: 'yawns', setup: { ...yawns.simulation.setup, model: { kind: 'life', rows: 1 } } },
      'simulation.setup.model.rows',
    ],
    [
      { kind: 'timewarp', setup: { allocator: { id: 'sysv', params: { lists: -1 } } } },
      'simulation.setup.allocator.params.lists',
    ],
    [
      { kind: 'timewarp', setup: { allocator: { id: 'sysv' }, kernels: 8, lps: 4 } },
      'simulation.setup.kernels',
    ],
  ])('is refused where it does not fit: %o', (simulation, path) => {
    try {
      parseSimulation({ version: 1, simulation });
    } catch (error) {
      expect(error).toBeInstanceOf(DocumentError);
      expect((error as DocumentError).path).toBe(path);
      expect((error as DocumentError).message).not.toMatch(/expected expected/);
      return;
    }
    throw new Error('it was taken');
  });

  it('comes out of its link as it went in', async () => {
    for (const document of [yawns, timewarp]) {
      const parsed = parseSimulation(document);
      expect(await decodeLink(await encodeLink(parsed))).toEqual(parsed);
    }
  });

  it('leaves links to traces what they were', async () => {
    // As it was made before there were simulations.
    const before =
      '#1.PY5BbsMwDAT_smcd2iu_UuTA2kxKhCIFSrFRGP57IQPpcbGDnT2wSXYNB30WDB0mIKBgj3xa8Ao68FRfQehcmwkKnOukmqThLGCzWHhEdtDXAb3Y376hoHFy7aDjPG8FlZcfdQH5y6ygi6yXdlPZp2d5ZY8EfRT0Ie3N7epr7O-U7I__iSojdQHhHjFaqo9LOgEYf893d_WH5NXNf7fzDw';
    const opened = await decodeLink(before);
    expect(opened).toMatchObject({ version: 1, workload: { kind: 'sample', name: 'perl' } });
    expect(await encodeLink(opened)).toBe(before);
  });
});

describe('running it', () => {
  it.each([
    ['yawns', yawns],
    ['timewarp', timewarp],
  ] as const)(
    'gives one fingerprint in the engine, on the page’s worker and on the command line: %s',
    async (name, document) => {
      const parsed = parseSimulation(document);
      const { fingerprint, history, notes } = await runSimulation(parsed, context);
      const simulation = new Simulation(nodeModules, (image) => image);
      let news = await simulation.begin(parsed.simulation);
      while (news.result === null) news = { ...news, ...(await simulation.advance(0)) };
      expect(news.fingerprint).toBe(fingerprint);
      expect(news.result.history).toBe(history);
      expect(notes.join()).toContain(history);

      const path = join(folder, `${name}.json`);
      writeFileSync(path, JSON.stringify(document));
      const run = await lab('run', path, '--json');
      expect(JSON.parse(run.stdout).fingerprint).toBe(fingerprint);
      const link = (await lab('link', path)).stdout.trim();
      expect(link).toBe(await encodeLink(parsed));
      const opened = await lab('open', link);
      expect(JSON.parse(opened.stdout)).toEqual(parsed);
      writeFileSync(path, JSON.stringify({ ...JSON.parse(opened.stdout), fingerprints: [fingerprint] }));
      expect(JSON.parse((await lab('run', path, '--json')).stdout).notes.join()).toContain('the same run as');
    },
  );

  it('has another fingerprint with another seed, allocator or number of processors', async () => {
    const prints = new Set<string>();
    const run = async (setup: object) => {
      const simulation = { kind: 'yawns', setup: { ...yawns.simulation.setup, ...setup } };
      prints.add((await runSimulation(parseSimulation({ version: 1, simulation }), context)).fingerprint);
    };
    for (const setup of [{}, { seed: 2 }, { processors: 4 }, { allocator: { id: 'sysv' } }]) await run(setup);
    expect(prints.size).toBe(4);
    await run({});
    expect(prints.size).toBe(4);
  });

  it('says so where the run ends before its time', async () => {
    const setup = { ...yawns.simulation.setup, memoryBytes: 8192 };
    const document = parseSimulation({ version: 1, simulation: { kind: 'yawns', setup } });
    const { notes } = await runSimulation(document, context);
    expect(notes.join()).toMatch(/processor \d ran out of memory at simulated time/);
  });
});
