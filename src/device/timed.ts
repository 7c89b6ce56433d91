import { settings } from '../engine/instance';
import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import type { AllocatorConfig } from '../experiment/document';
import { rest } from '../rest';
import type { Trace } from '../trace/trace';

/** A trace replayed on this device by the clock: no result of a model, and another one every time. */
export interface TimedReplay {
  /** For the whole trace: the sum over its parts of the shortest round of each. */
  readonly milliseconds: number;
}

export interface TimedOptions {
  /** Replays of the whole trace; the first ones run the engine's baseline code. */
  readonly rounds?: number;
  /** No further round begins after so long. */
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
}

interface TimedExports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
  readonly configure?: (parameter: number, value: number) => void;
  timed_room(bytes: number): number;
  timed_run(...values: number[]): void;
  os_top(): number;
}

/** Events a call: a call that is under way keeps the code that it began with. */
export const EVENTS_A_CALL = 4096;
/** Calls that are timed together: a browser's clock ticks in steps of up to 0.1 ms. Between them messages come through. */
export const CALLS_A_PART = 64;
/** A trace of fewer events is over before that clock has ticked often enough. */
export const FEWEST_EVENTS = 20_000;
const ROUNDS = 5;
/** Most that a trace's arrays may take of the module's memory, and what timed_room answers when there is none. */
const MOST_BYTES = 2 ** 30;
const NO_ROOM = 0xffff_ffff;

/** One allocator with a program laid out in its memory (wasm/device/timed.c). */
export class TimedProgram {
  private from = 0;

  /** @param columns addresses of op, cpu, id, size and of the pointers */
  private constructor(
    private readonly exports: TimedExports,
    private readonly columns: readonly number[],
    private readonly heapStart: number,
    private readonly trace: Trace,
  ) {}

  /** @throws ConfigError for a parameter that does not fit; Error when the program does not fit into the module's memory */
  static async load(modules: Modules, trace: Trace, config: AllocatorConfig): Promise<TimedProgram> {
    const descriptor = descriptorOf(modules, config);
    const module = await modules.get(`timed-${descriptor.id}`);
    const imports: Record<string, Record<string, () => number>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = () => 0;
    }
    const instance = await WebAssembly.instantiate(module, imports);
    const exports = instance.exports as unknown as TimedExports;
    const events = trace.length;
    const bytes = events * 10 + trace.objects * 4 + 16;
    const room = bytes <= MOST_BYTES ? exports.timed_room(bytes) >>> 0 : NO_ROOM;
    if (room === NO_ROOM)
      throw new Error(`the trace takes ${bytes} bytes beside the heap, expected at most ${MOST_BYTES}`);
    const heapStart = exports.os_top() >>> 0;
    exports._initialize?.(); // emmalloc takes its first memory here
    for (const [index, value] of settings(descriptor, config)) exports.configure?.(index, value);
    const id = room;
    const size = id + events * 4;
    const object = size + events * 4;
    const op = object + trace.objects * 4;
    const cpu = op + events;
    const { buffer } = exports.memory;
    new Uint32Array(buffer, id, events).set(trace.id);
    new Uint32Array(buffer, size, events).set(trace.size);
    new Uint8Array(buffer, op, events).set(trace.op);
    if (trace.cpu) new Uint8Array(buffer, cpu, events).set(trace.cpu);
    return new TimedProgram(exports, [op, cpu, id, size, object], heapStart, trace);
  }

  get done(): boolean {
    return this.from >= this.trace.length;
  }

  /** Runs the next `events`; answers the milliseconds that they took. */
  run(events = EVENTS_A_CALL): number {
    const to = Math.min(this.from + events, this.trace.length);
    const begin = performance.now();
    this.exports.timed_run(...this.columns, this.from, to);
    this.from = to;
    return performance.now() - begin;
  }

  /** Where each object lies now, in bytes from where the allocator's memory begins; 0 for those that are not live. */
  addresses(): Uint32Array {
    const table = new Uint32Array(this.exports.memory.buffer, this.columns[4], this.trace.objects);
    return table.map((address) => (address ? address - this.heapStart : 0));
  }
}

/**
 * Replays a trace on an allocator by the clock, without observation. What else the device does makes a round longer,
 * never shorter: of each part the shortest of the rounds counts.
 */
export async function timeReplay(
  modules: Modules,
  trace: Trace,
  config: AllocatorConfig,
  { rounds = ROUNDS, milliseconds = Number.POSITIVE_INFINITY, signal }: TimedOptions = {},
): Promise<TimedReplay> {
  const parts = new Float64Array(Math.ceil(trace.length / (EVENTS_A_CALL * CALLS_A_PART)));
  parts.fill(Number.POSITIVE_INFINITY);
  let done = 0;
  for (let spent = 0; done < rounds && (done === 0 || spent < milliseconds); done++) {
    const program = await TimedProgram.load(modules, trace, config);
    for (let part = 0; part < parts.length; part++) {
      signal?.throwIfAborted();
      const begin = performance.now();
      for (let call = 0; call < CALLS_A_PART; call++) program.run();
      const took = performance.now() - begin;
      parts[part] = Math.min(parts[part], took);
      spent += took;
      await rest();
    }
  }
  return { milliseconds: parts.reduce((sum, part) => sum + part, 0) };
}
