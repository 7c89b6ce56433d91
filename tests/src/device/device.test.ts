import { describe, expect, it } from 'vitest';
import { nodeModules } from '../../../src/cli/node-modules';
import { deviceProgram, ROW_BYTES } from '../../../src/device/program';
import { DEVICE_ALLOCATORS, DEVICE_MEMORY, instantiateThread } from '../../../src/device/thread';
import { Modules } from '../../../src/engine/modules';
import * as kumar from '../../../src/experiment/catalogue/kumar-programs';
import { compileScript } from '../../../src/script/compile';
import { TraceBuilder } from '../../../src/trace/builder';
import { Op } from '../../../src/trace/trace';

const modules = new Modules(nodeModules);

describe('a program laid out for real threads', () => {
  it('gives each thread its own events in their order, and says who meets at barriers', () => {
    const trace = compileScript(
      'thread t of 3 { let a = malloc(8); write(a, 4, 7); barrier(); free(a); }',
      1,
      'x',
    );
    const { rows, parts, meeting, objects } = deviceProgram(trace, 3);
    expect(objects).toBe(3);
    expect(meeting).toBe(3);
    expect(parts).toEqual([0, 6, 12].map((first) => ({ first, count: 6 })));
    for (const { first } of parts) {
      const own = Array.from({ length: 6 }, (_, i) => [
        ...rows.subarray((first + i) * 5, (first + i + 1) * 5),
      ]);
      // A thread block begins and ends with a barrier of its own.
      const { malloc, write, barrier, free } = Op;
      expect(own.map(([op]) => op)).toEqual([barrier, malloc, write, barrier, free, barrier]);
      expect(own[2].slice(2)).toEqual([4, 0, 7]);
      expect(own[4][1]).toBe(own[1][1]);
    }
  });

  it('refuses what scripts do not have there', () => {
    const builder = new TraceBuilder();
    builder.add(Op.calloc, 0, 8, 0, 0, 0);
    const trace = builder.finish({ name: 'x', clock: 'events', notes: [] });
    expect(() => deviceProgram(trace, 1)).toThrow(/event 0: expected malloc.*found operation 3/);
  });
});

describe.each(DEVICE_ALLOCATORS)('%s in a shared memory', (id) => {
  it('serves a program on one thread: nothing refused, nothing damaged, and damage is noticed', async () => {
    const module = await modules.get(`device-${id}`);
    const memory = new WebAssembly.Memory(DEVICE_MEMORY);
    const device = await instantiateThread(module, memory, 0);
    const program = deviceProgram(compileScript(kumar.fragmentation(1), 1, 'x'), 1);
    expect(program.bytes).toBeLessThan(device.device_room_bytes());
    const room = device.device_room();
    new Uint32Array(memory.buffer, room, program.rows.length).set(program.rows);
    const objectsAt = room + program.rows.byteLength;
    const [{ first, count }] = program.parts;
    device.device_gate(1);
    // All up to the last free: its block is then spoilt, as an allocator that errs would.
    let end = count - 1;
    while (program.rows[end * 5] !== Op.free) end--;
    device.device_run(room + first * ROW_BYTES, end, objectsAt, program.meeting);
    expect([device.device_failures(), device.device_damaged()]).toEqual([0, 0]);
    const last = program.rows[end * 5 + 1];
    const [block] = new Uint32Array(memory.buffer, objectsAt + last * 12, 1);
    new Uint32Array(memory.buffer, block, 1)[0] ^= 1;
    device.device_run(room + end * ROW_BYTES, 1, objectsAt, program.meeting);
    expect(device.device_damaged()).toBe(1);
  });
});
