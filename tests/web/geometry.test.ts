import { describe, expect, it } from 'vitest';
import {
  addressAt,
  FEWEST_ROW_BYTES,
  layOut,
  panned,
  rectsOf,
  revealing,
  zoomedAbout,
} from '../../web/views/heap-map/geometry';

const heap = { start: 0x40000, extent: 1_000_000 };
const whole = layOut(480, 300, heap, null);

describe('the heap map’s geometry', () => {
  it('shows the whole heap when no window is set', () => {
    expect(whole.rows * whole.rowBytes).toBeGreaterThanOrEqual(heap.extent);
    expect(whole.from).toBe(0);
    expect((whole.rows * whole.rowBytes) / heap.extent).toBeLessThan(1.35);
  });

  it('finds addresses where their rectangles are', () => {
    for (const at of [heap.start, heap.start + 12_345, heap.start + 777_777]) {
      const [rect] = rectsOf(whole, at, 4096);
      const found = addressAt(whole, rect.x + 1e-6, rect.y) as number;
      expect(Math.abs(found - at)).toBeLessThanOrEqual(1);
    }
  });

  it('splits a block at the ends of rows', () => {
    const g = layOut(100, 200, { start: 0, extent: 3200 }, null);
    const rects = rectsOf(g, g.rowBytes - 10, 20);
    expect(rects.length).toBe(2);
    expect(rects[0].y).toBe(0);
    expect(rects[1]).toMatchObject({ x: 0, y: g.pitch });
    expect(rects[0].width + rects[1].width).toBeCloseTo((20 / g.rowBytes) * 100);
  });

  it('keeps the memory under the pointer there while zooming', () => {
    let g = whole;
    const [x, y] = [333, 150];
    const before = addressAt(g, x, y) as number;
    for (let i = 0; i < 12; i++)
      g = layOut(480, 300, heap, zoomedAbout(g, 1.5, x, Math.min(y, g.pitch * g.rows - 1)));
    expect(g.rowBytes).toBeLessThan(whole.rowBytes / 50);
    const after = addressAt(g, x, y) as number;
    expect(Math.abs(after - before)).toBeLessThan(g.rowBytes);
  });

  it('zooms down to single bytes and back to the whole heap', () => {
    let g = whole;
    for (let i = 0; i < 40; i++) g = layOut(480, 300, heap, zoomedAbout(g, 2, 240, 150));
    expect(g.rowBytes).toBe(FEWEST_ROW_BYTES);
    expect(480 / g.rowBytes).toBeGreaterThan(8);
    let window: ReturnType<typeof zoomedAbout> = { from: g.from, rowBytes: g.rowBytes };
    for (let i = 0; i < 40 && window !== null; i++)
      window = zoomedAbout(layOut(480, 300, heap, window), 0.5, 240, 150);
    expect(window).toBeNull();
  });

  it('stays within the heap', () => {
    const g = layOut(480, 300, heap, { from: 5000, rowBytes: 1024 });
    expect(g.from).toBe(5000);
    expect(panned(g, -1000)?.from).toBe(0);
    const last = layOut(480, 300, heap, panned(g, 1e6));
    expect(last.from + last.rows * last.rowBytes).toBeGreaterThanOrEqual(heap.extent);
    expect(last.from).toBeLessThan(heap.extent);
  });

  it('moves just far enough to show an address', () => {
    const g = layOut(480, 300, heap, { from: 0, rowBytes: 1024 });
    for (const at of [heap.start + 900_000, heap.start + 3, heap.start + 50_000]) {
      const moved = layOut(480, 300, heap, revealing(g, at));
      expect(rectsOf(moved, at, 1).length).toBe(1);
    }
    expect(revealing(g, heap.start + 2048)).toEqual({ from: 0, rowBytes: 1024 });
  });
});
