/** Which series of a preset's result are drawn together. Knows series, and no preset. */
import type { ResultSeries } from '../../../src/experiment/preset';
import { type Curve, SERIES_COLOURS, type Source } from '../../charts/curve';
import type { DotRow } from '../../charts/dot-plot';

/** A series under the name that tells it from the others of its figure. */
export interface NamedSeries {
  readonly name: string;
  readonly series: ResultSeries;
}

/** Series of one unit over one axis. `curves`: over numbers; `dots`: over the rows of a table. */
export interface ResultFigure {
  readonly kind: 'curves' | 'dots';
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
  for (const each of series) {
    const [heading, name] = split(each.name);
    const key = JSON.stringify([heading, each.unit, isCurve(each) ? 'curve' : each.x]);
    groups.set(key, [...(groups.get(key) ?? []), { name, series: each }]);
  }
  return [...groups.values()].map((all) => {
    const { name, unit } = all[0].series;
    const [heading] = split(name);
    const kind = isCurve(all[0].series) ? 'curves' : 'dots';
    return { kind, title: all.length === 1 ? name : heading || unit, unit, all };
  });
}

/** Curves of a figure: the paper's and ours of each series. */
export function curvesOf(all: readonly NamedSeries[]): readonly Curve[] {
  return all.flatMap(({ name, series }, i) => {
    const number = i % SERIES_COLOURS;
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
