import type { Bytes } from '../units';

/** The unit of copying. */
const PAGE: Bytes = 4096;
const WORDS = PAGE / 4;

/** A page's content; null is a page of zeros. Pages that did not change are shared between checkpoints. */
type Page = Int32Array | null;

/** Something with memory that a checkpoint holds: what an instance of a WebAssembly module is apart from its code. */
export interface Memory {
  /** Asked for each time: a memory that grows gets another buffer. */
  readonly buffer: ArrayBufferLike;
  saveGlobals(): readonly (number | bigint)[];
  restoreGlobals(values: readonly (number | bigint)[]): void;
}

export interface Checkpoint {
  /** Events that have happened. */
  readonly position: number;
  readonly pages: readonly (readonly Page[])[];
  readonly globals: readonly (readonly (number | bigint)[])[];
}

/**
 * States along a run of modules that share a state: the modelled machine and the allocator on it. A checkpoint copies
 * only the pages that differ from the one before. When the copies exceed the budget every second checkpoint goes, and
 * `spacing` doubles: the caller then takes them further apart.
 */
export class Checkpoints {
  private held: Checkpoint[] = [];
  private copied: Bytes = 0;
  spacing = 1;

  constructor(
    private readonly memories: readonly Memory[],
    private readonly budget: Bytes,
  ) {}

  get count(): number {
    return this.held.length;
  }

  /** Bytes of the copies. */
  get bytes(): Bytes {
    return this.copied;
  }

  /** Adds the state as it is now, after so many events: not fewer than at the last checkpoint. */
  add(position: number): void {
    const last = this.held.at(-1) ?? null;
    const added = this.take(position, last);
    this.held.push(added);
    added.pages.forEach((pages, i) => {
      pages.forEach((page, number) => {
        if (page !== null && page !== last?.pages[i][number]) this.copied += PAGE;
      });
    });
    while (this.copied > this.budget && this.held.length > 3) {
      this.held = this.held.filter((_, i) => i % 2 === 0);
      this.spacing *= 2;
      this.copied = this.weigh();
    }
  }

  /** The state as it is now. `like`: a state near it, whose pages it shares where they are equal. */
  take(position: number, like: Checkpoint | null): Checkpoint {
    return {
      position,
      pages: this.memories.map(({ buffer }, i) => copyPages(buffer, like?.pages[i] ?? [])),
      globals: this.memories.map((memory) => memory.saveGlobals()),
    };
  }

  /** The last one that is not after a position. */
  before(position: number): Checkpoint {
    let low = 0;
    let high = this.held.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.held[middle].position <= position) low = middle + 1;
      else high = middle;
    }
    if (low === 0) throw new RangeError(`no checkpoint before position ${position}`);
    return this.held[low - 1];
  }

  /** Puts the memories into a state. */
  restore({ pages, globals }: Checkpoint): void {
    this.memories.forEach((memory, i) => {
      const words = new Int32Array(memory.buffer);
      for (let page = 0; page * WORDS < words.length; page++) {
        const copy = pages[i][page] ?? null;
        if (copy === null) words.fill(0, page * WORDS, (page + 1) * WORDS);
        else words.set(copy, page * WORDS);
      }
      memory.restoreGlobals(globals[i]);
    });
  }

  private weigh(): Bytes {
    const pages = new Set<Page>();
    for (const checkpoint of this.held)
      for (const memory of checkpoint.pages) for (const page of memory) pages.add(page);
    pages.delete(null);
    return pages.size * PAGE;
  }
}

function copyPages(buffer: ArrayBufferLike, like: readonly Page[]): Page[] {
  const words = new Int32Array(buffer);
  const pages: Page[] = [];
  for (let page = 0, at = 0; at < words.length; page++, at += WORDS) {
    const known = like[page] ?? null;
    if (equal(words, at, known)) pages.push(known);
    else pages.push(words.slice(at, at + WORDS));
  }
  return pages;
}

function equal(words: Int32Array, at: number, page: Page): boolean {
  if (page === null) {
    for (let i = 0; i < WORDS; i++) if (words[at + i] !== 0) return false;
    return true;
  }
  for (let i = 0; i < WORDS; i++) if (words[at + i] !== page[i]) return false;
  return true;
}
