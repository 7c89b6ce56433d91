import type { AllocatorConfig } from '../experiment/document';
import { Op, type Trace } from '../trace/trace';
import type { Address, Bytes, EventIndex } from '../units';
import type { Fault } from '../worker/api';
import { hex } from './faults';
import { Host } from './host';
import { type AllocatorInstance, instantiate } from './instance';
import type { Modules } from './modules';
import { descriptorOf } from './replay';

/** Faults of this kind that are reported; what follows them is mostly their echo. */
const MOST_FAULTS = 20;
/** Bytes at each end of a block that are filled and compared: an allocator that errs does so at the edges. */
const EDGE: Bytes = 4096;
const EVENTS_A_SLICE = 2048;

/**
 * Replays a trace while every block is filled with a pattern of its own, and compares it before the block is resized
 * or freed: what the shadow table cannot see, an allocator that writes into live blocks or loses contents in realloc.
 * For modules that users bring; ends at a trap, which the replay proper reports.
 */
export async function checkContents(
  modules: Modules,
  trace: Trace,
  config: AllocatorConfig,
  signal?: AbortSignal,
): Promise<Fault[]> {
  const host = await Host.create(modules);
  const instance = await instantiate(modules, descriptorOf(modules, config), config, 'plain', host);
  const check = new ContentsCheck(instance, trace, host);
  for (let from = 0; from < trace.length && check.faults.length < MOST_FAULTS; from += EVENTS_A_SLICE) {
    instance.refuel();
    try {
      check.replay(from, Math.min(trace.length, from + EVENTS_A_SLICE));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) break;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
  return check.faults;
}

/** First byte and the byte behind the last, from the block's start. */
type Part = readonly [number, number];

class ContentsCheck {
  readonly faults: Fault[] = [];
  private readonly address: Uint32Array;
  private readonly held: Uint32Array;

  constructor(
    private readonly instance: AllocatorInstance,
    private readonly trace: Trace,
    private readonly host: Host,
  ) {
    this.address = new Uint32Array(trace.objects);
    this.held = new Uint32Array(trace.objects);
  }

  replay(from: EventIndex, to: EventIndex): void {
    const { op, id, size, cpu } = this.trace;
    for (let event = from; event < to; event++) {
      this.host.call('set_cpu', cpu?.[event] ?? 0);
      const object = id[event];
      switch (op[event]) {
        case Op.malloc:
        case Op.calloc:
        case Op.memalign:
          this.place(object, this.instance.malloc(size[event]), size[event]);
          break;
        case Op.realloc:
          this.resize(event, object, size[event]);
          break;
        case Op.free:
          this.compare(event, object, edges(this.held[object]), 'before its free');
          if (this.address[object]) this.instance.free(this.address[object]);
          this.address[object] = 0;
          break;
      }
    }
  }

  private resize(event: EventIndex, object: number, size: Bytes): void {
    const old = this.address[object];
    const held = this.held[object];
    this.compare(event, object, edges(held), 'before its realloc');
    const address = this.instance.realloc(old, size);
    if (!address && size) return; // refused: the old block lives on
    this.address[object] = address;
    const kept = Math.min(size, held > 2 * EDGE ? EDGE : held);
    if (old) this.compare(event, object, [[0, kept]], 'after its realloc');
    this.place(object, address, size);
  }

  private place(object: number, address: Address, size: Bytes): void {
    this.address[object] = address;
    this.held[object] = size;
    if (!address) return;
    for (const [start, end] of edges(size)) this.bytes(address + start, address + end).fill(pattern(object));
  }

  /** Parts of a block that were filled must still hold the object's pattern. */
  private compare(event: EventIndex, object: number, parts: readonly Part[], when: string): void {
    const address = this.address[object];
    if (!address || this.faults.length >= MOST_FAULTS) return;
    const wanted = pattern(object);
    for (const [start, end] of parts) {
      const wrong = this.bytes(address + start, address + end).findIndex((byte) => byte !== wanted);
      if (wrong < 0) continue;
      const message =
        `event ${event}: byte ${start + wrong} of object #${object} at ${hex(address)} was changed ${when}; ` +
        'the program did not do it';
      this.faults.push({ event, kind: 'corrupted', step: null, message });
      return;
    }
  }

  private bytes(from: Address, to: Address): Uint8Array {
    return new Uint8Array(this.instance.memory.buffer, from, to - from);
  }
}

/** The parts of a block that are filled: all of a small one, both ends of a large one. */
function edges(size: Bytes): readonly Part[] {
  if (size <= 2 * EDGE) return [[0, size]];
  return [
    [0, EDGE],
    [size - EDGE, size],
  ];
}

/** Never 0: fresh memory must not look right by chance. */
const pattern = (object: number): number => 1 + ((Math.imul(object, 0x9e37_79b1) >>> 24) % 255);
