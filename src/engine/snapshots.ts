import type { Bytes, EventIndex } from '../units';

/** The unit of copying: as in wasm/host/pages.c. */
export const PAGE = 4096;

/** Versions of one page: numbers of the snapshots that hold a copy, ascending, and the copies. */
interface Versions {
  readonly snapshots: number[];
  readonly copies: Uint8Array[];
}

/** What a snapshot holds beside pages. */
export interface Mark {
  /** The state is that after this event; −1 before the first. */
  readonly event: EventIndex;
  readonly globals: readonly (number | bigint)[];
}

/**
 * States of an allocator's memory along a run. Each snapshot copies only the pages that were written since the one
 * before; a page's content at snapshot s is its latest copy that is not younger than s. When the copies exceed the
 * budget every second snapshot goes, so that the distances double and the states stay exact.
 */
export class Snapshots {
  private marks: Mark[] = [];
  private readonly pages = new Map<number, Versions>();
  private held: Bytes = 0;
  /** Grows by the factor two each time that the budget was exceeded: how much further apart snapshots shall be. */
  spacing = 1;

  /**
   * @param base memory below the heap as the fresh module has it; all above is zero
   * @param budget most bytes of copies to hold
   */
  constructor(
    private readonly base: Uint8Array,
    readonly budget: Bytes,
  ) {}

  get count(): number {
    return this.marks.length;
  }

  get bytes(): Bytes {
    return this.held;
  }

  /** Adds the state of `memory` after `mark.event`; `dirty` names the pages written since the last snapshot. */
  add(mark: Mark, memory: ArrayBufferLike, dirty: Uint32Array): void {
    const number = this.marks.length;
    this.marks.push(mark);
    for (const page of dirty) {
      const versions = this.pages.get(page) ?? { snapshots: [], copies: [] };
      versions.snapshots.push(number);
      versions.copies.push(new Uint8Array(memory.slice(page * PAGE, (page + 1) * PAGE)));
      this.pages.set(page, versions);
      this.held += PAGE;
    }
    // Only an even number is halved: the last snapshot must stay, as the next one copies what changed since.
    while (this.held > this.budget && this.marks.length > 4 && this.marks.length % 2 === 0) this.thin();
  }

  /** Number of the last snapshot at or before the state after `event`; −1 for the fresh module. */
  before(event: EventIndex): number {
    let low = 0;
    let high = this.marks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.marks[middle].event <= event) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  mark(number: number): Mark | null {
    return number < 0 ? null : this.marks[number];
  }

  /**
   * Turns `memory` from a known state into that of a snapshot, writing only pages that differ.
   * @param from snapshot whose state `memory` had
   * @param touched pages that were written since
   */
  restore(memory: Uint8Array, from: number, to: number, touched: Uint32Array): void {
    for (const [page, versions] of this.pages) {
      const wanted = latest(versions.snapshots, to);
      if (wanted !== latest(versions.snapshots, from)) this.write(memory, page, versions, wanted);
    }
    for (const page of touched) {
      const versions = this.pages.get(page);
      this.write(memory, page, versions, versions ? latest(versions.snapshots, to) : -1);
    }
  }

  private write(memory: Uint8Array, page: number, versions: Versions | undefined, version: number): void {
    const at = page * PAGE;
    if (versions && version >= 0) {
      memory.set(versions.copies[version], at);
    } else {
      memory.fill(0, at, at + PAGE);
      if (at < this.base.length) memory.set(this.base.subarray(at, at + PAGE), at);
    }
  }

  /** Forgets every second snapshot. A copy that the next one relies on moves there. */
  private thin(): void {
    this.spacing *= 2;
    this.held = 0;
    this.marks = this.marks.filter((_, number) => number % 2 === 1);
    for (const [page, { snapshots, copies }] of this.pages) {
      const kept: Versions = { snapshots: [], copies: [] };
      snapshots.forEach((snapshot, index) => {
        const moved = snapshot >> 1;
        if (moved >= this.marks.length) return;
        if (kept.snapshots.at(-1) === moved) kept.copies[kept.copies.length - 1] = copies[index];
        else {
          kept.snapshots.push(moved);
          kept.copies.push(copies[index]);
        }
      });
      this.held += kept.copies.length * PAGE;
      this.pages.set(page, kept);
    }
  }
}

/** Index of the last entry that is not greater than `value`; −1 where there is none. */
function latest(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
