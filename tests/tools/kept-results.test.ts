import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { filesOf, folder, isCurrent, isForeign, kept, packagesOf } from '../../scripts/kept-results.mjs';
import { root } from '../../scripts/shell.mjs';
import { fileSource } from '../../src/cli/file-source';
import { nodeModules } from '../../src/cli/node-modules';
import { Modules } from '../../src/engine/modules';
import { allPresets, chapters, findPreset } from '../../src/experiment/catalogue/list';
import { keptResultSchema } from '../../src/experiment/kept';
import { readTrace } from '../../src/trace/read';

describe('results that are kept', () => {
  it('have a stamp over all that they are made from, and over nothing else', () => {
    const of = (chapter: string) => new Set(filesOf(`${chapter}-x`));
    for (const { id } of chapters) {
      const stood = [
        'wasm/allocators/sysv.c',
        'wasm/os/os.c',
        'wasm/build.mjs',
        'src/experiment/fingerprint.ts',
      ];
      expect([...of(id)], id).toEqual(expect.arrayContaining(stood));
      expect(packagesOf(`${id}-x`)).toContainEqual(expect.stringMatching(/^binaryen \d+\.\d+\.\d+ sha512-/));
      expect([...of(id)].some((file) => file.startsWith('web/') || file.endsWith('README.md'))).toBe(false);
    }
    expect(of('vitali')).toContain('wasm/simulations/timewarp.c');
    expect(of('vitali')).toContain('wasm/machine/cache.h');
    expect(of('vitali')).toContain('src/machine/presets.ts');
    expect(of('zorn')).toContain('src/models/trans.ts');
    expect(of('zorn')).toContain('public/traces/gawk.trace.gz');
    expect(of('zorn')).not.toContain('wasm/simulations/timewarp.c');
    expect(of('malm')).toContain('src/experiment/catalogue/malm-headers.ts');
    expect(of('malm')).not.toContain('src/experiment/catalogue/kumar.ts');
    // His programs are trace scripts, which a generated parser reads.
    expect(packagesOf('kumar-x').map((name) => name.split(' ')[0])).toEqual(['@lezer/lr', 'binaryen']);
    expect(packagesOf('zorn-x').map((name) => name.split(' ')[0])).toEqual(['binaryen']);
  });

  it('are what the page expects, one of each preset', async () => {
    const ids = (await allPresets()).map(({ id }) => id);
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(files.sort()).toEqual(ids.map((id) => `${id}.json`).sort());
    for (const file of files) {
      const { result } = v.parse(keptResultSchema, JSON.parse(readFileSync(join(folder, file), 'utf8')));
      expect(`${result.preset}.json`).toBe(file);
    }
  });

  // Another compiler's code has other instruction counts: the page then shows no kept results, and there is nothing to hold.
  const quick = ['zorn-sample', 'malm-split', 'zorn-programs'];
  const foreign = quick.some(isForeign);

  it.skipIf(foreign)('are of this tree', async () => {
    const stale = (await allPresets()).map(({ id }) => id).filter((id) => !isCurrent(id));
    expect(stale, 'results that were made from other files than these: npm run results').toEqual([]);
  });

  it.skipIf(foreign)('are what the presets give', async () => {
    for (const id of quick) {
      const preset = await findPreset(id);
      const result = await preset?.run({
        modules: new Modules(nodeModules),
        trace: (name) => readTrace(fileSource(join(root, `public/traces/${name}.trace.gz`))),
        seed: 1,
      });
      expect(result).toEqual(v.parse(keptResultSchema, kept(id)).result);
    }
  });
});
