import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/worker/api';
import { spread } from '../../web/charts/end-labels';
import { axisTicks } from '../../web/charts/ticks';
import { PathRow } from '../../web/views/free-lists/path-row';
import { abbreviated, searchPath } from '../../web/views/free-lists/search-path';

const step = (kind: string, block: number | null, b = 0): Step => ({
  kind,
  file: 0,
  line: 1,
  a: block ?? 0,
  b,
  text: '',
  block,
  loads: 0,
  stores: 0,
});

describe('the search path', () => {
  const steps = [step('visit', 16, 8), step('visit', 64, 24), step('fit', 64, 24), step('take', 64, 24)];
  it('holds the blocks visited up to a sub-step', () => {
    expect(searchPath(steps, 0).map(({ address }) => address)).toEqual([16]);
    expect(searchPath(steps, 2).map(({ bytes }) => bytes)).toEqual([8, 24]);
    expect(searchPath(steps, null).length).toBe(2);
  });

  it('shows the address of a block whose size is not looked at, and the size of any other', () => {
    const visits = searchPath([step('visit', 0x40a0, 0), step('visit', 0x40c8, 24)], null);
    const row = renderToStaticMarkup(createElement(PathRow, { column: 0, visits, current: null }));
    const chips = [...row.matchAll(/<button[^>]*title="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, ...words]) => words,
    );
    expect(chips).toEqual([
      ['0x40a0', '0x40a0'],
      ['24 B at 0x40c8', '24 B'],
    ]);
  });

  it('says how many it leaves out', () => {
    const { first, left, last } = abbreviated([...Array(100).keys()], 3, 4);
    expect([first, left, last]).toEqual([[0, 1, 2], 93, [96, 97, 98, 99]]);
    expect(abbreviated([1, 2, 3], 3, 4)).toEqual({ first: [1, 2, 3], left: 0, last: [] });
  });
});

describe('axes', () => {
  it('have round values', () => {
    expect(axisTicks(1000, 4, false)).toEqual([0, 500, 1000]);
    expect(axisTicks(1.3 * 2 ** 20, 5, true)).toEqual([
      0,
      2 ** 18,
      2 ** 19,
      3 * 2 ** 18,
      2 ** 20,
      5 * 2 ** 18,
    ]);
    expect(axisTicks(0, 5, true)).toEqual([0]);
  });

  it('keep end labels apart and inside', () => {
    const placed = spread([50, 51, 49, 99], 14, 0, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) expect(sorted[i] - sorted[i - 1]).toBeGreaterThanOrEqual(14);
    expect(Math.max(...placed)).toBeLessThanOrEqual(100);
    expect(placed[2]).toBeLessThan(placed[0]);
  });
});
