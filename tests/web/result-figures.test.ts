import { describe, expect, it } from 'vitest';
import type { ResultSeries } from '../../src/experiment/preset';
import { curvesOf, figuresOf } from '../../web/pages/catalogue/figures';
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
