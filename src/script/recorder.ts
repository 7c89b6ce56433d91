import { TraceBuilder } from '../trace/builder';
import { packTouch } from '../trace/touch';
import { allocates, Op, type Trace } from '../trace/trace';
import type { Bytes, ObjectId } from '../units';

/** Most events that a script may make. */
export const MOST_EVENTS = 5_000_000;

/** An object as a script holds it. */
export interface ScriptObject {
  readonly id: ObjectId;
  size: Bytes;
  live: boolean;
}

interface Recorded {
  readonly op: Op;
  readonly id: ObjectId;
  readonly size: number;
  readonly cpu: number;
  readonly arg: number;
}

/** Collects what a script does; a trace of it comes out at the end. */
export class ScriptRecorder {
  private readonly events: Recorded[] = [];
  private objects = 0;
  private processors = 1;

  get full(): boolean {
    return this.events.length >= MOST_EVENTS;
  }

  allocate(op: Op, size: Bytes, cpu: number): ScriptObject {
    const id = this.objects++;
    this.push(op, id, size, cpu, 0);
    return { id, size, live: true };
  }

  resize(object: ScriptObject, size: Bytes, cpu: number): void {
    this.push(Op.realloc, object.id, size, cpu, 0);
    object.size = size;
  }

  free(object: ScriptObject, cpu: number): void {
    this.push(Op.free, object.id, 0, cpu, 0);
    object.live = false;
  }

  touch(op: Op, object: ScriptObject, bytes: Bytes, repeat: number, cpu: number): void {
    this.push(op, object.id, bytes, cpu, repeat === 1 ? 0 : packTouch({ offset: 0, repeat }));
  }

  compute(cycles: number, cpu: number): void {
    this.push(Op.compute, 0, cycles, cpu, 0);
  }

  /** All processors wait for each other here. */
  barrier(): void {
    this.push(Op.barrier, 0, 0, 0, 0);
  }

  private push(op: Op, id: ObjectId, size: number, cpu: number, arg: number): void {
    this.events.push({ op, id, size, cpu, arg });
    if (cpu >= this.processors) this.processors = cpu + 1;
  }

  /** The trace; its clock counts events. A barrier becomes an event of every processor. */
  finish(name: string): Trace {
    const builder = new TraceBuilder();
    let time = 0;
    for (const { op, id, size, cpu, arg } of this.events) {
      if (op !== Op.barrier) {
        builder.add(op, allocates(op) || op < Op.compute ? id : 0, size, time++, cpu, arg);
      } else if (this.processors > 1) {
        for (let processor = 0; processor < this.processors; processor++) {
          builder.add(Op.barrier, 0, 0, time, processor, 0);
        }
        time++;
      }
    }
    return builder.finish({ name, clock: 'events', notes: [] });
  }
}
