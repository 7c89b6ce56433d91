import type { Address, Bytes } from '../units';
import type { TimeWarpRun } from './timewarp';
import type { ClassAccesses, TwClass } from './timewarp-clocks';

/** What a place of a cache holds, by the class of the buffers in its line. */
export const PLACES = ['empty', 'other', 'mild', 'intensive', 'both'] as const;

/** A level of Time Warp's caches, as one kernel sees it now. */
export interface ClassSets {
  readonly level: number;
  /** All levels, nearest first. */
  readonly levels: readonly { readonly name: string; readonly bytes: Bytes; readonly sharedBy: number }[];
  readonly sets: number;
  readonly ways: number;
  readonly line: Bytes;
  /** Index into PLACES of way w of set s at [s × ways + w], from the newest to the oldest where the cache keeps an order. */
  readonly places: Uint8Array;
  /**
   * The kernel's memory, line by line from `memoryFrom` on: index into PLACES, 0 where nothing was ever taken. It begins
   * at a line of set 0, so that line i falls into set i % sets.
   */
  readonly memory: Uint8Array;
  readonly memoryFrom: Address;
  /** Share of the class's line accesses so far that were found at this level or nearer, 0 … 1. */
  readonly found: { readonly intensive: number; readonly mild: number };
}

const [EMPTY, OTHER, MILD, INTENSIVE, BOTH] = PLACES.keys();
/** Lines of memory that are told apart: enough for 8 MiB. */
const MOST_LINES = 131_072;
/** Bits of `class_line` in wasm/machine/classes.c. */
const HAS_MILD = 2;
const HAS_INTENSIVE = 4;

/** What class of buffers each line of a cache holds now; null for a run without a machine. */
export function classSets(run: TimeWarpRun, level: number, kernel: number): ClassSets | null {
  const { model } = run;
  if (model === null) return null;
  const { levels } = model.machine;
  const { line } = levels[level];
  const { sets, ways, address, state, stamp } = model.content(level, model.instanceOf(level, kernel));
  const places = new Uint8Array(sets * ways);
  for (let set = 0; set < sets; set++) {
    const order = Array.from({ length: ways }, (_, way) => set * ways + way).sort(
      (a, b) => stamp[b] - stamp[a],
    );
    order.forEach((at, rank) => {
      const place = state[at] === 0 ? EMPTY : placeOf(model.call('class_line', address[at], line));
      places[set * ways + rank] = place;
    });
  }
  const heap = run.heapOf(kernel) ?? { start: 0, end: 0 };
  const round = sets * line;
  const memoryFrom = Math.floor(heap.start / round) * round;
  const lines = Math.min(MOST_LINES, Math.ceil((heap.end - memoryFrom) / line));
  const memory = Uint8Array.from({ length: Math.max(0, lines) }, (_, i) => {
    const at = memoryFrom + i * line;
    return at < heap.start ? EMPTY : placeOf(model.call('class_line', at, line));
  });
  const accesses = run.accesses() ?? [];
  return {
    level,
    levels: levels.map(({ name, bytes, sharedBy }) => ({ name, bytes, sharedBy })),
    sets,
    ways,
    line,
    places,
    memory,
    memoryFrom,
    found: { intensive: foundOf(accesses, 'intensive', level), mild: foundOf(accesses, 'mild', level) },
  };
}

function placeOf(classes: number): number {
  const [mild, intensive] = [(classes & HAS_MILD) !== 0, (classes & HAS_INTENSIVE) !== 0];
  if (mild && intensive) return BOTH;
  return mild ? MILD : intensive ? INTENSIVE : OTHER;
}

function foundOf(accesses: readonly ClassAccesses[], wanted: TwClass, level: number): number {
  const row = accesses.find(({ name }) => name === wanted);
  if (!row || row.lines === 0) return 0;
  return row.found.slice(0, level + 1).reduce((sum, lines) => sum + lines, 0) / row.lines;
}
