/** What a byte of the heap is, as the heap map tells it apart. The numbers index palettes and patterns. */
export const HeapClass = {
  /** Not the allocator's: below or above the heap, or a hole between its pieces. Its ink is the ground between rows. */
  outside: 0,
  /** Headers and footers (boundary tags) of blocks. */
  header: 1,
  /** Bytes that a program asked for, long ago … */
  liveOld: 2,
  /** … and just now; ages between are mixed from the two. */
  liveYoung: 3,
  /** Bytes of a live block beyond what was asked for. */
  slack: 4,
  free: 5,
  /** Free, and kept by a layer that does not coalesce it. */
  cached: 6,
  /** The allocator's own book-keeping. */
  meta: 7,
  /** Obtained from the operating system and not yet carved. */
  unused: 8,
  /** A gap between the blocks of a module that cannot say what it is. */
  unknown: 9,
  /** Block of the current event or sub-step. */
  event: 10,
  /** Block that the current search has looked at. */
  visited: 11,
} as const;
export type HeapClass = (typeof HeapClass)[keyof typeof HeapClass];

export const HEAP_CLASSES = 12;

/** A palette holds the ground colour of each class, then the ink of its pattern, each 0xAABBGGRR. */
export const PALETTE_COLOURS = 2 * HEAP_CLASSES;
/** Index into a palette of the ink of a class's pattern. */
export const ink = (heapClass: HeapClass): number => HEAP_CLASSES + heapClass;

/** Side of a pattern's tile in pixels; it repeats. */
export const TILE = 8;

/** A tile a class, drawn: `#` takes the ink, anything else the ground. Classes that are not named are plain. */
const drawn: Partial<Record<HeapClass, readonly string[]>> = {
  [HeapClass.slack]: [
    '#...#...',
    '...#...#',
    '..#...#.',
    '.#...#..',
    '#...#...',
    '...#...#',
    '..#...#.',
    '.#...#..',
  ],
  [HeapClass.free]: [
    '........',
    '.#...#..',
    '........',
    '...#...#',
    '........',
    '.#...#..',
    '........',
    '...#...#',
  ],
  [HeapClass.cached]: [
    '........',
    '########',
    '........',
    '........',
    '........',
    '########',
    '........',
    '........',
  ],
  [HeapClass.meta]: [
    '#...#...',
    '.#.#.#.#',
    '..#...#.',
    '.#.#.#.#',
    '#...#...',
    '.#.#.#.#',
    '..#...#.',
    '.#.#.#.#',
  ],
  [HeapClass.unused]: [
    '...#...#',
    '...#...#',
    '........',
    '........',
    '...#...#',
    '...#...#',
    '........',
    '........',
  ],
  [HeapClass.unknown]: [
    '##..##..',
    '##..##..',
    '..##..##',
    '..##..##',
    '##..##..',
    '##..##..',
    '..##..##',
    '..##..##',
  ],
};

/** 1 where a class takes its ink: `PATTERNS[(heapClass * TILE + y % TILE) * TILE + x % TILE]`. */
export const PATTERNS: Uint8Array = tiles();

function tiles(): Uint8Array {
  const bits = new Uint8Array(HEAP_CLASSES * TILE * TILE);
  for (const [heapClass, rows] of Object.entries(drawn))
    rows.forEach((row, y) => {
      for (let x = 0; x < TILE; x++) if (row[x] === '#') bits[(Number(heapClass) * TILE + y) * TILE + x] = 1;
    });
  return bits;
}

/** 1 for the classes that have a pattern. */
export const PATTERNED: Uint8Array = Uint8Array.from({ length: HEAP_CLASSES }, (_, c) =>
  c in drawn ? 1 : 0,
);
