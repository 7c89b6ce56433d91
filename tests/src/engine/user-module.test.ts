import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { checkContents } from '../../../src/engine/contents';
import { Cursor } from '../../../src/engine/cursor';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { Recorder } from '../../../src/engine/substeps';
import { addUserModule, ModuleError } from '../../../src/engine/user-module';
import { sample } from './lab';

const fixtures = fileURLToPath(new URL('../../fixtures/modules/', import.meta.url));
const built = fileURLToPath(new URL('../../../build/test-modules/', import.meta.url));

/** The line that the README gives to students. */
async function compile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256');
  for (const file of [`${name}.c`, 'bump.h']) hash.update(readFileSync(fixtures + file));
  mkdirSync(built, { recursive: true });
  const output = `${built}${name}-${hash.digest('hex').slice(0, 12)}.wasm`;
  if (!existsSync(output)) {
    const exported = name === 'classroom' ? '_mm_init,_mm_malloc,_mm_free,_mm_realloc' : '_malloc,_free';
    const flags = [
      '-O2',
      '--no-entry',
      '-sSTANDALONE_WASM',
      '-sERROR_ON_UNDEFINED_SYMBOLS=0',
      `-sEXPORTED_FUNCTIONS=${exported}`,
    ];
    const env = { ...process.env, NODE_PATH: process.env.NODE_PATH ?? '/usr/share/nodejs' };
    const memory = ['-sINITIAL_MEMORY=32MB', '-sALLOW_MEMORY_GROWTH=1'];
    await promisify(execFile)(
      'emcc',
      [...flags, ...memory, '-fno-builtin', '-w', `${fixtures}${name}.c`, '-o', output],
      { env },
    );
  }
  return new Uint8Array(await readFile(output));
}

async function bring(name: string) {
  const modules = new Modules(nodeModules);
  const descriptor = await addUserModule(modules, `${name}.wasm`, await compile(name));
  const trace = await sample('perl');
  const config = { id: descriptor.id, params: {} };
  return { modules, trace, config, run: await replay(modules, trace, config) };
}

describe('a module that a user brings', { timeout: 120_000 }, () => {
  it('runs, counts and can be looked into when it is right', async () => {
    const { modules, trace, config, run } = await bring('right');
    expect(run.faults).toEqual([]);
    expect(run.events).toBe(trace.length);
    expect(run.summary.instructionsPerOp).toBeGreaterThan(1);
    expect(run.summary.peakFootprintBytes).toBeGreaterThan(run.summary.peakLiveBytes);
    expect(run.summary.freeBlocks).toBeNull();
    expect(await checkContents(modules, trace, config)).toEqual([]);
    const cursor = await Cursor.create(modules, run);
    const recorder = await Recorder.create(modules, run);
    for (const event of [40_000, 7, 20_001]) {
      const record = recorder.record(event, cursor);
      expect(record.accesses.length).toBe(run.timeline.loads.at(event) + run.timeline.stores.at(event));
      expect(record.steps.length).toBe(record.accesses.length);
    }
  });

  it("may use the classroom's names and system", async () => {
    const { modules, trace, config, run } = await bring('classroom');
    expect(run.faults).toEqual([]);
    expect(run.events).toBe(trace.length);
    expect(await checkContents(modules, trace, config)).toEqual([]);
  });

  it.each([
    ['overlap', 'overlap', /event 117: the block at 0x[0-9a-f]+ for \d+ bytes overlaps a live block/],
    ['misaligned', 'misaligned', /not aligned to 8 bytes/],
    ['outside', 'outside', /lies outside the heap/],
    ['traps', 'trap', /trapped/],
    ['endless', 'endless loop', /endless loop/],
  ])('is told its fault: %s', async (name, kind, message) => {
    const { run } = await bring(name);
    expect(run.faults[0]).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(run.faults[0].event).toBeLessThan(run.trace.length);
  });

  it('is told where it changed what was not its own', async () => {
    const { modules, trace, config, run } = await bring('corrupts');
    expect(run.faults).toEqual([]);
    const [first] = await checkContents(modules, trace, config);
    expect(first).toMatchObject({
      kind: 'corrupted',
      message: expect.stringMatching(/byte \d+ of object #\d+/),
    });
  });

  it.each([
    ['an empty file', new Uint8Array(), /empty file/],
    ['text', new TextEncoder().encode('int main() {}'), /found the bytes 69 6e 74 20/],
    ['half a module', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0), /not a valid module/],
    [
      'a module with nothing',
      Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      /found no exports; expected also malloc/,
    ],
  ])('is refused when it is %s', async (_, bytes, message) => {
    const modules = new Modules(nodeModules);
    const refused = addUserModule(modules, 'x.wasm', bytes as Uint8Array<ArrayBuffer>);
    await expect(refused).rejects.toThrow(ModuleError);
    await expect(addUserModule(modules, 'x.wasm', bytes as Uint8Array<ArrayBuffer>)).rejects.toThrow(message);
  });

  it('has a fixture for each fault', () => {
    expect(readdirSync(fixtures).filter((file) => file.endsWith('.c')).length).toBe(8);
  });
});
