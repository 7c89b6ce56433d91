import type { Machine } from './machine';
import type { MachineModel } from './model';

/**
 * What `lab cache` says of a level, counted as pycachesim counts.
 *
 * A level looks a line up for every read, and for every write that does not find its line there (the line is then
 * read first: write-allocate). Those are its accesses; a write that finds its line changes it in place and is counted
 * apart. Misses of a level are the next one's reads, its dirty victims the next one's writes.
 */
export interface LevelCounts {
  readonly name: string;
  /** Lookups for reading: hits + misses. */
  readonly accesses: number;
  readonly hits: number;
  /** Lines fetched from the next level: reads and writes that did not find theirs. */
  readonly misses: number;
  /** Modified lines that were replaced and written to the next level. */
  readonly evictions: number;
  /** Writes that found their line. accesses + writeHits are all the lines that were touched here. */
  readonly writeHits: number;
  /** Lines that were replaced, modified or not. */
  readonly replacements: number;
}

/** The counts of processor 0's caches, nearest first. */
export function levelCounts(model: MachineModel): readonly LevelCounts[] {
  return model.machine.levels.map(({ name }, level) => {
    const { readHits, writeHits, readMisses, writeMisses, writeBacks, fills } = model.tally(
      level,
      model.instanceOf(level, 0),
    );
    const misses = readMisses + writeMisses;
    return {
      name,
      accesses: readHits + misses,
      hits: readHits,
      misses,
      evictions: writeBacks,
      writeHits,
      replacements: misses - fills,
    };
  });
}

/** A file of accesses that cannot be one. */
export class AddressesError extends Error {
  override readonly name = 'AddressesError';
}

const WRITE = 0x8000_0000;

/**
 * Sends accesses through the caches: pairs of 32-bit words, address and bytes | write << 31.
 * @param first index of the first pair, for messages
 * @throws AddressesError for an access beyond the last address
 */
export function sendAccesses(model: MachineModel, pairs: Uint32Array, first: number): void {
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i] + (pairs[i + 1] & ~WRITE) > 2 ** 32) {
      const access = first + i / 2;
      throw new AddressesError(
        `access ${access}: ${pairs[i + 1] & ~WRITE} bytes from address ${pairs[i]} on, expected an end of at most 4294967296`,
      );
    }
  }
  model.access(pairs);
}

/** The machine of one processor that `lab cache` runs: caches alone, no TLB and nobody to share with. */
export const cachesOnly = (machine: Machine): Machine => ({ ...machine, processors: 1, tlb: [] });
