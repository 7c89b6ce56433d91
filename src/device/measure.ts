import { settings } from '../engine/instance';
import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import { type SpeedupQuestion, withHeaps } from '../machine/speedup';
import { compileScript } from '../script/compile';
import { deviceProgram, ROW_BYTES } from './program';
import { DEVICE_MEMORY, instantiateThread, type ThreadTask, type ThreadTimes } from './thread';

/** A program on this device: wall-clock time, which is the device's and no model's. */
export interface DevicePoint {
  /** Index of the allocator in the question. */
  readonly allocator: number;
  readonly threads: number;
  /** From the first thread's start to the last one's end; the median of `RUNS` runs. */
  readonly milliseconds: number;
  readonly failures: number;
  /** Objects whose first word was not what their thread had written: 0 for an allocator that is right. */
  readonly damaged: number;
}

/** That of the virtual machine, of the allocators that can run on real threads (`deviceObstacle`). */
export type DeviceQuestion = SpeedupQuestion;

export const RUNS = 5;

/** Starts a thread in a worker of its own and answers when it is done. */
export type StartThread = (task: ThreadTask) => Promise<ThreadTimes>;

/** Measures a program with several numbers of threads on each allocator. */
export async function measureDevice(
  modules: Modules,
  { scripts, allocators, seed }: DeviceQuestion,
  start: StartThread,
  onPoint: (point: DevicePoint) => void,
): Promise<void> {
  for (const { threads, source } of scripts) {
    const program = deviceProgram(compileScript(source, seed, `${threads} threads`), threads);
    for (const [allocator, config] of allocators.entries()) {
      const descriptor = descriptorOf(modules, config);
      const module = await modules.get(`device-${config.id}`);
      const times: number[] = [];
      let failures = 0;
      let damaged = 0;
      for (let run = 0; run < RUNS; run++) {
        const memory = new WebAssembly.Memory(DEVICE_MEMORY);
        const first = await instantiateThread(module, memory, threads);
        for (const [parameter, value] of settings(descriptor, withHeaps(descriptor, config, threads)))
          first.configure?.(parameter, value);
        if (program.bytes > first.device_room_bytes())
          throw new Error(
            `the program takes ${program.bytes} bytes, expected at most ${first.device_room_bytes()}`,
          );
        const room = first.device_room();
        new Uint32Array(memory.buffer, room, program.rows.length).set(program.rows);
        const ran = await Promise.all(
          program.parts.map(({ first: row, count }, thread) =>
            start({
              module,
              memory,
              thread,
              threads,
              meeting: program.meeting,
              rowsAt: room + row * ROW_BYTES,
              rows: count,
              objectsAt: room + program.rows.byteLength,
            }),
          ),
        );
        times.push(Math.max(...ran.map(({ to }) => to)) - Math.min(...ran.map(({ from }) => from)));
        failures += first.device_failures();
        damaged += first.device_damaged();
      }
      times.sort((a, b) => a - b);
      onPoint({ allocator, threads, milliseconds: times[RUNS >> 1], failures, damaged });
    }
  }
}
