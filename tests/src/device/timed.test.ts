import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { fileSource } from '../../../src/cli/file-source';
import { nodeModules } from '../../../src/cli/node-modules';
import { TimedProgram, timeReplay } from '../../../src/device/timed';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { readTrace } from '../../../src/trace/read';
import { Op } from '../../../src/trace/trace';

const modules = new Modules(nodeModules);
const sample = fileURLToPath(new URL('../../../public/traces/gawk.trace.gz', import.meta.url));
const trace = await readTrace(fileSource(sample), { to: 20_000 });

/** Where the blocks that are live at the end lie, by the counted replay, in bytes from the heap's start. */
async function placed(id: string): Promise<Uint32Array> {
  const run = await replay(modules, trace, { id, params: {} });
  const addresses = new Uint32Array(trace.objects);
  for (let event = 0; event < trace.length; event++) {
    const address = run.timeline.address.at(event);
    addresses[trace.id[event]] = trace.op[event] === Op.free || !address ? 0 : address - run.heapStart;
  }
  return addresses;
}

describe('a program linked with its allocator', () => {
  it.each(allocators.map(({ id }) => id))(
    'places every block where the observed one does: %s',
    async (id) => {
      const program = await TimedProgram.load(modules, trace, { id, params: {} });
      while (!program.done) program.run();
      const addresses = program.addresses();
      expect(addresses.some((address) => address > 0)).toBe(true);
      expect(addresses).toEqual(await placed(id));
    },
  );

  it('takes the allocator’s parameters, and refuses those that do not fit', async () => {
    const small = await TimedProgram.load(modules, trace, { id: 'dalloc', params: { arena: 65_536 } });
    const large = await TimedProgram.load(modules, trace, { id: 'dalloc', params: { arena: 1_048_576 } });
    const live = (program: TimedProgram) => {
      while (!program.done) program.run();
      return program.addresses().filter((address) => address > 0).length;
    };
    expect(live(large)).toBeGreaterThan(live(small));
    await expect(TimedProgram.load(modules, trace, { id: 'bsd', params: { nope: 1 } })).rejects.toThrow(
      /nope/,
    );
  });

  it('tells of each round, and stops when it is told to', async () => {
    const rounds: number[] = [];
    const { milliseconds } = await timeReplay(
      modules,
      trace,
      { id: 'bsd', params: {} },
      {
        rounds: 2,
        onRound: (done) => rounds.push(done),
      },
    );
    expect(rounds).toEqual([1, 2]);
    expect(milliseconds).toBeGreaterThan(0);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(timeReplay(modules, trace, { id: 'bsd', params: {} }, { signal })).rejects.toThrow('enough');
  });
});
