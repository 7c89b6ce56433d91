/** Figures of Nicol's report (ICASE 90-63, 1990), as its Tables 1 and 2 and §4.2 state them. */

/** One allocator's half of a table; null where it is left out. */
export interface PublishedRuns {
  readonly seconds: readonly (number | null)[];
  readonly utilization: readonly (number | null)[];
  readonly speedup: readonly (number | null)[];
  readonly workload: readonly (number | null)[];
}

/** Rows of both tables. */
export const PROCESSORS = [1, 2, 4, 8, 16] as const;

/** Table 1: the moving objects. */
export const TABLE1 = {
  sysv: {
    seconds: [851, 414, 171, 83, 45],
    utilization: [99, 88, 86, 81, 71],
    speedup: [1, 2.05, 4.97, 10.2, 18.9],
    workload: [842, 728, 588, 537, 511],
  },
  ssmalloc: {
    seconds: [493, 250, 132, 71, 41],
    utilization: [99, 96, 89, 82, 71],
    speedup: [1, 1.97, 3.73, 6.94, 12.02],
    workload: [488, 480, 470, 466, 466],
  },
} as const satisfies Record<string, PublishedRuns>;

/** Table 2: the Game of Life on 64 × 64 cells. Scalable malloc needed the memory of four processors. */
export const TABLE2 = {
  sysv: {
    seconds: [197, 91, 50, 29, 17],
    utilization: [99, 85, 68, 61, 51],
    speedup: [1, 2.16, 3.91, 6.87, 11.7],
    workload: [195, 155, 137, 139, 137],
  },
  bsd: {
    seconds: [null, null, 36, 20, 12],
    utilization: [null, null, 79, 72, 63],
    speedup: [null, null, null, null, null],
    workload: [null, null, 133, 116, 120],
  },
  ssmalloc: {
    seconds: [97, 50, 28, 16, 10],
    utilization: [99, 90, 78, 68, 58],
    speedup: [1, 1.95, 3.45, 5.93, 9.63],
    workload: [96, 99, 88, 89, 93],
  },
} as const satisfies Record<string, PublishedRuns>;

/** §4.2: rows of 256 cells of the largest board on 16 processors, 25 steps. */
export const BOARDS = { sysv: 357, ssmalloc: 315, bsd: 147 } as const;
