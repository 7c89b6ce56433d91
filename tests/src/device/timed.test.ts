import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { fileSource } from '../../../src/cli/file-source';
import { nodeModules } from '../../../src/cli/node-modules';
import { CALLS_A_PART, EVENTS_A_CALL, TimedProgram, timeReplay } from '../../../src/device/timed';
import { Modules } from '../../../src/engine/modules';
import { replay } from '../../../src/engine/replay';
import { readTrace } from '../../../src/trace/read';
import { Op, type Trace } from '../../../src/trace/trace';

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
});

describe('a replay by the clock', () => {
  const bsd = { id: 'bsd', params: {} };
  const partEvents = EVENTS_A_CALL * CALLS_A_PART;
  const pairs = partEvents / 2 + 1000;
  /** Objects that are freed at once, in two parts. */
  const twoParts: Trace = {
    ...trace,
    length: 2 * pairs,
    objects: pairs,
    op: Uint8Array.from({ length: 2 * pairs }, (_, i) => (i % 2 === 0 ? Op.malloc : Op.free)),
    id: Uint32Array.from({ length: 2 * pairs }, (_, i) => i >> 1),
    size: Uint32Array.from({ length: 2 * pairs }, (_, i) => (i % 2 === 0 ? 24 : 0)),
    cpu: null,
  };
  /** Milliseconds of each part, a row a round. No round is the shortest of both. */
  const costs = [
    [5, 2],
    [3, 4],
    [1, 8],
  ];

  /** A clock that stands still but while a part runs; `begins` sees each part. */
  function setClock(begins: (round: number, part: number) => void = () => undefined): void {
    let now = 1000;
    const [rounds, parts] = [new Map<TimedProgram, number>(), new Map<TimedProgram, number>()];
    const { run } = TimedProgram.prototype;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.spyOn(TimedProgram.prototype, 'run').mockImplementation(function (this: TimedProgram, events) {
      if (this.done) return 0;
      const calls = parts.get(this) ?? 0;
      parts.set(this, calls + 1);
      if (!rounds.has(this)) rounds.set(this, rounds.size);
      const [round, part] = [rounds.get(this) ?? 0, Math.floor(calls / CALLS_A_PART)];
      if (calls % CALLS_A_PART === 0) {
        begins(round, part);
        now += costs[round][part];
      }
      return run.call(this, events);
    });
  }
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    [{ rounds: 1 }, 5 + 2],
    [{ rounds: 2 }, 3 + 2],
    [{ rounds: 3 }, 1 + 2],
    // The first round takes 7 ms, the second one as long.
    [{ rounds: 3, milliseconds: 0 }, 5 + 2],
    [{ rounds: 3, milliseconds: 7 }, 5 + 2],
    [{ rounds: 3, milliseconds: 7.5 }, 3 + 2],
    [{ rounds: 3, milliseconds: 15 }, 1 + 2],
  ])('takes the shortest of the rounds of each part: %j', async (options, milliseconds) => {
    setClock();
    expect(await timeReplay(modules, twoParts, bsd, options)).toEqual({ milliseconds });
  });

  it('stops between two parts when it is told to', async () => {
    const controller = new AbortController();
    const begun: string[] = [];
    setClock((round, part) => {
      begun.push(`${round}.${part}`);
      if (round === 1 && part === 0) controller.abort(new Error('enough'));
    });
    const { signal } = controller;
    await expect(timeReplay(modules, twoParts, bsd, { rounds: 3, signal })).rejects.toThrow('enough');
    expect(begun).toEqual(['0.0', '0.1', '1.0']);
  });

  it('takes time by the clock of this device', async () => {
    const { milliseconds } = await timeReplay(modules, trace, bsd, { rounds: 2 });
    expect(milliseconds).toBeGreaterThan(0);
  });
});
