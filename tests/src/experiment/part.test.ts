import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { sampleSource } from '../../../src/cli/traces';
import { Modules } from '../../../src/engine/modules';
import type { Experiment } from '../../../src/experiment/document';
import { decodeLink, encodeLink } from '../../../src/experiment/link';
import { parseExperiment } from '../../../src/experiment/parse';
import { runExperiment } from '../../../src/experiment/run';
import { sha256, sha256Of } from '../../../src/sha256';
import { Lab } from '../../../src/worker/lab';

const name = 'perl.trace.gz';
const bytes = new Uint8Array(readFileSync(new URL(`../../../public/traces/${name}`, import.meta.url)));
const file = new File([bytes], name);
const part = { from: 2000, to: 9000, everyObject: 3 };
const nothing = () => undefined;

const document = (workload: unknown) =>
  parseExperiment({ version: 1, workload, allocators: [{ id: 'bsd' }, { id: 'dlmalloc' }] });

describe('a part of a recording', () => {
  it('runs from a document as it does on the page, from a file and from a sample', async () => {
    const lab = new Lab({
      modules: nodeModules,
      sample: async (each) => sampleSource(each),
      handOver: (image) => image,
    });
    const opened = await lab.open(null, file, 1, nothing, { part });
    expect(opened.workload).toEqual({
      kind: 'file',
      name,
      sha256: await sha256(bytes),
      bytes: bytes.length,
      ...part,
    });
    expect(opened.part).toMatchObject({ ...part, recorded: null });
    const made = document(opened.workload);
    const info = await lab.run(0, made.allocators[0], nothing);

    const received = (await decodeLink(await encodeLink(made))) as Experiment;
    expect(received).toEqual(made);
    const context = {
      modules: new Modules(nodeModules),
      sample: async (each: string) => sampleSource(each),
      file,
    };
    const result = await runExperiment(received, context);
    expect(result.runs[0].fingerprint).toBe(info.summary.fingerprint);
    expect(result.runs[0].events).toBe(opened.summary.events);
    expect(result.runs[0].events).toBeLessThan(7000);

    const sampled = await runExperiment(document({ kind: 'sample', name: 'perl', ...part }), context);
    expect(sampled.fingerprint).toBe(result.fingerprint);
    expect(sampled.runs.map((run) => run.fingerprint)).toEqual(result.runs.map((run) => run.fingerprint));
    const whole = await runExperiment(document({ kind: 'sample', name: 'perl' }), context);
    expect(whole.runs[0].fingerprint).not.toBe(result.runs[0].fingerprint);
  });

  it('of a small file travels with its text', async () => {
    const lab = new Lab({
      modules: nodeModules,
      sample: async (each) => sampleSource(each),
      handOver: (image) => image,
    });
    const text = '# alloc-trace 1\na 0 10 0\na 1 20 1\nf 0 2\na 2 30 3\n';
    const small = new File([text], 'small.trace');
    const opened = await lab.open(null, small, 1, nothing, { part: { from: 2 } });
    expect(opened.workload).toEqual({ kind: 'inline', name: 'small', text, from: 2 });
    expect(opened.summary.events).toBe(4);
    const again = await lab.open(opened.workload, null, 1, nothing);
    expect(again.summary).toEqual(opened.summary);
    expect(await lab.recordedEvents([0, 1, 2, 3])).toEqual([2, 2, 2, 3]);
    expect(await lab.loadedEvents([0, 2, 3, 4])).toEqual([null, 2, 3, null]);
  });

  it('leaves nothing in the document where it is all', async () => {
    const lab = new Lab({
      modules: nodeModules,
      sample: async (each) => sampleSource(each),
      handOver: (image) => image,
    });
    const opened = await lab.open(null, file, 1, nothing, { part: { from: 0, everyObject: 1 } });
    expect(Object.keys(opened.workload)).toEqual(['kind', 'name', 'sha256', 'bytes']);
    expect(opened.part).toBe(null);
  });
});

it('the hash of a stream is that of the bytes', async () => {
  expect(await sha256Of(file.stream())).toBe(await sha256(bytes));
  expect(await sha256Of(new Blob([]).stream())).toBe(await sha256(new Uint8Array(0)));
});
