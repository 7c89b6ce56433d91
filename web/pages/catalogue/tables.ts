/** How the series of a table stand in it: rows, columns, and blocks of rows. */
import type { ResultSeries } from '../../../src/experiment/preset';
import { type NamedSeries, valuesOf } from './figures';

/** Rows that belong together, with what their names have in common. */
export interface Block {
  readonly name: string;
  readonly rows: readonly { readonly name: string; readonly series: ResultSeries }[];
}

/** Columns are those of the longest series; `CFRAC MEAN` and `CFRAC CDF` are rows of one block where all names are such. */
export function blocksOf(all: readonly NamedSeries[]): {
  readonly columns: readonly string[];
  readonly blocks: readonly Block[];
} {
  const columns = all.reduce<ResultSeries['x']>(
    (longest, { series: { x } }) => (x.length > longest.length ? x : longest),
    [],
  );
  const split = all.map(({ name, series }) => {
    const at = name.indexOf(' ');
    return { block: name.slice(0, Math.max(0, at)), name: name.slice(at + 1), series };
  });
  const groups = new Map<string, typeof split>();
  for (const each of split) groups.set(each.block, [...(groups.get(each.block) ?? []), each]);
  const inBlocks = !groups.has('') && [...groups.values()].every((rows) => rows.length > 1);
  const blocks = inBlocks
    ? [...groups].map(([name, rows]) => ({ name, rows }))
    : [{ name: '', rows: all.map(({ name, series }) => ({ name, series })) }];
  return { columns: columns.map(String), blocks };
}

/** Tints of a ramp, the first of which is none. */
const RAMP = 6;

/** Number of a value's tint by where it stands, on a logarithmic scale, between the least and the greatest above 0. */
export function rampOf(all: readonly NamedSeries[]): (value: number | null) => number | undefined {
  const values = valuesOf(all).filter((value) => value > 0);
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) => {
    if (value === null) return undefined;
    if (value <= 0 || high <= low) return 0;
    return Math.min(RAMP - 1, Math.floor(((Math.log(value) - low) / (high - low)) * RAMP));
  };
}
