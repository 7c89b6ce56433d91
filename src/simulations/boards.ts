import type { Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';
import type { Bytes } from '../units';
import { runYawns } from './yawns';
import { type Rule, YawnsError } from './yawns-setup';

/** The question of Nicol's largest board (1990, §4.2): how many rows of cells does the memory hold? */
export interface BoardQuestion {
  readonly allocator: AllocatorConfig;
  /** Cells a row. */
  readonly columns: number;
  readonly steps: number;
  readonly density: number;
  readonly rule: Rule;
  /** Words of 4 bytes of a message; 7 if left out. */
  readonly words?: number;
  readonly processors: number;
  /** Heap of each processor. */
  readonly memoryBytes: Bytes;
  readonly seed: number;
}

export interface LargestBoard {
  readonly rows: number;
  /** Runs that the search took. */
  readonly runs: number;
}

const LEAST_ROWS = 8;
const MOST_ROWS = 8192;

/**
 * The largest number of rows with which a run comes to its end, found by doubling and then halving the interval. Taken
 * for granted: a board with more rows needs more memory.
 * @throws YawnsError where even 8 rows do not fit; the signal's reason when aborted
 */
export async function largestBoard(
  modules: Modules,
  question: BoardQuestion,
  options: { readonly signal?: AbortSignal; onTry?(rows: number, fits: boolean): void } = {},
): Promise<LargestBoard> {
  const { allocator, processors, memoryBytes, seed, columns, steps, density, rule, words } = question;
  let runs = 0;
  const fits = async (rows: number): Promise<boolean> => {
    runs++;
    const model = { kind: 'life' as const, columns, rows, density, rule, words, steps };
    const setup = { model, allocator, processors, memoryBytes, seed };
    const { failure } = await runYawns(modules, setup, { counts: false, signal: options.signal });
    options.onTry?.(rows, failure === null);
    return failure === null;
  };
  let low = LEAST_ROWS;
  if (!(await fits(low))) {
    throw new YawnsError(
      `${memoryBytes} bytes a processor do not hold ${LEAST_ROWS} rows of ${columns} cells with ${allocator.id}`,
    );
  }
  let high = 2 * low;
  while (high <= MOST_ROWS && (await fits(high))) {
    low = high;
    high *= 2;
  }
  if (high > MOST_ROWS) return { rows: low, runs };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await fits(middle)) low = middle;
    else high = middle;
  }
  return { rows: low, runs };
}
