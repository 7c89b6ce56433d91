/** A figure that somebody else has published or measured: not ours, and not of this run. */
export interface Published {
  /** Whose, and of what. */
  readonly by: string;
  readonly value: number;
  readonly unit: string;
}

/** One line of `npm run bench`: a measured figure beside what it is held to. */
export interface BenchRow {
  readonly name: string;
  readonly measured: number;
  readonly unit: string;
  /** null: told for its own sake. */
  readonly target: number | null;
  readonly better: 'more' | 'less';
  /** What it may be held against. */
  readonly published?: readonly Published[];
}

/** The least of several timings in ms: what the machine can do when nothing else disturbs it. */
export async function best(rounds: number, run: () => number | Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await run());
  return least;
}

/**
 * Work that is timed in slices, the same ones in every round: the quickest of each slice over all rounds, added up. A
 * slice is over before much else gets the processor.
 */
export class Quickest {
  private least: number[] = [];

  add(slices: readonly number[]): void {
    this.least = slices.map((one, slice) => Math.min(one, this.least[slice] ?? Number.POSITIVE_INFINITY));
  }

  get sum(): number {
    return this.least.reduce((a, b) => a + b, 0);
  }
}

/** Value below which a share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
