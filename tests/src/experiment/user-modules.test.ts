import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import type { Experiment } from '../../../src/experiment/document';
import { decodeLink, encodeLink } from '../../../src/experiment/link';
import { DocumentError, parseExperiment } from '../../../src/experiment/parse';
import { runExperiment } from '../../../src/experiment/run';
import { MissingModule, userModule } from '../../../src/experiment/user-modules';
import { compile } from '../engine/compile-module';

const trace = '# alloc-trace 1\na 0 40 0\na 1 24 1\nf 0 2\na 2 16 3\nf 2 4\nf 1 5\n';

/** An experiment on the fixture `right`, its module inside or only named. */
async function experimentOn(travels: boolean) {
  const module = await userModule('right.wasm', await compile('right'));
  return parseExperiment({
    version: 1,
    workload: { kind: 'inline', name: 'small', text: trace },
    allocators: [{ id: 'user:right', module: travels ? module : { ...module, data: undefined } }],
  });
}

const context = () => ({
  modules: new Modules(nodeModules),
  sample: () => Promise.reject(new Error('no sample is asked for')),
  file: null,
});

describe('a user’s module in a document', { timeout: 120_000 }, () => {
  it('travels in the link and runs where it is opened', async () => {
    const opened = (await decodeLink(await encodeLink(await experimentOn(true)))) as Experiment;
    const { runs } = await runExperiment(opened, context());
    expect(runs[0]).toMatchObject({ allocator: 'user:right', events: 6, mallocs: 3, frees: 3, failures: 0 });
  });

  it('is found by name where it does not travel, and gives the same run', async () => {
    const inside = await runExperiment(await experimentOn(true), context());
    const beside = await runExperiment(await experimentOn(false), {
      ...context(),
      module: async ({ name }) => (name === 'right.wasm' ? compile('right') : null),
    });
    expect(beside.fingerprint).toBe(inside.fingerprint);
  });

  it('is asked for by name, size and hash, and no other is taken for it', async () => {
    const experiment = await experimentOn(false);
    await expect(runExperiment(experiment, context())).rejects.toThrow(
      /needs the allocator right\.wasm \([\d,]+ bytes, SHA-256 [0-9a-f]{12}…\)/,
    );
    await expect(
      runExperiment(experiment, { ...context(), module: () => compile('overlap') }),
    ).rejects.toThrow(MissingModule);
  });

  it('travels up to 32 KiB', async () => {
    const limit = new Uint8Array(32 * 1024);
    const largest = await userModule('a.wasm', limit);
    expect(largest.data).toHaveLength(Math.ceil((limit.length * 4) / 3));
    expect((await userModule('b.wasm', new Uint8Array(limit.length + 1))).data).toBeUndefined();
    const document = { version: 1, workload: { kind: 'sample', name: 'sort' } };
    expect(parseExperiment({ ...document, allocators: [{ id: 'user:a', module: largest }] })).toBeDefined();
    const broken = { ...largest, data: `${largest.data}AAAA` };
    expect(() => parseExperiment({ ...document, allocators: [{ id: 'user:a', module: broken }] })).toThrow(
      DocumentError,
    );
  });

  it('names the hash that sha256sum gives', async () => {
    const bytes = new Uint8Array(await readFile(new URL('../../fixtures/modules/bump.h', import.meta.url)));
    const { createHash } = await import('node:crypto');
    expect((await userModule('bump.h', bytes)).sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
