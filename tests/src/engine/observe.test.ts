import { describe, expect, it } from 'vitest';
import { allocators } from '../../../src/allocators/list';
import { Host } from '../../../src/engine/host';
import { type Hooks, instantiate, type Variant } from '../../../src/engine/instance';
import { replay } from '../../../src/engine/replay';
import { allocates, Op, type Trace } from '../../../src/trace/trace';
import { modules, sample, samples } from './lab';

/** Events of each sample that are compared: enough for every path, few enough for twenty allocators. */
const EVENTS = 12_000;

/** Addresses that a variant gives, and what it counted. */
async function place(trace: Trace, id: string, variant: Variant) {
  const allocator = allocators.find((entry) => entry.id === id);
  if (!allocator) throw new Error(id);
  const host = await Host.create(modules);
  // Hooks in WebAssembly, so that millions of accesses cost nothing: `touch` takes (address, bytes) as they do.
  const touch = host.lend('touch') as unknown as (address: number, bytes: number) => undefined;
  const hooks: Hooks = variant === 'observed' ? { load: touch, store: touch } : {};
  const instance = await instantiate(modules, allocator, { id, params: {} }, variant, host, hooks);
  const block = new Uint32Array(trace.objects);
  const addresses = new Uint32Array(trace.length);
  for (let event = 0; event < trace.length; event++) {
    const object = trace.id[event];
    host.call('set_cpu', trace.cpu?.[event] ?? 0);
    if (trace.op[event] === Op.free) {
      instance.free(block[object]);
      block[object] = 0;
    } else if (trace.op[event] === Op.realloc) {
      addresses[event] = instance.realloc(block[object], trace.size[event]);
      if (addresses[event] !== 0 || trace.size[event] === 0) block[object] = addresses[event];
    } else {
      addresses[event] = block[object] = instance.malloc(trace.size[event]);
    }
  }
  return {
    addresses,
    instructions: instance.find<() => bigint>('lab_instructions')?.(),
    accesses: instance.find<() => bigint>('lab_accesses')?.(),
  };
}

const head = (trace: Trace): Trace => {
  const length = Math.min(EVENTS, trace.length);
  const cut = <Column extends { subarray(from: number, to: number): Column }>(column: Column) =>
    column.subarray(0, length);
  const { op, id, size, time, cpu } = trace;
  return {
    ...trace,
    length,
    op: cut(op),
    id: cut(id),
    size: cut(size),
    time: cut(time),
    cpu: cpu && cut(cpu),
  };
};

describe.each(allocators.map(({ id }) => id))('the observation of %s', (id) => {
  it.each(samples)('places and counts alike in every variant: %s', async (name) => {
    const trace = head(await sample(name));
    const plain = await place(trace, id, 'plain');
    const counted = await place(trace, id, 'counted');
    const observed = await place(trace, id, 'observed');
    expect(counted.addresses).toEqual(plain.addresses);
    expect(observed.addresses).toEqual(plain.addresses);
    expect(observed.instructions).toBe(counted.instructions);
    expect(observed.accesses).toBe(counted.accesses);
    expect(counted.instructions).toBeGreaterThan(0n);
  });

  it('is what the replay records', async () => {
    const trace = head(await sample('gawk'));
    const { addresses } = await place(trace, id, 'plain');
    const run = await replay(modules, trace, { id, params: {} });
    expect(run.faults).toEqual([]);
    const recorded = run.timeline.address
      .slice(0, trace.length)
      .map((address, event) => (allocates(trace.op[event]) ? address : 0));
    expect(recorded).toEqual(addresses);
  });
});
