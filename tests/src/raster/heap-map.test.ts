import { describe, expect, it } from 'vitest';
import { syntheticHeap } from '../../../bench/heaps';
import { blockIndexAt, firstBlockFrom, type HeapBlocks } from '../../../src/raster/blocks';
import {
  HEAP_CLASSES,
  HeapClass,
  ink,
  PALETTE_COLOURS,
  PATTERNED,
  PATTERNS,
  TILE,
} from '../../../src/raster/heap-class';
import { HeapMapRaster } from '../../../src/raster/heap-map';
import { modules } from '../engine/lab';

const raster = await HeapMapRaster.of(modules);

interface Drawn {
  readonly address: number;
  readonly bytes: number;
  readonly header?: number;
  readonly footer?: number;
  readonly state: number;
  readonly requested?: number;
  readonly age?: number;
}

const [FREE, LIVE, CACHED, META, UNUSED, UNKNOWN] = [0, 1, 2, 3, 4, 5];

function heap(rows: readonly Drawn[]): HeapBlocks {
  const column = (of: (row: Drawn) => number) => Uint32Array.from(rows, of);
  return {
    count: rows.length,
    address: column((row) => row.address),
    bytes: column((row) => row.bytes),
    header: column((row) => row.header ?? 0),
    footer: column((row) => row.footer ?? 0),
    state: Uint8Array.from(rows, (row) => row.state),
    requested: column((row) => row.requested ?? 0),
    age: Uint8Array.from(rows, (row) => row.age ?? 0),
  };
}

/** A colour for each class and each ink, so that pixels can be read back as letters. */
const palette = Uint32Array.from(
  { length: PALETTE_COLOURS },
  (_, i) => (0xff000000 | (i * 9) | (i << 11)) >>> 0,
);
const letters = new Map<number, string>();
for (const [heapClass, letter] of [
  [HeapClass.outside, ' '],
  [HeapClass.header, 'H'],
  [HeapClass.liveOld, 'o'],
  [HeapClass.liveYoung, 'l'],
  [HeapClass.slack, 's'],
  [HeapClass.free, 'f'],
  [HeapClass.cached, 'c'],
  [HeapClass.meta, 'm'],
  [HeapClass.unused, 'u'],
  [HeapClass.unknown, '?'],
  [HeapClass.event, 'E'],
  [HeapClass.visited, 'v'],
] as const) {
  letters.set(palette[heapClass], letter);
  letters.set(
    palette[ink(heapClass)],
    letter === ' ' ? '-' : letter.toUpperCase() === letter ? '#' : letter.toUpperCase(),
  );
}

const nothingLit = { event: null, visited: [] };

function picture(
  size: {
    width: number;
    height: number;
    rowBytes: number;
    from?: number;
    rowHeight?: number;
    rowGap?: number;
  },
  blocks: HeapBlocks,
  lit: Parameters<typeof raster.draw>[2] = nothingLit,
): string[] {
  const request = { event: 0, step: null, from: 0, rowHeight: 1, rowGap: 0, palette, ...size };
  const pixels = raster.draw(request, blocks, lit);
  expect(pixels.length).toBe(size.width * size.height);
  return Array.from({ length: size.height }, (_, y) =>
    Array.from({ length: size.width }, (_, x) => letters.get(pixels[y * size.width + x]) ?? '*').join(''),
  );
}

describe('the heap map', () => {
  it('tells header, payload, slack, footer and every state apart', () => {
    const blocks = heap([
      { address: 0, bytes: 4, header: 1, state: LIVE, requested: 2 },
      { address: 4, bytes: 4, header: 1, footer: 1, state: LIVE, requested: 2, age: 255 },
      { address: 8, bytes: 4, state: FREE },
      { address: 12, bytes: 2, state: CACHED },
      { address: 14, bytes: 2, state: META },
      { address: 16, bytes: 3, state: UNUSED },
      { address: 20, bytes: 4, state: UNKNOWN },
    ]);
    expect(picture({ width: 8, height: 3, rowBytes: 8 }, blocks)).toEqual([
      'HllsHooH',
      'ffffccmm',
      'uuu ????',
    ]);
  });

  it('continues a block on the next row and leaves gaps between rows', () => {
    const blocks = heap([{ address: 2, bytes: 4, state: FREE }]);
    expect(picture({ width: 4, height: 5, rowBytes: 4, rowHeight: 2, rowGap: 1 }, blocks)).toEqual([
      '  ff',
      '  ff',
      '----',
      'ff  ',
      'ff  ',
    ]);
  });

  it('shows the window that is asked for', () => {
    const blocks = heap([
      { address: 100, bytes: 8, state: LIVE, requested: 8 },
      { address: 108, bytes: 2, state: FREE },
      { address: 110, bytes: 90, state: META },
    ]);
    expect(picture({ width: 4, height: 2, rowBytes: 4, from: 106 }, blocks)).toEqual([
      // The last of a wide block's pixels sets it off from its neighbour.
      'l ff',
      'mmmm',
    ]);
  });

  it('mixes what shares a pixel by bytes', () => {
    const blocks = heap([
      { address: 0, bytes: 3, state: FREE },
      { address: 3, bytes: 1, state: META },
    ]);
    const [pixel] = raster.draw(
      { event: 0, step: null, from: 0, width: 1, height: 1, rowBytes: 4, rowHeight: 1, rowGap: 0, palette },
      blocks,
      nothingLit,
    );
    const mean = (shift: number) =>
      Math.round(
        (3 * ((palette[HeapClass.free] >>> shift) & 255) + ((palette[HeapClass.meta] >>> shift) & 255)) / 4,
      );
    expect([pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255]).toEqual([mean(0), mean(8), mean(16)]);
  });

  it('divides a pixel column by bytes where rows are tall', () => {
    const blocks = heap([
      { address: 0, bytes: 8, header: 1, state: LIVE, requested: 4 },
      { address: 8, bytes: 8, state: META },
    ]);
    const rows = picture({ width: 1, height: 16, rowBytes: 16, rowHeight: 16 }, blocks);
    const drawnClasses = rows.map((row) => row.toLowerCase()).join('');
    expect(drawnClasses).toBe(`llllh${'m'.repeat(8)}sss`);
  });

  it('mixes young and old by age', () => {
    const blocks = heap([{ address: 0, bytes: 1, state: LIVE, requested: 1, age: 51 }]);
    const [pixel] = raster.draw(
      { event: 0, step: null, from: 0, width: 1, height: 1, rowBytes: 1, rowHeight: 1, rowGap: 0, palette },
      blocks,
      nothingLit,
    );
    const old = palette[HeapClass.liveOld] & 255;
    const young = palette[HeapClass.liveYoung] & 255;
    expect(pixel & 255).toBe(Math.round(0.2 * old + 0.8 * young));
  });

  it('draws patterns on rows that are tall enough, from the tiles', () => {
    const blocks = heap([{ address: 0, bytes: 16, state: LIVE, requested: 0 }]);
    const rows = picture({ width: 16, height: 8, rowBytes: 16, rowHeight: 8 }, blocks);
    for (let y = 0; y < 8; y++)
      for (let x = 0; x < 15; x++)
        expect(rows[y][x]).toBe(PATTERNS[(HeapClass.slack * TILE + y) * TILE + (x % TILE)] ? 'S' : 's');
  });

  it('outlines visited blocks and fills the event’s, header left standing', () => {
    const blocks = heap([
      { address: 0, bytes: 8, state: FREE },
      { address: 8, bytes: 8, header: 2, state: LIVE, requested: 6 },
    ]);
    const rows = picture({ width: 16, height: 6, rowBytes: 16, rowHeight: 6 }, blocks, {
      event: 12,
      visited: [0],
    });
    expect(rows[0]).toBe('VVVVVVV #######'.padEnd(16));
    expect(rows[2].slice(0, 2)).toBe('VV');
    expect(rows[2].slice(5, 7)).toBe('VV');
    expect(rows[2].slice(8)).toBe('##EEE## ');
  });

  it('never draws a lit block narrower than can be seen', () => {
    const blocks = heap([{ address: 500, bytes: 1, state: LIVE, requested: 1 }]);
    const [row] = picture({ width: 10, height: 1, rowBytes: 1000 }, blocks, { event: 500, visited: [] });
    expect(row.slice(5, 8)).toBe('###');
  });

  it('keeps every byte: coverage of a dense heap sums to its extent', () => {
    const blocks = syntheticHeap(5000);
    const from = blocks.address[0];
    const end = blocks.address[4999] + blocks.bytes[4999];
    const shades = new Uint32Array(PALETTE_COLOURS).fill(0xffffffff);
    shades[HeapClass.outside] = 0xff000000;
    // Too narrow for any block to be set off.
    const width = 200;
    const rowBytes = Math.ceil((end - from) / 40);
    const pixels = raster.draw(
      { event: 0, step: null, from, width, height: 40, rowBytes, rowHeight: 1, rowGap: 0, palette: shades },
      blocks,
      nothingLit,
    );
    const covered = pixels.reduce((sum, pixel) => sum + (pixel & 255) / 255, 0);
    expect(covered / ((end - from) / (rowBytes / width))).toBeCloseTo(1, 3);
  });
});

describe('blocks', () => {
  const blocks = heap([
    { address: 10, bytes: 5, state: LIVE },
    { address: 20, bytes: 5, state: FREE },
  ]);
  it('are found by any of their bytes', () => {
    expect([9, 10, 14, 15, 19, 20, 24, 25].map((at) => blockIndexAt(blocks, at))).toEqual([
      -1, 0, 0, -1, -1, 1, 1, -1,
    ]);
  });
  it('are listed from an address on', () => {
    expect([0, 14, 15, 24, 25].map((at) => firstBlockFrom(blocks, at))).toEqual([0, 0, 1, 1, 2]);
  });
});

describe('classes', () => {
  it('that are not told by colour alone have patterns of their own', () => {
    const tiles = Array.from({ length: HEAP_CLASSES }, (_, c) => c)
      .filter((c) => PATTERNED[c] === 1)
      .map((c) => PATTERNS.subarray(c * TILE * TILE, (c + 1) * TILE * TILE).join(''));
    expect(new Set(tiles).size).toBe(tiles.length);
    expect(tiles.length).toBe(6);
  });
});
