import { type MachineModel, TALLY } from './model';

/** Rows and columns of a strip: what a screen shows of thousands of sets and millions of events. */
const MOST_ROWS = 128;
export const STRIP_COLUMNS = 128;

export const STRIP_KINDS = ['hits', 'misses', 'evictions', 'conflicts'] as const;
export type StripKind = (typeof STRIP_KINDS)[number];

/** What the counts of a set (`TALLY`) make of each kind. */
const measure: Readonly<Record<StripKind, (tally: Float64Array, at: number) => number>> = {
  hits: (tally, at) => tally[at] + tally[at + 1],
  misses: (tally, at) => tally[at + 2] + tally[at + 3],
  // Every miss that did not fill an empty way replaced a line.
  evictions: (tally, at) => tally[at + 2] + tally[at + 3] - tally[at + 5],
  conflicts: (tally, at) => tally[at + 6],
};

/** Counts of an instance by set and time: `counts[row × columns + column]`. */
export interface HeatStrip {
  readonly rows: number;
  readonly columns: number;
  /** Sets that a row sums up. */
  readonly setsPerRow: number;
  readonly counts: Float64Array;
  /** Position at each column's end. */
  readonly positions: Uint32Array;
}

interface Instance {
  readonly rows: number;
  readonly setsPerRow: number;
  /** Counts since the run's beginning, a plane a kind: `(kind × columns + column) × rows + row`. */
  readonly sums: Float64Array;
}

/** Counts of all sets of all caches, sampled a fixed number of times along a run. */
export class Strips {
  private readonly instances: readonly (readonly Instance[])[];
  private readonly positions = new Uint32Array(STRIP_COLUMNS);
  private column = 0;

  constructor(
    private readonly model: MachineModel,
    private readonly events: number,
  ) {
    this.instances = model.machine.levels.map(({ sets }, level) => {
      const setsPerRow = Math.ceil(sets / MOST_ROWS);
      const rows = Math.ceil(sets / setsPerRow);
      return Array.from({ length: model.instances(level) }, () => ({
        rows,
        setsPerRow,
        sums: new Float64Array(STRIP_KINDS.length * STRIP_COLUMNS * rows),
      }));
    });
  }

  /** Position at which the next sample is due; none is after the last. */
  get next(): number {
    if (this.column >= STRIP_COLUMNS) return Number.POSITIVE_INFINITY;
    return Math.ceil((this.events * (this.column + 1)) / STRIP_COLUMNS);
  }

  /** Takes the samples that are due at a position; several where there are fewer events than columns. */
  sample(position: number): void {
    while (this.next <= position) {
      this.positions[this.column] = position;
      this.instances.forEach((list, level) => {
        list.forEach((instance, number) => {
          this.add(instance, this.model.setTallies(level, number));
        });
      });
      this.column++;
    }
  }

  private add({ rows, setsPerRow, sums }: Instance, tallies: Float64Array): void {
    const width = TALLY.length;
    STRIP_KINDS.forEach((kind, plane) => {
      const value = measure[kind];
      const base = (plane * STRIP_COLUMNS + this.column) * rows;
      for (let at = 0, set = 0; at < tallies.length; at += width, set++)
        sums[base + Math.floor(set / setsPerRow)] += value(tallies, at);
    });
  }

  /** What happened in each column's stretch of the run. */
  strip(level: number, number: number, kind: StripKind): HeatStrip {
    const { rows, setsPerRow, sums } = this.instances[level][number];
    const columns = this.column;
    const counts = new Float64Array(rows * columns);
    const plane = STRIP_KINDS.indexOf(kind) * STRIP_COLUMNS;
    for (let column = 0; column < columns; column++) {
      const now = (plane + column) * rows;
      for (let row = 0; row < rows; row++) {
        const before = column > 0 ? sums[now - rows + row] : 0;
        counts[row * columns + column] = sums[now + row] - before;
      }
    }
    return { rows, columns, setsPerRow, counts, positions: this.positions.slice(0, columns) };
  }
}
