import { describe, expect, it } from 'vitest';
import { linearScale } from '../../web/charts/linear-scale';
import { curvePath } from '../../web/charts/path';
import { stretched } from '../../web/views/over-time/stretched';

describe('the time axis', () => {
  it('stretches about an event, which stays where it is', () => {
    const [from, to] = stretched([0, 1000], 250, 0.5, 1000) ?? [0, 0];
    expect([from, to]).toEqual([125, 625]);
    expect((250 - from) / (to - from)).toBeCloseTo(0.25);
  });

  it('stays within the trace, and shows all of it as such', () => {
    expect(stretched([900, 1000], 990, 2, 1000)).toEqual([800, 1000]);
    expect(stretched([100, 900], 500, 2, 1000)).toBeNull();
    expect(stretched([500, 520], 510, 0.1, 1000)).toEqual([500, 520]);
  });
});

describe('curves', () => {
  it('run through the middle of their buckets and break at gaps', () => {
    const y = linearScale([0, 10], [100, 0]);
    expect(curvePath(Float64Array.of(0, 10, Number.NaN, 5), 8, y)).toBe('M1,100L3,0M7,50');
  });
});
