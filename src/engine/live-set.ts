import type { EventIndex } from '../units';
import { endOf, placement, places, type Run } from './run';

/** Events between two stored lists of live blocks. */
const SPACING = 1 << 16;

/**
 * Which placements are live after an event. Lists are stored every 65,536 events as they are first asked for, so that
 * an answer costs a scan of that many events at most.
 */
export class LiveSet {
  /** Placements live before event i × SPACING. */
  private readonly stored: Uint32Array[] = [new Uint32Array(0)];

  constructor(private readonly run: Run) {}

  /** Events whose blocks are live after `event`, in order of placement. */
  after(event: EventIndex): Uint32Array {
    const number = Math.floor((event + 1) / SPACING);
    while (this.stored.length <= number) {
      const known = this.stored.length - 1;
      const until = this.stored.length * SPACING;
      this.stored.push(this.scan(this.stored[known], known * SPACING, until - 1));
    }
    return this.scan(this.stored[number], number * SPACING, event);
  }

  private scan(before: Uint32Array, from: EventIndex, event: EventIndex): Uint32Array {
    const { run } = this;
    const live = new Uint32Array(before.length + Math.max(0, event - from + 1));
    let count = 0;
    for (const placed of before) if (outlives(run, placed, event)) live[count++] = placed;
    for (let placed = from; placed <= event; placed++) {
      if (places(run, placed) && outlives(run, placed, event)) live[count++] = placed;
    }
    return live.slice(0, count);
  }
}

function outlives(run: Run, placed: EventIndex, event: EventIndex): boolean {
  const end = endOf(run, placed);
  return end < 0 || end > event;
}

/** Events by the address of the block that they placed: an open hash table. */
export class AddressIndex {
  private readonly mask: number;
  private readonly keys: Uint32Array;
  private readonly events: Int32Array;

  constructor(run: Run, live: Uint32Array) {
    let capacity = 16;
    while (capacity < live.length * 2) capacity *= 2;
    this.mask = capacity - 1;
    this.keys = new Uint32Array(capacity);
    this.events = new Int32Array(capacity).fill(-1);
    for (const event of live) {
      const address = placement(run, event);
      let slot = this.slotOf(address);
      while (this.events[slot] >= 0 && this.keys[slot] !== address) slot = (slot + 1) & this.mask;
      this.keys[slot] = address;
      this.events[slot] = event;
    }
  }

  /** Event that placed the live block whose payload begins at `address`; −1 for none. */
  find(address: number): EventIndex {
    for (let slot = this.slotOf(address); this.events[slot] >= 0; slot = (slot + 1) & this.mask) {
      if (this.keys[slot] === address) return this.events[slot];
    }
    return -1;
  }

  private slotOf(address: number): number {
    return (Math.imul(address >>> 2, 0x9e37_79b1) >>> 7) & this.mask;
  }
}
