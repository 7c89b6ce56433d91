import { grown } from './columns';
import type { Recording } from './recording';
import { Op } from './trace';

/** No object was ever in the slot. */
const EMPTY = 0;
/** Slots up to this many times the objects so far stand in an array; stray ones in a map. */
const DENSITY = 4;

/** Objects by ids that may be used again after their free, as classroom traces and tables do. */
export class Slots {
  /** Slot to its latest object: the object's id + 1 while it lives, the same negative when it is dead. */
  private dense = new Int32Array(1 << 8);
  private readonly sparse = new Map<number, number>();

  constructor(private readonly recording: Recording) {}

  allocate(op: Op, slot: number, size: number, time: number, cpu = 0, arg = 0): void {
    // A driver's table forgets a block whose slot is filled again, which then is never freed; so does this.
    if (this.get(slot) > 0) this.recording.count('overwritten');
    this.set(slot, this.recording.allocate(op, size, time, cpu, arg) + 1);
  }

  /** Resizes; an empty slot is realloc(NULL, size), size 0 frees. */
  resize(slot: number, size: number, time: number, cpu = 0): void {
    const object = this.get(slot);
    if (object <= 0) this.allocate(Op.malloc, slot, size, time, cpu);
    else if (size === 0) this.free(slot, time, cpu);
    else this.recording.resize(object - 1, size, time, cpu);
  }

  /** Frees; a second free goes on to the replay, which reports it. False when the slot was never filled. */
  free(slot: number, time: number, cpu = 0): boolean {
    const object = this.get(slot);
    if (object === EMPTY) return false;
    this.recording.free(Math.abs(object) - 1, time, cpu);
    if (object > 0) this.set(slot, -object);
    return true;
  }

  /** The latest object of a slot, dead or alive; −1 when it was never filled. */
  latest(slot: number): number {
    return Math.abs(this.get(slot)) - 1;
  }

  private get(slot: number): number {
    if (slot < this.dense.length && this.dense[slot] !== EMPTY) return this.dense[slot];
    return this.sparse.size === 0 ? EMPTY : (this.sparse.get(slot) ?? EMPTY);
  }

  private set(slot: number, object: number): void {
    if (slot >= this.dense.length) {
      if (slot >= DENSITY * (this.recording.allocated + 64)) {
        this.sparse.set(slot, object);
        return;
      }
      this.dense = grown(this.dense, slot * 2);
    }
    this.dense[slot] = object;
    if (this.sparse.size > 0) this.sparse.delete(slot);
  }
}
