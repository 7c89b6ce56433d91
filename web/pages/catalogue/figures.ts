/** Which series of a preset's result are drawn together. Knows series, and no preset. */
import type { ResultSeries } from '../../../src/experiment/preset';
import { type Curve, MOST_SERIES, type Source } from '../../charts/curve';
import type { DotRow } from '../../charts/dot-plot';

/** A series under the name that tells it from the others of its figure. */
export interface NamedSeries {
  readonly name: string;
  readonly series: ResultSeries;
}

/**
 * Series of one unit over one axis. `curves`: over numbers; `dots`: over the rows of a table; `table`: what the paper
 * prints as a table of many rows.
 */
export interface ResultFigure {
  readonly kind: 'curves' | 'dots' | 'table';
  readonly title: string;
  readonly unit: string;
  readonly all: readonly NamedSeries[];
}

const isCurve = ({ x }: ResultSeries): boolean => x.length > 1 && x.every((each) => typeof each === 'number');

/** `p = 0.3: formula` belongs to `p = 0.3`, and is its `formula`. */
function split(name: string): [string, string] {
  const at = name.indexOf(': ');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 2)];
}

/** Series by what their names begin with, their unit and their axis, in the order of the result. */
export function figuresOf(series: readonly ResultSeries[]): readonly ResultFigure[] {
  const groups = new Map<string, NamedSeries[]>();
  for (const each of series) add(groups, split(each.name)[0], split(each.name)[1], each);
  return [...regrouped([...groups.values()]).values()].map((all) => {
    const [{ series: first }] = all;
    const kind = isCurve(first) ? 'curves' : isTable(all) ? 'table' : 'dots';
    return { kind, title: titleOf(all), unit: first.unit, all };
  });
}

/** Rows from which on a table is read more quickly than as many plots. */
const MANY_ROWS = 5;

const isTable = (all: readonly NamedSeries[]): boolean =>
  all.length >= MANY_ROWS && all.every(({ series: { name } }) => PRINTED_TABLE.test(split(name)[0]));

const PRINTED_TABLE = /^Table \d+$/;

/** The axis that keeps a series apart from others: rows of a printed table may end early. */
function axisOf({ name, x }: ResultSeries): ResultSeries['x'] {
  return PRINTED_TABLE.test(split(name)[0]) ? x.slice(0, 1) : x;
}

function add(groups: Map<string, NamedSeries[]>, group: string, name: string, series: ResultSeries): void {
  const key = JSON.stringify([group, series.unit, isCurve(series) ? 'curve' : axisOf(series)]);
  groups.set(key, [...(groups.get(key) ?? []), { name, series }]);
}

/** Where a figure would have one series alone, and others of that name too, they are one figure instead. */
function regrouped(groups: readonly NamedSeries[][]): Map<string, NamedSeries[]> {
  const lone = new Map<string, number>();
  for (const all of groups) if (all.length === 1) lone.set(all[0].name, (lone.get(all[0].name) ?? 0) + 1);
  const made = new Map<string, NamedSeries[]>();
  for (const all of groups) {
    for (const { name, series } of all) {
      const [heading] = split(series.name);
      const joins = all.length === 1 && (lone.get(name) ?? 0) > 1;
      if (joins) add(made, `by name: ${name}`, heading || name, series);
      else add(made, heading, name, series);
    }
  }
  return made;
}

/** What all names have in common; their unit where that is nothing. */
function titleOf(all: readonly NamedSeries[]): string {
  const names = all.map(({ series }) => series.name);
  if (names.length === 1) return names[0];
  const [heading, last] = split(names[0]);
  if (names.every((name) => split(name)[1] === last)) return last;
  if (heading !== '' && names.every((name) => split(name)[0] === heading)) return heading;
  let common = names[0];
  for (const name of names) while (!name.startsWith(common)) common = common.slice(0, -1);
  const words = common.replace(/[\s,:(=]+\S*$/, '');
  return words.length > 3 ? words : all[0].series.unit;
}

/** Curves of a figure: the paper's and ours of each series. */
export function curvesOf(all: readonly NamedSeries[]): readonly Curve[] {
  return all.flatMap(({ name, series }, i) => {
    const number = i % MOST_SERIES;
    const published = curve(`${name}, paper`, number, 'published', series, series.published);
    const measured = curve(name, number, 'measured', series, series.measured);
    return [measured, published].filter((each) => each.points.length > 0);
  });
}

function curve(
  name: string,
  number: number,
  source: Source,
  { x, low, high }: ResultSeries,
  values: ResultSeries['measured'],
): Curve {
  const points = x.flatMap((at, i) => {
    const y = values[i];
    return typeof at === 'number' && y !== null ? [{ x: at, y }] : [];
  });
  const band = x.flatMap((at, i) => {
    const [from, to] = [low[i], high[i]];
    return typeof at === 'number' && from !== null && to !== null ? [{ x: at, low: from, high: to }] : [];
  });
  return {
    name,
    series: number,
    source,
    points,
    band: source === 'measured' && band.length > 1 ? band : undefined,
  };
}

export function rowsOf({ x, published, measured, low, high }: ResultSeries): readonly DotRow[] {
  return x.map((at, i) => ({
    name: String(at),
    published: published[i],
    measured: measured[i],
    low: low[i],
    high: high[i],
  }));
}

/** All values of a figure. */
export function valuesOf(all: readonly NamedSeries[]): number[] {
  return all.flatMap(({ series: { published, measured, low, high } }) =>
    [published, measured, low, high].flatMap((column) => column.filter((value) => value !== null)),
  );
}
