import { describe, expect, it } from 'vitest';
import type { ResultSeries } from '../../src/experiment/preset';
import { errorTint } from '../../web/charts/tints';
import { curvesOf, figuresOf } from '../../web/pages/catalogue/figures';
import { blocksOf, rampOf } from '../../web/pages/catalogue/tables';
import { ranksOf } from '../../web/pages/models/ranks';

/** A series with a value a point, and the paper's where it is given. */
function series(name: string, unit: string, x: ResultSeries['x'], published: ResultSeries['published'] = []) {
  const nothing = x.map(() => null);
  return {
    name,
    unit,
    x,
    published: x.map((_, i) => published[i] ?? null),
    measured: x.map((_, i) => i + 1),
    low: nothing,
    high: nothing,
  } satisfies ResultSeries;
}

/** Figures as `title (unit): series, series`. */
const drawn = (all: readonly ResultSeries[]) =>
  figuresOf(all).map(
    (one) => `${one.kind} ${one.title} (${one.unit}): ${one.all.map(({ name }) => name).join(', ')}`,
  );

describe('what of a result is drawn together', () => {
  it('is what has a heading, a unit and an axis in common', () => {
    const x = [1, 2, 3];
    expect(
      drawn([
        series('p = 0.3: formula', 'calls', x),
        series('p = 0.3: simulation', 'calls', x),
        series('p = 0.4: formula', 'calls', x),
        series('p = 0.4: simulation', 'calls', x),
        series('p = 0.4: highest state', 'blocks', x),
      ]),
    ).toEqual([
      'curves p = 0.3 (calls): formula, simulation',
      'curves p = 0.4 (calls): formula, simulation',
      'curves p = 0.4: highest state (blocks): highest state',
    ]);
  });

  it('compares systems where each has the same figures of different units', () => {
    const x = [2, 4];
    expect(
      drawn([
        series('malloc: time', 'µs', x),
        series('malloc: instructions', 'instructions', x),
        series('ssmalloc: time', 'µs', x),
        series('ssmalloc: instructions', 'instructions', x),
      ]),
    ).toEqual(['curves time (µs): malloc, ssmalloc', 'curves instructions (instructions): malloc, ssmalloc']);
  });

  it('draws rows of a table as dots, one axis a set of rows', () => {
    expect(
      drawn([
        series('CFRAC', 'words', ['MEAN', 'CDF']),
        series('GAWK', 'words', ['MEAN', 'CDF']),
        series('worst case', 'words', ['CFRAC', 'GAWK']),
      ]),
    ).toEqual(['dots words (words): CFRAC, GAWK', 'dots worst case (words): worst case']);
  });

  it('shows what the paper prints as a table of many rows as one, rows that end early too', () => {
    const x = ['BSD', 'BEST', 'Mean'];
    const rows = ['CFRAC', 'GS'].flatMap((program) => [
      ...['MEAN', 'CDF'].map((model) => series(`Table 10: ${program} ${model}`, 'relative error', x)),
      series(`Table 10: ${program} Mean Over Models`, 'relative error', x.slice(0, 2)),
    ]);
    const few = series('Table 11: by model', 'relative error', ['MEAN', 'CDF']);
    const [table, plot] = figuresOf([...rows, few]);
    expect([table.kind, table.title, table.all.length]).toEqual(['table', 'Table 10', 6]);
    expect([plot.kind, plot.title]).toEqual(['dots', 'Table 11: by model']);
    const { columns, blocks } = blocksOf(table.all);
    expect(columns).toEqual(x);
    expect(blocks.map(({ name, rows: own }) => [name, ...own.map((row) => row.name)])).toEqual([
      ['CFRAC', 'MEAN', 'CDF', 'Mean Over Models'],
      ['GS', 'MEAN', 'CDF', 'Mean Over Models'],
    ]);
  });

  it('tints values by their place between the least and the greatest', () => {
    const [figure] = figuresOf([series('values', 'instructions', ['a', 'b', 'c'], [10, 1, 100])]);
    const tint = rampOf(figure.all);
    expect([1, 2, 10, 99, 100, 0, null].map(tint)).toEqual([0, 0, 3, 5, 5, 0, undefined]);
    expect([0, 0.05, 0.06, -0.3, 0.7, null].map(errorTint)).toEqual([0, 0, 1, 2, 3, undefined]);
  });

  it('leaves no value out and invents none', () => {
    const [one] = figuresOf([series('cost', 'µs', [2, 3, 4], [16, null, 186])]);
    const [ours, theirs] = curvesOf(one.all);
    expect(ours.points).toEqual([
      { x: 2, y: 1 },
      { x: 3, y: 2 },
      { x: 4, y: 3 },
    ]);
    expect(theirs.points).toEqual([
      { x: 2, y: 16 },
      { x: 4, y: 186 },
    ]);
    expect(theirs.source).toBe('published');
  });
});

describe('ranks', () => {
  it('begin at 1 with the best, share ties and skip what ran out', () => {
    expect(ranksOf([30, 10, 20, 40], 'low')).toEqual([3, 1, 2, 4]);
    expect(ranksOf([0.5, 0.9, 0.9, null], 'high')).toEqual([3, 1, 1, null]);
  });
});
