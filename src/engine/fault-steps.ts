/** At which sub-step of its event a fault shows: found by serving the event once more, observed. */
import type { Address, Bytes, StepIndex } from '../units';
import { checkContents, type Overwritten } from './contents';
import { Cursor } from './cursor';
import { type Fault, hex } from './faults';
import type { Modules } from './modules';
import type { Run } from './run';
import { type EventRecord, Recorder } from './substeps';

/** A header as large as this may stand before a block. */
const MOST_HEADER: Bytes = 16;

/** The first faults of a run, and how many there are. */
export interface Faults {
  readonly faults: readonly Fault[];
  readonly count: number;
}

/**
 * What the replay found wrong and, of a user's module, what it did to contents: the lab's own allocators are held to
 * that by its tests.
 * @param most faults to tell of
 * @throws the signal's reason when aborted
 */
export async function findFaults(
  modules: Modules,
  run: Run,
  most: number,
  signal?: AbortSignal,
): Promise<Faults> {
  const { descriptor, trace, config } = run;
  const overwritten = descriptor.user ? await checkContents(modules, trace, config, signal) : [];
  const located = await locateFaults(modules, run, run.faults.slice(0, most), overwritten);
  return { faults: located.slice(0, most), count: run.faultCount + overwritten.length };
}

/**
 * The faults with their sub-steps, in order of their events. A free of what is not live has none: the call never reaches
 * the allocator.
 * @param overwritten where contents were found changed, and who did it as far as that is known
 */
export async function locateFaults(
  modules: Modules,
  run: Run,
  faults: readonly Fault[],
  overwritten: readonly Overwritten[] = [],
): Promise<Fault[]> {
  const told = [...faults, ...overwritten.map(({ fault }) => fault)].sort((a, b) => a.event - b.event);
  if (told.every(({ kind }) => kind === 'bad free')) return told;
  const cursor = await Cursor.create(modules, run);
  const recorder = await Recorder.create(modules, run);
  const found = told.map((fault) => {
    if (fault.kind === 'bad free') return fault;
    const changed = overwritten.find((each) => each.fault === fault);
    if (changed) return atOverwriting(changed, run, (event) => recorder.record(event, cursor));
    const record = recorder.record(fault.event, cursor);
    return { ...fault, step: stepOf(fault, record, run) };
  });
  return found.sort((a, b) => a.event - b.event);
}

function stepOf({ kind, event }: Fault, record: EventRecord, run: Run): StepIndex | null {
  const last = record.steps.length > 0 ? record.steps.length - 1 : null;
  // The last that was reached. An access is announced before it happens, the one that traps too.
  if (kind === 'trap' || kind === 'endless loop') return last;
  const from = record.result - MOST_HEADER;
  const to = record.result + Math.max(1, run.trace.size[event]);
  return lastIn(record, from, to) ?? last;
}

/** The last step that speaks of a block that begins there, header or payload; without steps the last access there. */
function lastIn({ steps, accesses, stepped }: EventRecord, from: Address, to: Address): StepIndex | null {
  const at = stepped
    ? steps.findLastIndex(({ block }) => block !== null && block >= from && block < to)
    : accesses
        .slice(0, steps.length)
        .findLastIndex(({ address, bytes }) => address < to && address + bytes > from);
  return at < 0 ? null : at;
}

/** The event and the store that changed a byte of a live block; where it was found when nothing of the allocator did it. */
function atOverwriting(
  { fault, byte, by, object }: Overwritten,
  run: Run,
  record: (event: number) => EventRecord,
): Fault {
  if (by === null) {
    const { steps } = record(fault.event);
    return { ...fault, step: steps.length > 0 ? steps.length - 1 : null };
  }
  const { accesses, steps, stepped } = record(by);
  const store = accesses.findLastIndex(
    ({ write, address, bytes }) => write && address <= byte && byte < address + bytes,
  );
  // Blocks that overlap are filled over each other: that is reported for what it is.
  if (store < 0) return fault;
  const step = stepped ? Math.max(0, accesses[store].step - 1) : store;
  const message =
    `event ${by}: the allocator wrote into live object #${object}, at ${hex(byte)}, ` +
    `while it served object #${run.trace.id[by]}; found at event ${fault.event}`;
  return { ...fault, event: by, step: Math.min(step, steps.length - 1), message };
}
