import type { Cycles } from '../units';

/** Words of 32 bits of a packet (`tw_packet` in wasm/simulations/timewarp.h). */
export const PACKET_WORDS = 8;
const PACKET_DOUBLES = PACKET_WORDS / 2;

/** Packets on their way to one kernel, by the time of their arrival; those of one time as they were sent. */
export class Inbox {
  private arrivals = new Float64Array(64);
  private packets = new Float64Array(64 * PACKET_DOUBLES);
  private head = 0;
  private tail = 0;

  get length(): number {
    return this.tail - this.head;
  }

  /** When the next one arrives; Infinity for an empty one. */
  get next(): Cycles {
    return this.head < this.tail ? this.arrivals[this.head] : Number.POSITIVE_INFINITY;
  }

  /** Puts in the packet at `from` of a kernel's buffer. */
  add(arrival: Cycles, source: Float64Array, from: number): void {
    if (this.tail === this.arrivals.length) this.makeRoom();
    let at = this.tail++;
    while (at > this.head && this.arrivals[at - 1] > arrival) {
      this.arrivals[at] = this.arrivals[at - 1];
      const before = (at - 1) * PACKET_DOUBLES;
      this.packets.copyWithin(at * PACKET_DOUBLES, before, before + PACKET_DOUBLES);
      at--;
    }
    this.arrivals[at] = arrival;
    for (let i = 0; i < PACKET_DOUBLES; i++) {
      this.packets[at * PACKET_DOUBLES + i] = source[from * PACKET_DOUBLES + i];
    }
  }

  /** Moves what has arrived by a time, `most` at most, into a kernel's buffer. Returns how many. */
  take(until: Cycles, most: number, into: Float64Array): number {
    let count = 0;
    while (count < most && this.head < this.tail && this.arrivals[this.head] <= until) {
      const at = this.head++ * PACKET_DOUBLES;
      into.set(this.packets.subarray(at, at + PACKET_DOUBLES), count++ * PACKET_DOUBLES);
    }
    if (this.head === this.tail) this.head = this.tail = 0;
    return count;
  }

  /** The least timestamp in simulated time of the packets on their way. */
  bound(): number {
    let least = Number.POSITIVE_INFINITY;
    for (let at = this.head; at < this.tail; at++) least = Math.min(least, this.packets[at * PACKET_DOUBLES]);
    return least;
  }

  private makeRoom(): void {
    const { head, tail } = this;
    const size = tail - head > this.arrivals.length / 2 ? this.arrivals.length * 2 : this.arrivals.length;
    const arrivals = new Float64Array(size);
    const packets = new Float64Array(size * PACKET_DOUBLES);
    arrivals.set(this.arrivals.subarray(head, tail));
    packets.set(this.packets.subarray(head * PACKET_DOUBLES, tail * PACKET_DOUBLES));
    this.arrivals = arrivals;
    this.packets = packets;
    this.tail = tail - head;
    this.head = 0;
  }
}
