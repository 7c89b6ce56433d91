import type { Recording } from './recording';
import { Op } from './trace';

/** Objects by ids that may be used again after their free, as classroom traces and tables do. */
export class Slots {
  /** Slot to its latest object: the object's id while it lives, else −1 − id. */
  private readonly object = new Map<number, number>();

  constructor(private readonly recording: Recording) {}

  allocate(op: Op, slot: number, size: number, time: number, cpu = 0, arg = 0): void {
    // A driver's table forgets a block whose slot is filled again, which then is never freed; so does this.
    if ((this.object.get(slot) ?? -1) >= 0) this.recording.count('overwritten');
    this.object.set(slot, this.recording.allocate(op, size, time, cpu, arg));
  }

  /** Resizes; an empty slot is realloc(NULL, size), size 0 frees. */
  resize(slot: number, size: number, time: number, cpu = 0): void {
    const object = this.object.get(slot) ?? -1;
    if (object < 0) this.allocate(Op.malloc, slot, size, time, cpu);
    else if (size === 0) this.free(slot, time, cpu);
    else this.recording.resize(object, size, time, cpu);
  }

  /** Frees; a second free goes on to the replay, which reports it. False when the slot was never filled. */
  free(slot: number, time: number, cpu = 0): boolean {
    const object = this.object.get(slot);
    if (object === undefined) return false;
    this.recording.free(object < 0 ? -1 - object : object, time, cpu);
    if (object >= 0) this.object.set(slot, -1 - object);
    return true;
  }

  /** The latest object of a slot, dead or alive; −1 when it was never filled. */
  latest(slot: number): number {
    const object = this.object.get(slot);
    if (object === undefined) return -1;
    return object < 0 ? -1 - object : object;
  }
}
