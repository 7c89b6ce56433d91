import { describe, expect, it } from 'vitest';
import {
  ENOUGH_LIVE,
  external,
  footprintRatio,
  internal,
  scattered,
  shares,
} from '../../web/views/fragmentation/shares';

const figures = {
  live: 6000,
  footprint: 12_288,
  freeBytes: 4000,
  freeBlocks: 4,
  largestFree: 3000,
  instructions: 0,
  loads: 0,
  stores: 0,
  address: 0,
  blockBytes: null,
  headerBytes: 400,
  slackBytes: 600,
};

describe('fragmentation', () => {
  it('is internal, external and scattered as the page explains it', () => {
    expect(internal(figures)).toBeCloseTo(1000 / 12_288);
    expect(external(figures)).toBeCloseTo(4000 / 12_288);
    expect(scattered(figures)).toBeCloseTo(0.25);
    expect(footprintRatio(figures)).toBeCloseTo(2.048);
  });

  it('gives no ratio over too little live memory', () => {
    expect(footprintRatio({ live: ENOUGH_LIVE - 1, footprint: 65_536 })).toBeNull();
    expect(footprintRatio({ live: ENOUGH_LIVE, footprint: 8192 })).toBe(2);
  });

  it('divides the footprint without a rest or a byte counted twice', () => {
    const parts = shares(figures);
    expect(Object.values(parts).reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBe(figures.footprint);
    expect(parts.rest).toBe(12_288 - 6000 - 400 - 600 - 4000);
  });

  it('says what an allocator cannot tell', () => {
    const blind = { ...figures, freeBytes: null, largestFree: null, headerBytes: null, slackBytes: null };
    expect([internal(blind), external(blind), scattered(blind)]).toEqual([null, null, null]);
    expect(shares(blind).rest).toBe(12_288 - 6000);
  });

  it('is not scattered when nothing is free', () => {
    expect(scattered({ ...figures, freeBytes: 0, largestFree: 0 })).toBe(0);
  });
});
