import type { Trace } from '../trace/trace';
import type { Address, EventIndex, StepIndex } from '../units';

export type FaultKind =
  | 'overlap'
  | 'misaligned'
  | 'outside'
  | 'bad free'
  | 'corrupted'
  | 'trap'
  | 'endless loop'
  | 'out of memory';

/** Something that the allocator or the program did wrong, found by the replay. */
export interface Fault {
  readonly event: EventIndex;
  readonly kind: FaultKind;
  /** A sentence that names the addresses. */
  readonly message: string;
  /** Sub-step of the event at which it happened, where known. */
  readonly step: StepIndex | null;
}

/** By the host's numbers (wasm/host/replay.c, `fault_kind`). */
const KINDS: readonly FaultKind[] = ['trap', 'overlap', 'misaligned', 'outside', 'bad free'];

/** An address as every page and message writes it. */
export const hex = (address: Address): string => `0x${address.toString(16)}`;

/** Faults from the host's rows (event, kind, address, other). */
export function traceFaults(rows: Uint32Array, trace: Trace): Fault[] {
  const faults: Fault[] = [];
  for (let at = 0; at < rows.length; at += 4) {
    const [event, number, address, other] = rows.subarray(at, at + 4);
    const kind = KINDS[number];
    faults.push({
      event,
      kind,
      step: null,
      message: `event ${event}: ${describe(kind, event, address, other, trace)}`,
    });
  }
  return faults;
}

function describe(kind: FaultKind, event: EventIndex, address: Address, other: number, trace: Trace): string {
  const bytes = trace.size[event];
  switch (kind) {
    case 'overlap':
      return `the block at ${hex(address)} for ${bytes} bytes overlaps a live block at ${hex(other)}`;
    case 'misaligned':
      return `the block at ${hex(address)} is not aligned to ${other} bytes`;
    case 'outside':
      return `the block at ${hex(address)} for ${bytes} bytes lies outside the heap`;
    case 'bad free':
      return `object #${other} is not live: freed twice, or never allocated`;
    default:
      return kind;
  }
}

/** The allocator's module trapped while it served an event. */
export function trapFault(event: EventIndex, trace: Trace, error: unknown, exhausted: boolean): Fault {
  const reason = error instanceof Error ? error.message : String(error);
  const what = event < trace.length ? `${trace.size[event]} bytes, object #${trace.id[event]}` : 'the end';
  if (exhausted) {
    const message = `event ${event} (${what}): the module did not come back: it is in an endless loop`;
    return { event, kind: 'endless loop', step: null, message };
  }
  const message = `event ${event} (${what}): the module trapped: ${reason}`;
  return { event, kind: 'trap', step: null, message };
}
