import { describe, expect, it } from 'vitest';
import { parseMachine } from '../../../src/machine/machine';
import { machineOf } from '../../../src/machine/presets';
import { readLocks, readProcessors } from '../../../src/machine/read';
import type { MachineResult } from '../../../src/machine/result';
import { MachineRun, observedAllocator, runOnMachine } from '../../../src/machine/run';
import { TraceBuilder } from '../../../src/trace/builder';
import { packTouch } from '../../../src/trace/touch';
import { Op, type Trace } from '../../../src/trace/trace';
import { checkConservation } from './conservation';
import { access, model, modules } from './drawing';

/**
 * A program as text, an event a line: "P1 malloc #0 64", "P0 write #0 8 ×1000", "P0 write #0 4 @8", "P0 free #0",
 * "P1 compute 500", "P0 barrier".
 */
function program(text: string): Trace {
  const builder = new TraceBuilder();
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  lines.forEach((line, time) => {
    const [, cpu, name, rest] = /^P(\d+) (\w+)(.*)$/.exec(line) ?? [];
    const id = Number(/#(\d+)/.exec(rest)?.[1] ?? 0);
    const size = Number(/ (\d+)/.exec(rest)?.[1] ?? 0);
    const repeat = Number(/×(\d+)/.exec(rest)?.[1] ?? 1);
    const offset = Number(/@(\d+)/.exec(rest)?.[1] ?? 0);
    const touch = name === 'read' || name === 'write';
    builder.add(
      Op[name as keyof typeof Op],
      id,
      size,
      time,
      Number(cpu),
      touch ? packTouch({ offset, repeat }) : 0,
    );
  });
  return builder.finish({ name: 'program', clock: 'events', notes: [] });
}

const allocator = (id: string) => {
  const descriptor = modules.descriptor(id);
  if (!descriptor) throw new Error(`no allocator ${id}`);
  return observedAllocator(modules, descriptor, { id, params: {} });
};
const run = (
  text: string,
  id = 'sysv',
  machine: unknown = 'teaching',
  options = {},
): Promise<MachineResult> =>
  runOnMachine(
    modules,
    program(text),
    allocator(id),
    typeof machine === 'string' ? machineOf(machine) : parseMachine(machine),
    options,
  );

describe('locks in virtual time, worked by hand', () => {
  it('who comes later waits until it is given back', async () => {
    const machine = await model({
      processors: 3,
      levels: [{ bytes: 256, ways: 2, line: 16, latency: 1 }],
      memory: { latency: 11 },
      costs: { intervention: 8, upgrade: 4, lock: 2, barrier: 4 },
    });
    const on = (p: number, name: string, id = 7) => {
      machine.call('set_cpu', p);
      machine.call(name, id);
    };
    //        0    2          12         22   24 …
    // P0     lock miss────── unlock
    // P1     wait─────────── takes over─ lock unlock      (8 for the word from P0, then 2)
    // P2     wait────────────────────────── …
    on(0, 'lock');
    access(machine, 0, 'read', 'A');
    on(0, 'unlock');
    on(1, 'lock');
    on(1, 'unlock');
    on(2, 'lock', 9);
    on(2, 'unlock', 9);
    on(2, 'lock');
    on(2, 'unlock');
    const [p0, p1, p2] = readProcessors(machine);
    expect(p0).toMatchObject({ clock: 12, lockCalls: 1, lockWaits: 0 });
    expect(p0.cycles).toMatchObject({ work: 2, cacheMiss: 10, lockWait: 0 });
    expect(p1).toMatchObject({ clock: 22, lockCalls: 1, lockWaits: 1 });
    expect(p1.cycles).toMatchObject({ work: 2, coherence: 8, lockWait: 12 });
    // P2 took the free lock 9 until 2, and waited from 2 to 22 for lock 7.
    expect(p2).toMatchObject({ clock: 32, lockCalls: 2, lockWaits: 1 });
    expect(p2.cycles).toMatchObject({ work: 4, coherence: 8, lockWait: 20 });
    expect(readLocks(machine)).toEqual([
      { id: 7, calls: 3, waits: 2, waited: 32 },
      { id: 9, calls: 1, waits: 0, waited: 0 },
    ]);
  });
});

describe('processors in virtual time', () => {
  it('a barrier holds everybody until the last has come, then costs its release', async () => {
    const result = await run(`
      P0 compute 100
      P0 barrier
      P1 compute 30
      P1 barrier
      P0 compute 5
      P2 compute 70
      P2 barrier
      P2 compute 1
    `);
    const cycles = result.processors.map(({ cycles: { work, barrierWait, idle } }) => ({
      work,
      barrierWait,
      idle,
    }));
    expect(cycles).toEqual([
      { work: 105, barrierWait: 4, idle: 0 },
      { work: 30, barrierWait: 74, idle: 5 },
      { work: 71, barrierWait: 34, idle: 4 },
    ]);
    expect(result).toMatchObject({ time: 109, workload: 105 + 30 + 71, events: 8, stuckAt: null });
    checkConservation(result);
  });

  it('who has no barrier to come is not waited for', async () => {
    const result = await run(`
      P0 compute 10
      P0 barrier
      P1 compute 50
      P0 compute 1
    `);
    expect(result.processors[0].cycles).toMatchObject({ work: 11, barrierWait: 4, idle: 35 });
    expect(result.processors[1].cycles).toMatchObject({ work: 50, idle: 0 });
    expect(result.time).toBe(50);
  });

  it('an object is there once its processor has got it: the other one idles', async () => {
    const result = await run(`
      P0 compute 500
      P0 malloc #0 32
      P1 write #0 32
      P0 compute 1000
      P1 free #0
    `);
    const [p0, p1] = result.processors;
    expect(p1.cycles.idle).toBeGreaterThan(500);
    // P1 goes on from the clock at which P0's malloc was done, so it ends before P0's long work.
    expect(p0.cycles.idle).toBe(0);
    expect(result.failures).toBe(0);
    checkConservation(result);
  });

  it('a free waits for the uses that the trace has before it', async () => {
    const text = `
      P0 malloc #0 64
      P1 compute 10000
      P1 read #0 64
      P0 free #0
      P0 malloc #1 64
    `;
    const result = await run(text);
    expect(result.processors[0].cycles.idle).toBeGreaterThan(9000);
    expect(result.events).toBe(5);
    checkConservation(result);
  });

  it('a program that cannot go on says at which event', async () => {
    const result = await run(`
      P0 barrier
      P0 malloc #0 8
      P1 free #0
      P1 barrier
    `);
    expect(result.stuckAt).toBe(2);
    expect(result.events).toBeLessThan(4);
  });

  it('threads share the processors of a smaller machine, but not over a barrier', async () => {
    const text = ['P0 compute 5', 'P5 compute 7', 'P1 compute 1'].join('\n');
    const result = await run(text);
    expect(result.processors.map(({ cycles }) => cycles.work)).toEqual([5, 8, 0, 0]);
    expect(result.doubled).toBe(2);
    await expect(run(`${text}\nP5 barrier`)).rejects.toThrow(
      'the program has barriers among 6 threads, expected at least as many processors, found 4',
    );
  });
});

describe('programs on real allocators', () => {
  const threads = (count: number, body: (p: number) => string[]): string => {
    const bodies = Array.from({ length: count }, (_, p) => body(p));
    return Array.from({ length: Math.max(...bodies.map(({ length }) => length)) }, (_, row) =>
      bodies.map((lines) => lines[row] ?? ''),
    )
      .flat()
      .join('\n');
  };
  // Kumar's active false sharing: every thread gets 8 bytes, writes them many times and frees them.
  const activeSharing = threads(4, (p) => [
    `P${p} malloc #${p} 8`,
    `P${p} write #${p} 8 ×5000`,
    `P${p} free #${p}`,
  ]);

  it('a single heap shares lines falsely, a heap a thread does not', async () => {
    const shared = await run(activeSharing, 'serial', 'crunchy2');
    const own = await run(activeSharing, 'perthread', 'crunchy2');
    const falsely = (result: MachineResult) =>
      result.processors.reduce((sum, p) => sum + p.falseSharingMisses, 0);
    expect(falsely(shared)).toBeGreaterThan(50);
    expect(falsely(own)).toBeLessThan(20);
    for (const result of [shared, own]) {
      checkConservation(result);
      expect(result.touches).toBe(4 * 5000 * 2);
    }
  });

  it('threads queue for the lock of a serial heap', async () => {
    const churn = threads(4, (p) =>
      Array.from({ length: 40 }, (_, i) => [`P${p} malloc #${i * 4 + p} 24`]).flat(),
    );
    const result = await run(churn, 'serial', 'opteron6128');
    expect(result.locks).toHaveLength(1);
    expect(result.locks[0].calls).toBe(160);
    const waited = result.processors.reduce((sum, { cycles }) => sum + cycles.lockWait, 0);
    expect(waited).toBe(result.locks[0].waited);
    expect(waited).toBeGreaterThan(0);
    checkConservation(result);
  });

  it('the same program gives the same result, and lanes that add up', async () => {
    const options = { lanes: true, conflicts: true };
    const first = await run(activeSharing, 'serial', 'crunchy2', options);
    const second = await run(activeSharing, 'serial', 'crunchy2', options);
    expect(second).toEqual(first);
    const { lanes } = first;
    if (!lanes) throw new Error('no lanes');
    first.processors.forEach(({ cycles }, p) => {
      const row = lanes.cycles.subarray(p * lanes.slices * 7, (p + 1) * lanes.slices * 7);
      Object.values(cycles).forEach((value, kind) => {
        let sum = 0;
        for (let slice = 0; slice < lanes.slices; slice++) sum += row[slice * 7 + kind];
        expect(sum).toBe(value);
      });
    });
    // A window shows a part of it, in finer slices.
    const half = Math.floor(first.time / 2);
    const close = await run(activeSharing, 'serial', 'crunchy2', { lanes: { from: half, to: half + 1000 } });
    expect(close.lanes?.slice).toBe(1);
    expect(close.lanes?.cycles.reduce((a, b) => a + b)).toBe(4 * 1000);
    expect(first.levels[0].conflicts).not.toBeNull();
    expect(close.levels[0].conflicts).toBeNull();
  });

  it('stops where it is told, shows the caches and their owners, and goes on', async () => {
    const trace = program(`
      P0 malloc #0 16
      P0 malloc #1 16
      P0 write #1 16
      P0 free #0
      P0 free #1
    `);
    const stopped = await MachineRun.create(modules, trace, allocator('sysv'), machineOf('teaching'));
    expect(stopped.advance(1000, 3)).toBe(true);
    expect(stopped.events).toBe(3);
    expect(stopped.eventOf(0)).toBe(3);
    const live = stopped.liveObjects();
    expect([...live.id]).toEqual([0, 1]);
    const { address, state } = stopped.model.content(0, 0);
    const ownerOf = (line: number) => {
      const at = live.address.findIndex((start, i) => start < line + 16 && start + live.size[i] > line);
      return at < 0 ? null : live.id[at];
    };
    const owners = Array.from(address, (line, i) => (state[i] === 0 ? null : ownerOf(line)));
    expect(owners).toContain(1);
    const modified = owners.filter((owner, i) => owner === 1 && state[i] === 3);
    expect(modified.length).toBeGreaterThan(0);
    while (stopped.advance());
    expect(stopped.eventOf(0)).toBeNull();
    expect(stopped.result().events).toBe(5);
    const straight = await runOnMachine(modules, trace, allocator('sysv'), machineOf('teaching'));
    expect(stopped.result()).toEqual(straight);
  });

  it('an aborted run rejects', async () => {
    const controller = new AbortController();
    const long = program(
      Array.from({ length: 4 }, (_, i) => `P0 malloc #${i} 65536\nP0 write #${i} 65536 ×60`).join('\n'),
    );
    const promise = runOnMachine(modules, long, allocator('sysv'), machineOf('teaching'), {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(promise).rejects.toThrow('enough');
  });
});

describe('an allocator without locks', () => {
  const calls = `
    P0 malloc #0 64
    P1 malloc #1 64
    P0 malloc #2 64
    P1 malloc #3 64
    P0 free #0
    P1 free #1
  `;

  it('is behind one mutex where a program has threads, as Emscripten links it', async () => {
    const result = await run(calls, 'dlmalloc');
    checkConservation(result);
    expect(result.locks).toHaveLength(1);
    const [{ calls: taken, waits }] = result.locks;
    expect(taken).toBe(6);
    // Both ask at cycle 0: the second of them waits for the first.
    expect(waits).toBeGreaterThan(0);
    expect(result.processors[1].lockWaits).toBeGreaterThan(0);
  });

  it('has none where there is one thread, nor where it is nobody’s to share', async () => {
    expect((await run(calls.replaceAll('P1', 'P0'), 'dlmalloc')).locks).toEqual([]);
    expect((await run(calls, 'sysv')).locks).toEqual([]);
  });
});
