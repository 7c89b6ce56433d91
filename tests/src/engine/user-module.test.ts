import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { checkContents } from '../../../src/engine/contents';
import { Cursor } from '../../../src/engine/cursor';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { Recorder } from '../../../src/engine/substeps';
import { addUserModule, ModuleError } from '../../../src/engine/user-module';
import { State } from '../../../src/engine/walk';
import { ColumnView } from '../../../src/worker/column';
import { compile, fixtures } from './compile-module';
import { sample } from './lab';

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

  it('accounts for every byte: its blocks, and what is unknown between them', async () => {
    const { modules, run } = await bring('right');
    const event = 30_000;
    const { blocks, born } = await new ColumnView(modules, run).look(event, (heap) => heap);
    let end = run.heapStart;
    let known = 0;
    for (let row = 0; row < blocks.count; row++) {
      expect(blocks.address[row]).toBe(end);
      end += blocks.bytes[row];
      expect(blocks.state[row]).toBe(born[row] < 0 ? State.unknown : State.live);
      if (born[row] >= 0) known += blocks.requested[row];
    }
    // The heap's start is that of the page of its lowest block, from which the footprint counts.
    const beyond = end - Math.min(run.heapEnd, run.heapStart + run.timeline.footprint.at(event));
    expect(beyond).toBeGreaterThanOrEqual(0);
    expect(beyond).toBeLessThan(4096);
    expect(known).toBe(run.timeline.live.at(event));
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
