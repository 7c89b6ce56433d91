import { TraceError } from '../errors';
import { Recording } from '../recording';
import type { EventSink } from '../sink';
import { Slots } from '../slots';
import { Op, type Trace } from '../trace';
import type { InputEnd, TraceFormat, TraceReader } from './reader';

/** Record kinds of bytehound's exporter; the last two carry call stacks. */
const Kind = { end: 0, allocate: 1, free: 2, resize: 3, enter: 4, leave: 5 } as const;

const WORD = 8;
const RECORD = 4 * WORD;
/** No recording has that many slots; a larger first word is not bytehound's. */
const MOST_SLOTS = 2 ** 40;

/**
 * Reads `bytehound export-replay` (bytehound, cli-core/src/exporter_replay.rs): little-endian words of 64 bits.
 * First the number of slots; older versions then write the number of operations. Records of four words follow:
 * kind, slot, time in microseconds, size. Newer versions add stack frames and end with a word of zero.
 */
class BytehoundReader implements TraceReader {
  private readonly recording: Recording;
  private readonly slots: Slots;
  private readonly carry = new Uint8Array(RECORD);
  private carried = 0;
  /** Bytes of the header still to pass; −1 before the generation is known. */
  private header = -1;
  private read = 0;
  private ended = false;
  private origin = -1;
  private operations = 0;

  constructor(
    sink: EventSink,
    private readonly file: string,
    private readonly name: string,
  ) {
    this.recording = new Recording(sink);
    this.slots = new Slots(this.recording);
    sink.locate = () => ({ file: this.file, line: null, found: `the record that ends at byte ${this.read}` });
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    if (this.header < 0) {
      this.header = WORD * (generation(bytes) === 'old' ? 2 : 1);
    }
    const skipped = Math.min(this.header, bytes.length);
    this.header -= skipped;
    at += skipped;
    this.read += skipped;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    while (at < bytes.length && !this.ended) {
      const part = Math.min(RECORD - this.carried, bytes.length - at);
      if (this.carried === 0 && part === RECORD) {
        this.record(view, at);
      } else {
        this.carry.set(bytes.subarray(at, at + part), this.carried);
        this.carried += part;
        if (this.carried === RECORD) {
          this.carried = 0;
          this.record(new DataView(this.carry.buffer), 0);
        }
      }
      at += part;
      this.read += part;
    }
  }

  finish(end: InputEnd): Trace {
    // The end mark is a single word, so it lies in the carry.
    if (this.carried === WORD && word(new DataView(this.carry.buffer), 0) === Kind.end) this.ended = true;
    else if (end !== 'stopped' && (this.carried > 0 || end !== 'whole'))
      this.recording.breakOff(
        `Cut off after byte ${this.read}${end === 'whole' ? ', in the middle of a record' : `: ${end.cut}`}. What follows it is missing.`,
      );
    if (this.operations === 0 && end !== 'stopped')
      throw new TraceError({
        file: this.file,
        line: null,
        found: 'no operation',
        expected: 'a bytehound replay',
      });
    return this.recording.finish(this.name, 'us');
  }

  private record(view: DataView, at: number): void {
    const kind = word(view, at);
    if (kind === Kind.enter || kind === Kind.leave) return;
    if (kind === Kind.end) {
      this.ended = true;
      return;
    }
    const slot = word(view, at + WORD);
    const stamp = word(view, at + 2 * WORD);
    const size = word(view, at + 3 * WORD);
    if (this.origin < 0) this.origin = stamp;
    const time = Math.max(0, stamp - this.origin);
    this.operations++;
    if (kind === Kind.allocate) this.slots.allocate(Op.malloc, slot, size, time);
    else if (kind === Kind.resize) this.slots.resize(slot, size, time);
    else if (kind === Kind.free) {
      if (!this.slots.free(slot, time)) this.recording.count('unknownFree');
    } else
      throw new TraceError({
        file: this.file,
        line: null,
        found: `${kind} at byte ${this.read}`,
        expected: 'the kind of a record (0 to 5)',
      });
  }
}

/** A 64-bit word as a number (inexact past 2^53). */
const word = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** Which generation's records fit the first bytes; null when neither's do. */
function generation(head: Uint8Array): 'old' | 'new' | null {
  if (head.length < WORD + RECORD) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const slots = word(view, 0);
  if (slots === 0 || slots > MOST_SLOTS) return null;
  if (plausible(view, WORD, slots)) return 'new';
  return plausible(view, 2 * WORD, slots) ? 'old' : null;
}

/** True when all whole records of the head, from `at`, could be bytehound's. */
function plausible(view: DataView, at: number, slots: number): boolean {
  if (at + RECORD > view.byteLength) return false;
  let records = 0;
  for (let from = at; from + RECORD <= view.byteLength; from += RECORD) {
    const kind = word(view, from);
    if (kind === Kind.end) return records > 0;
    if (kind > Kind.leave) return false;
    if (kind <= Kind.resize && word(view, from + WORD) >= slots) return false;
    if (kind >= Kind.enter && (word(view, from + 2 * WORD) !== 0 || word(view, from + 3 * WORD) !== 0))
      return false;
    records++;
  }
  return true;
}

export const bytehound: TraceFormat = {
  id: 'bytehound',
  title: 'bytehound export-replay',
  extension: 'replay',
  recognises: (_head, bytes) => generation(bytes) !== null,
  open: (sink, file, name) => new BytehoundReader(sink, file, name),
};
