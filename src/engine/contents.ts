import type { AllocatorConfig } from '../experiment/document';
import { rest } from '../rest';
import { Op, type Trace } from '../trace/trace';
import type { Address, Bytes, EventIndex } from '../units';
import { type Fault, hex } from './faults';
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
): Promise<Overwritten[]> {
  const found = await checked(modules, trace, config, [], trace.length, signal);
  if (found.length === 0) return [];
  // Once more, with an eye on those bytes: the first event after which one is changed is the one that changed it.
  const last = Math.max(...found.map(({ fault }) => fault.event));
  await checked(modules, trace, config, found, last, signal);
  return found;
}

/** Replays the events before `end`; whatever of `watched` is changed on the way is told who did it. */
async function checked(
  modules: Modules,
  trace: Trace,
  config: AllocatorConfig,
  watched: readonly Watched[],
  end: EventIndex,
  signal: AbortSignal | undefined,
): Promise<Watched[]> {
  const host = await Host.create(modules);
  const instance = await instantiate(modules, descriptorOf(modules, config), config, 'plain', host);
  const check = new ContentsCheck(instance, trace, host, watched);
  for (let from = 0; from < end && check.found.length < MOST_FAULTS; from += EVENTS_A_SLICE) {
    instance.refuel();
    try {
      check.replay(from, Math.min(end, from + EVENTS_A_SLICE));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) break;
      throw error;
    }
    await rest();
    signal?.throwIfAborted();
  }
  return check.found;
}

/** First byte and the byte behind the last, from the block's start. */
type Part = readonly [number, number];

/** Contents of a live block that were found changed. */
export interface Overwritten {
  readonly fault: Fault;
  readonly object: number;
  /** The first byte that was. */
  readonly byte: Address;
  /** The event that changed it; null where a realloc lost it. */
  readonly by: EventIndex | null;
}

interface Watched extends Overwritten {
  by: EventIndex | null;
  /** Event that filled the byte. */
  readonly since: EventIndex;
  readonly pattern: number;
  /** False where it was a realloc that did not carry it over. */
  readonly traced: boolean;
}

class ContentsCheck {
  readonly found: Watched[] = [];
  private readonly address: Uint32Array;
  private readonly held: Uint32Array;
  /** Event that filled the object's block. */
  private readonly filled: Uint32Array;

  constructor(
    private readonly instance: AllocatorInstance,
    private readonly trace: Trace,
    private readonly host: Host,
    private readonly watched: readonly Watched[],
  ) {
    this.address = new Uint32Array(trace.objects);
    this.held = new Uint32Array(trace.objects);
    this.filled = new Uint32Array(trace.objects);
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
          this.place(event, object, this.instance.malloc(size[event]), size[event]);
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
      for (const each of this.watched) this.look(event, each);
    }
  }

  private look(event: EventIndex, watched: Watched): void {
    const { since, by, byte, pattern: wanted, fault, traced } = watched;
    if (!traced || by !== null || event < since || event >= fault.event) return;
    if (this.bytes(byte, byte + 1)[0] !== wanted) watched.by = event;
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
    this.place(event, object, address, size);
  }

  private place(event: EventIndex, object: number, address: Address, size: Bytes): void {
    this.address[object] = address;
    this.held[object] = size;
    this.filled[object] = event;
    if (!address) return;
    for (const [start, end] of edges(size)) this.bytes(address + start, address + end).fill(pattern(object));
  }

  /** Parts of a block that were filled must still hold the object's pattern. */
  private compare(event: EventIndex, object: number, parts: readonly Part[], when: string): void {
    const address = this.address[object];
    if (!address || this.watched.length > 0 || this.found.length >= MOST_FAULTS) return;
    const wanted = pattern(object);
    for (const [start, end] of parts) {
      const wrong = this.bytes(address + start, address + end).findIndex((byte) => byte !== wanted);
      if (wrong < 0) continue;
      const message =
        `event ${event}: byte ${start + wrong} of object #${object} at ${hex(address)} was changed ${when}; ` +
        'the program did not do it';
      this.found.push({
        fault: { event, kind: 'corrupted', step: null, message },
        object,
        byte: address + start + wrong,
        by: null,
        since: this.filled[object],
        pattern: wanted,
        traced: !when.startsWith('after'),
      });
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
