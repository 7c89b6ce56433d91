import { describe, expect, it } from 'vitest';
import {
  layOutSets,
  mostZoom,
  placeAt,
  placeOf,
  readableZoom,
  setsInSight,
  zoomSets,
} from '../../web/views/machine/set-layout';

const FRAME = { width: 590, height: 350 };
const lay = (sets: number, ways: number) => layOutSets(sets, ways, FRAME.width, FRAME.height);

describe('the layout of a cache', () => {
  it.each([
    [8, 2],
    [64, 12],
    [2048, 48],
    [12_288, 12],
  ])('of %i sets × %i ways puts every place into the frame, and finds it there again', (sets, ways) => {
    const layout = lay(sets, ways);
    const last = placeOf(layout, sets * ways - 1);
    expect(last.x + layout.cellWidth).toBeLessThanOrEqual(FRAME.width);
    expect(last.y + layout.cellHeight).toBeLessThanOrEqual(FRAME.height + 1);
    for (const index of [0, ways - 1, ways * Math.floor(sets / 3) + 1, sets * ways - 1]) {
      const { x, y } = placeOf(layout, index);
      expect(placeAt(layout, x + layout.cellWidth / 2, y + layout.cellHeight / 2)).toBe(index);
    }
    expect(placeAt(layout, -1, 3)).toBe(-1);
    expect(setsInSight(layout, FRAME.width, FRAME.height)).toHaveLength(sets);
  });

  it('makes thousands of sets readable: numbered, with room for letters, and then for addresses', () => {
    const whole = lay(2048, 48);
    expect(whole.label).toBe(0);
    expect(whole.cellWidth).toBeLessThan(12);
    const readable = zoomSets(whole, { scale: readableZoom(whole), x: 0, y: 0 });
    expect(readable.label).toBeGreaterThan(0);
    expect(Math.min(readable.cellWidth, readable.cellHeight)).toBeGreaterThanOrEqual(10);
    const closest = zoomSets(whole, { scale: mostZoom(whole), x: 0, y: 0 });
    expect(closest.cellWidth).toBeGreaterThan(74);
  });

  it('draws only what is in sight, and finds places where they have been moved to', () => {
    const whole = lay(2048, 48);
    const view = { scale: 8, x: -1200, y: -700 };
    const zoomed = zoomSets(whole, view);
    const seen = [...setsInSight(zoomed, FRAME.width, FRAME.height)];
    expect(seen.length).toBeLessThan(2048 / 20);
    // What is in sight is what a search through all sets finds.
    const byHand = Array.from({ length: 2048 }, (_, set) => set).filter((set) => {
      const left = view.x + (set % whole.columns) * zoomed.width;
      const top = view.y + Math.floor(set / whole.columns) * zoomed.height;
      return left + zoomed.width > 0 && left < FRAME.width && top + zoomed.height > 0 && top < FRAME.height;
    });
    expect(seen).toEqual(byHand);
    for (const set of seen) {
      const { x, y } = placeOf(zoomed, set * 48 + 5);
      expect(placeAt(zoomed, x + 1, y + 1)).toBe(set * 48 + 5);
    }
  });
});
