import { Op } from '../trace/trace';
import type { EventIndex } from '../units';
import { Host } from './host';
import { type AllocatorInstance, instantiate } from './instance';
import type { Modules } from './modules';
import { feed } from './replay';
import { blockBefore, type Run } from './run';
import type { Mark } from './snapshots';

/**
 * An instance of a run's allocator that can be put after any event: from the nearest snapshot before it, or from
 * where it stands when that is nearer. Only pages that differ are copied, and only the events behind the snapshot are
 * replayed, with the addresses that the run recorded.
 */
export class Cursor {
  /** The instance stands after this event; −1 before the first. */
  event: EventIndex = -1;
  /** Snapshot whose pages the instance had before the events since were replayed; null for the fresh module. */
  private snapshot: Mark | null = null;
  /** Pages that restoring has written since somebody last asked. */
  private readonly restored = new Set<number>();

  private constructor(
    readonly run: Run,
    readonly host: Host,
    readonly instance: AllocatorInstance,
  ) {}

  static async create(modules: Modules, run: Run): Promise<Cursor> {
    const host = await Host.create(modules);
    // The counted variant, not the plain one: it tells which pages the replay writes.
    const instance = await instantiate(modules, run.descriptor, run.config, 'counted', host);
    instance.heapStart(); // the system opens its heap at the first question, as it did in the run
    instance.host(host);
    host.forgetPages();
    instance.find('lab_forget')?.();
    return new Cursor(run, host, instance);
  }

  /**
   * Puts the instance after `event`. Costs the pages that differ and the events since the nearest snapshot.
   * @throws RangeError where there is no memory for the heap
   */
  seek(event: EventIndex): void {
    const { snapshots, heapEnd } = this.run;
    // Here rather than in the allocator, whose request would be refused where there is no memory.
    if (this.instance.find('os_top')) this.instance.reserveUpTo(heapEnd);
    const nearest = snapshots.before(event);
    const start = snapshots.mark(nearest)?.event ?? -1;
    if (event < this.event || start > this.event) this.restore(nearest);
    if (event > this.event) this.forward(event);
  }

  private restore(number: number): void {
    const { run, instance, host } = this;
    instance.reserveUpTo(run.heapEnd);
    const mark = run.snapshots.mark(number);
    const memory = new Uint8Array(instance.memory.buffer);
    const written = run.snapshots.restore(memory, this.snapshot, number, host.dirtyPages());
    for (const page of written) this.restored.add(page);
    host.forgetPages();
    instance.find('lab_forget')?.();
    if (mark) instance.restoreGlobals(mark.globals);
    this.snapshot = mark;
    this.event = mark?.event ?? -1;
  }

  /** Pages of the instance's memory that may have changed since the last call. */
  takeChanged(): ReadonlySet<number> {
    const changed = new Set(this.restored);
    for (const page of this.host.dirtyPages()) changed.add(page);
    this.restored.clear();
    // What was replayed since the snapshot stays on the host's list, so it is named again: once too often, not too rarely.
    return changed;
  }

  private forward(event: EventIndex): void {
    const { run, host } = this;
    while (this.event < event) {
      const from = this.event + 1;
      const count = Math.min(host.chunkSize, event - this.event);
      feed(host, run.trace, from, count);
      const blocks = host.input('id');
      for (let index = 0; index < count; index++) {
        const op = run.trace.op[from + index];
        if (op === Op.free || op === Op.realloc) blocks[index] = blockBefore(run, from + index);
      }
      this.instance.refuel();
      host.call('replay_known', count);
      this.event += count;
    }
  }
}
