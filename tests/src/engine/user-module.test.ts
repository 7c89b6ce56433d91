import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { checkContents } from '../../../src/engine/contents';
import { Cursor } from '../../../src/engine/cursor';
import { findFaults } from '../../../src/engine/fault-steps';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { Recorder } from '../../../src/engine/substeps';
import { addUserModule, ModuleError } from '../../../src/engine/user-module';
import { State } from '../../../src/raster/blocks';
import { Op } from '../../../src/trace/trace';
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

  /** The faults of a module, and what it does at the event and the sub-step of the first. */
  async function firstFault(name: string) {
    const { modules, run, trace } = await bring(name);
    const { faults, count } = await findFaults(modules, run, 100);
    const [first] = faults;
    const recorder = await Recorder.create(modules, run);
    const record = recorder.record(first.event, await Cursor.create(modules, run));
    expect(first.step).not.toBeNull();
    return { first, faults, count, record, step: record.steps[first.step ?? -1], run, trace };
  }

  it.each([
    // The calls of malloc that are the hundredth, tenth, fifth and thousandth of the recording. Without steps of its own
    // the module is followed access by access: it counts its calls, takes from the arena, and returns.
    [
      'overlap',
      'overlap',
      117,
      4,
      'store',
      /event 117: the block at 0x\w+ for 56 bytes overlaps a live block/,
    ],
    ['misaligned', 'misaligned', 9, 3, 'store', /event 9: the block at 0x\w+ is not aligned to 8 bytes/],
    ['outside', 'outside', 4, 1, 'store', /event 4: the block at 0x\w+ for 3536 bytes lies outside the heap/],
    // The access that traps is the last that is reached.
    ['traps', 'trap', 1151, 2, 'load', /event 1151 \(50 bytes, object #941\): the module trapped/],
    // As many rounds as are kept of the loop.
    ['endless', 'endless loop', 1905, 19_999, 'load', /event 1905 .*endless loop/],
  ])('is told its fault, with event and sub-step: %s', async (name, kind, event, sub, what, message) => {
    const { first, step } = await firstFault(name);
    expect(first).toMatchObject({ kind, event, step: sub, message: expect.stringMatching(message) });
    expect(step.kind).toBe(what);
  });

  it('lands on the access that traps, and on the round of an endless loop', async () => {
    const traps = await firstFault('traps');
    expect([traps.step.a, traps.step.b]).toEqual([0xffff_fff0, 4]);
    expect(traps.record.trap).toMatch(/out of bounds/);
    expect(traps.run.events).toBe(traps.first.event);
    const endless = await firstFault('endless');
    expect(
      endless.record.steps.slice(3).every(({ kind, a }) => kind === 'load' && a === endless.step.a),
    ).toBe(true);
  });

  it('is told the store that changed what was not its own, and the event that made it', async () => {
    const { modules, trace, config, run } = await bring('corrupts');
    expect(run.faults).toEqual([]);
    const [found] = await checkContents(modules, trace, config);
    expect(found.fault).toMatchObject({
      kind: 'corrupted',
      step: null,
      message: expect.stringMatching(/byte \d+ of object #\d+/),
    });
    const { first, step, record } = await firstFault('corrupts');
    // free writes at 48 bytes behind the block that it is given: the store itself, not the event that finds it.
    expect(trace.op[first.event]).toBe(Op.free);
    expect(first.event).toBe(found.by);
    expect(first.event).toBeLessThan(found.fault.event);
    expect([step.kind, step.a, step.b]).toEqual(['store', found.byte, 1]);
    expect(found.byte).toBe(run.timeline.address.at(first.event) + 48);
    expect(first.message).toContain(`found at event ${found.fault.event}`);
    expect(record.steps.length - 1).toBe(first.step);
  });

  it('that tells its own steps is told the one that took the block', async () => {
    const { first, step, record } = await firstFault('twice');
    expect(first.kind).toBe('overlap');
    expect(record.steps.map(({ kind }) => kind)).toEqual(['visit', 'take', 'class']);
    expect([step.kind, step.a]).toEqual(['take', record.result]);
  });

  it('can be looked into at the event that never came back', async () => {
    const { modules, run } = await bring('traps');
    const view = new ColumnView(modules, run);
    const before = await view.moment(0, run.events - 1, 8);
    const moment = await view.moment(0, run.events, 8);
    expect(moment.event).toMatchObject({ event: run.events, op: 'malloc', size: 50 });
    expect(moment.steps).toHaveLength(3);
    const { live, loads, stores, address } = moment.figures;
    expect([live, loads, stores, address]).toEqual([before.figures.live, 2, 1, 0]);
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
    expect(readdirSync(fixtures).filter((file) => file.endsWith('.c')).length).toBe(9);
  });
});
