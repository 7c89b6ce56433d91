import type { Bytes, EventIndex } from '../units';

/** The unit of copying: as in wasm/host/pages.c. */
export const PAGE = 4096;

/** So few snapshots are no longer thinned: those of the beginning are kept, when memory was small. */
const FEWEST = 4;

/** Versions of one page: numbers of the snapshots that hold a copy, ascending, and the copies. */
interface Versions {
  snapshots: number[];
  copies: Uint8Array[];
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
 * budget every second snapshot goes, so that the distances double and the states stay exact; where memory as a whole
 * does not fit, only snapshots of the beginning are left, or none, and what follows is replayed from there.
 */
export class Snapshots {
  private marks: Mark[] = [];
  /** Every page that was ever written has an entry, if with no copies. */
  private readonly pages = new Map<number, Versions>();
  /** Pages written since the last snapshot that is still there. */
  private readonly pending = new Set<number>();
  private held: Bytes = 0;
  private most: Bytes;
  /** Grows by the factor two each time that the budget was exceeded: how much further apart snapshots shall be. */
  spacing = 1;

  /**
   * @param base memory below the heap as the fresh module has it; all above is zero
   * @param budget most bytes of copies to hold
   */
  constructor(
    private readonly base: Uint8Array,
    budget: Bytes,
  ) {
    this.most = budget;
  }

  get count(): number {
    return this.marks.length;
  }

  get bytes(): Bytes {
    return this.held;
  }

  get budget(): Bytes {
    return this.most;
  }

  /** A smaller budget takes effect at once; what was thinned out does not come back with a larger one. */
  set budget(bytes: Bytes) {
    this.most = bytes;
    this.fit();
  }

  /** Adds the state of `memory` after `mark.event`; `dirty` names the pages written since the last call. */
  add(mark: Mark, memory: ArrayBufferLike, dirty: Uint32Array): void {
    for (const page of dirty) this.pending.add(page);
    const wanted = this.pending.size * PAGE;
    if (wanted > this.most) {
      // It would not even fit alone.
      for (const page of this.pending) this.versions(page);
      this.spacing *= 2;
      return;
    }
    // All copies first: where there is no memory for them, nothing has changed.
    const copied = Array.from(this.pending, (page) => ({
      page,
      copy: new Uint8Array(memory.slice(page * PAGE, (page + 1) * PAGE)),
    }));
    const number = this.marks.length;
    this.marks.push(mark);
    for (const { page, copy } of copied) {
      const { snapshots, copies } = this.versions(page);
      snapshots.push(number);
      copies.push(copy);
    }
    this.held += wanted;
    this.pending.clear();
    this.fit();
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
   * Turns `memory` from a known state into that of a snapshot, writing only pages that may differ.
   * @param from snapshot whose state `memory` had, which may be gone by now; null for the fresh module
   * @param touched pages that were written since
   * @returns the pages that were written
   */
  restore(memory: Uint8Array, from: Mark | null, to: number, touched: Uint32Array): number[] {
    const written: number[] = [];
    const known = from === null ? -1 : this.before(from.event);
    const gone = from !== null && this.marks[known] !== from;
    for (const [page, versions] of this.pages) {
      const wanted = latest(versions.snapshots, to);
      if (!gone && wanted === latest(versions.snapshots, known)) continue;
      this.write(memory, page, versions, wanted);
      written.push(page);
    }
    for (const page of touched) {
      const versions = this.pages.get(page);
      this.write(memory, page, versions, versions ? latest(versions.snapshots, to) : -1);
      written.push(page);
    }
    return written;
  }

  private versions(page: number): Versions {
    const known = this.pages.get(page) ?? { snapshots: [], copies: [] };
    if (known.snapshots.length === 0) this.pages.set(page, known);
    return known;
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

  private fit(): void {
    while (this.held > this.most && this.marks.length > 0) {
      this.spacing *= 2;
      if (this.marks.length > FEWEST) this.thin();
      else this.dropLast();
    }
  }

  /** Forgets every second snapshot, so that the last stays. A copy that the next one relies on moves there. */
  private thin(): void {
    // The kept ones have the parity of the last.
    const shift = this.marks.length % 2;
    this.marks = this.marks.filter((_, number) => number % 2 !== shift);
    this.held = 0;
    for (const versions of this.pages.values()) {
      const snapshots: number[] = [];
      const copies: Uint8Array[] = [];
      versions.snapshots.forEach((snapshot, index) => {
        const moved = (snapshot + shift) >> 1;
        if (snapshots.at(-1) === moved) copies[copies.length - 1] = versions.copies[index];
        else {
          snapshots.push(moved);
          copies.push(versions.copies[index]);
        }
      });
      versions.snapshots = snapshots;
      versions.copies = copies;
      this.held += copies.length * PAGE;
    }
  }

  /** Forgets the last snapshot, which is mostly the largest: its pages wait for the next one. */
  private dropLast(): void {
    const number = this.marks.length - 1;
    this.marks.pop();
    for (const [page, { snapshots, copies }] of this.pages) {
      if (snapshots.at(-1) !== number) continue;
      snapshots.pop();
      copies.pop();
      this.held -= PAGE;
      this.pending.add(page);
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
