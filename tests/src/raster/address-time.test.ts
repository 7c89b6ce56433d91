import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS_TIME_COLOURS,
  AddressTimeRaster,
  type Picture,
  RAMP,
  rampStep,
} from '../../../src/raster/address-time';
import { BlockIndex } from '../../../src/raster/block-index';

/** [born, ends, address, bytes] a block. */
type Row = readonly [number, number, number, number];

function placed(rows: readonly Row[]): BlockIndex {
  const index = new BlockIndex(rows.length);
  for (const row of rows) index.add(...row);
  return index;
}

/** All of a picture at once. */
const rasterAddressTime = (index: BlockIndex, request: Picture): Uint32Array =>
  new AddressTimeRaster(index, request).draw(request.palette, Number.POSITIVE_INFINITY);

/** Of the palette: what is not replayed yet, and after it the hatch. */
const AHEAD = 1 + RAMP;

/** Black ground; step s of the ramp is 100 + s in red, 255 in green. */
const palette = Uint32Array.from({ length: ADDRESS_TIME_COLOURS }, (_, i) =>
  i === 0 ? 0xff000000 : (0xff00ff00 | (99 + i)) >>> 0,
);

/** `.` no block, a digit for the step of a full pixel, `+` for one that is covered in part. */
function picture(
  rows: readonly Row[],
  width: number,
  height: number,
  window: Partial<Picture> = {},
): string[] {
  const request: Picture = {
    width,
    height,
    by: 'size',
    palette,
    fromEvent: 0,
    toEvent: width,
    fromAddress: 0,
    toAddress: height,
    ...window,
  };
  const pixels = rasterAddressTime(placed(rows), request);
  return Array.from({ length: height }, (_, y) =>
    Array.from(pixels.subarray(y * width, (y + 1) * width), letter).join(''),
  );
}

function letter(pixel: number): string {
  if (pixel === palette[0]) return '.';
  if (pixel === palette[AHEAD]) return ' ';
  if (pixel === palette[AHEAD + 1]) return '/';
  return ((pixel >>> 8) & 255) === 255 ? String((pixel & 255) - 100) : '+';
}

/** Adds up what lies in one pixel, in the fractions of pixels that the raster knows. */
function plainPixel(
  rows: readonly Row[],
  x: number,
  y: number,
  width: number,
  height: number,
  w: { fromEvent: number; toEvent: number; fromAddress: number; toAddress: number },
): number {
  const parts = 128;
  const place = (at: number, from: number, to: number, pixels: number) =>
    Math.round(Math.max(0, Math.min(pixels * parts, (at - from) * ((pixels * parts) / (to - from)))));
  const inside = (from: number, to: number, pixel: number) => {
    const end = to - from >= 5 * parts ? to - parts : to;
    return Math.max(0, Math.min(end, (pixel + 1) * parts) - Math.max(from, pixel * parts));
  };
  let share = 0;
  let weighted = 0;
  for (const [born, ends, address, bytes] of rows) {
    const [x0, x1] = [born, ends].map((event) => place(event, w.fromEvent, w.toEvent, width));
    const [y0, y1] = [address, address + bytes].map((at) => place(at, w.fromAddress, w.toAddress, height));
    const area = inside(x0, x1, x) * inside(y0, y1, y);
    share += area;
    weighted += area * rampStep(ends - born);
  }
  if (share === 0) return palette[0];
  const colour = palette[1 + Math.round(weighted / share)];
  const part = Math.min(1, share / (parts * parts));
  const mix = (shift: number) => {
    const from = (palette[0] >>> shift) & 255;
    return (from + (((colour >>> shift) & 255) - from) * part) & 255;
  };
  return ((255 << 24) | (mix(16) << 16) | (mix(8) << 8) | mix(0)) >>> 0;
}

describe('the address × time raster', () => {
  it('draws a block from its birth to its end, at its addresses', () => {
    expect(picture([[2, 6, 1, 2]], 8, 4)).toEqual(['........', '..1111..', '..1111..', '........']);
  });

  it('sets long sides off by a pixel, so that neighbours stay apart', () => {
    const rows: Row[] = [
      [0, 6, 0, 2],
      [6, 10, 0, 2],
    ];
    expect(picture(rows, 10, 2)).toEqual(['11111.1111', '11111.1111']);
  });

  it('cuts blocks at the window', () => {
    const rows: Row[] = [[0, 100, 0, 100]];
    const window = { fromEvent: 50, toEvent: 54, fromAddress: 50, toAddress: 52 };
    expect(picture(rows, 4, 2, window)).toEqual(['7777', '7777']);
  });

  it('covers in part what a block covers in part', () => {
    const window = { toEvent: 8, toAddress: 4 };
    const pixels = rasterAddressTime(placed([[1, 3, 0, 2]]), {
      width: 4,
      height: 2,
      by: 'size',
      palette,
      fromEvent: 0,
      fromAddress: 0,
      ...window,
    });
    const green = [...pixels].map((pixel) => (pixel >>> 8) & 255);
    expect(green).toEqual([127, 127, 0, 0, 0, 0, 0, 0]);
  });

  it('covers whole pixels with blocks that lie side by side, and colours by their mean step', () => {
    const rows: Row[] = Array.from({ length: 8 }, (_, i) => [0, 8, i, 1] as const);
    expect(picture(rows, 4, 1, { toEvent: 4, toAddress: 8 })).toEqual(['0000']);
    const mixed: Row[] = [
      [0, 4, 0, 4],
      [0, 4, 4, 4],
    ];
    expect(picture(mixed, 4, 1, { toAddress: 8 })).toEqual(['2222']);
  });

  it('gives each pixel what the blocks in it add up to, however small they are', () => {
    const row = fc.tuple(
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 300 }),
    );
    const [width, height] = [16, 12];
    const window = { fromEvent: 200, toEvent: 3400, fromAddress: 100, toAddress: 3700 };
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (drawn) => {
        const rows = drawn.map(([born, life, address, bytes]): Row => [born, born + life, address, bytes]);
        const blocks = placed([...rows].sort(([a], [b]) => a - b));
        const pixels = rasterAddressTime(blocks, {
          width,
          height,
          by: 'life',
          palette,
          ...window,
        });
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++)
            expect(pixels[y * width + x]).toBe(plainPixel(rows, x, y, width, height, window));
      }),
    );
  });

  it('colours by lifetime when asked to', () => {
    expect(picture([[0, 4, 0, 1]], 4, 1, { by: 'life' })).toEqual(['2222']);
    expect(picture([[0, 2, 0, 1]], 4, 1, { by: 'life' })).toEqual(['11..']);
  });

  it('doubles from step to step', () => {
    expect([0, 1, 2, 3, 4, 1024, 2 ** 31].map(rampStep)).toEqual([0, 0, 1, 2, 2, 10, 23]);
  });
});

describe('a picture of a run under way', () => {
  const [width, height] = [16, 12];
  const window = { fromEvent: 200, toEvent: 3400, fromAddress: 100, toAddress: 3700 };
  const frame: Picture = { width, height, by: 'life', palette, ...window };
  const column = (pixels: Uint32Array, x: number) => pixels.filter((_, at) => at % width === x);

  it('hatches what is not replayed yet', () => {
    const index = placed([[0, 8, 1, 2]]);
    const request: Picture = {
      ...frame,
      width: 8,
      height: 4,
      fromEvent: 0,
      toEvent: 8,
      fromAddress: 0,
      toAddress: 4,
    };
    const pixels = new AddressTimeRaster(index, { ...request, by: 'size' }).draw(palette, 5.5);
    expect(
      Array.from({ length: 4 }, (_, y) => Array.from(pixels.subarray(y * 8, y * 8 + 8), letter).join('')),
    ).toEqual(['.....   ', '11111   ', '11111  /', '..... / ']);
  });

  it('shows what it will show in the end, as far as it has come, however blocks come to it', () => {
    const row = fc.tuple(
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 300 }),
    );
    const events = fc.uniqueArray(fc.integer({ min: 0, max: 4400 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), events, fc.nat(), (drawn, stops, late) => {
        const rows = drawn
          .map(([born, life, address, bytes]): Row => [born, born + life, address, bytes])
          .sort(([a], [b]) => a - b);
        // One block turns out to end later than it was said: a realloc was refused.
        const put = rows.length > 0 ? late % rows.length : -1;
        const truth = rows.map(
          (each, b): Row => (b === put ? [each[0], each[1] + 500, each[2], each[3]] : each),
        );
        const last = rasterAddressTime(placed(truth), frame);
        const index = new BlockIndex(rows.length);
        const raster = new AddressTimeRaster(index, frame);
        for (const reached of [...stops.sort((a, b) => a - b), 6000]) {
          while (index.count < rows.length && rows[index.count][0] < reached) index.add(...rows[index.count]);
          const known = put >= 0 && put < index.count && rows[put][1] < reached;
          if (known && index.ends[put] === rows[put][1]) index.putOff(put, truth[put][1]);
          const pixels = raster.draw(palette, reached);
          // Its colour, by its life, is only known when the realloc has come.
          const same = put < 0 || known || truth[put][0] >= reached;
          const columns = Math.floor(((reached - 200) / 3200) * width);
          for (let x = 0; x < width; x++) {
            const hatched = column(pixels, x).every(
              (pixel) => letter(pixel) === ' ' || letter(pixel) === '/',
            );
            expect(hatched).toBe(x >= columns);
            if (x < columns && same) expect(column(pixels, x)).toEqual(column(last, x));
          }
        }
        expect(raster.draw(palette, 6000)).toEqual(last);
      }),
    );
  });
});

describe('the index of blocks', () => {
  const rows: Row[] = Array.from({ length: 5000 }, (_, i) => [
    i,
    i + 1 + ((i * 7) % 300),
    (i * 64) % 9973,
    48,
  ]);
  const index = placed(rows);

  it('finds the block of an event', () => {
    expect([0, 1023, 1024, 4999, 5000].map((event) => index.find(event))).toEqual([0, 1023, 1024, 4999, -1]);
  });

  it.each([
    { fromEvent: 0, toEvent: 5000, fromAddress: 0, toAddress: 10_100 },
    { fromEvent: 2047, toEvent: 2048, fromAddress: 0, toAddress: 10_100 },
    { fromEvent: 1000, toEvent: 1600, fromAddress: 4096, toAddress: 4100 },
    { fromEvent: 4990, toEvent: 6000, fromAddress: 9000, toAddress: 9001 },
  ])('finds what a plain search finds in $fromEvent … $toEvent', (w) => {
    const found: number[] = [];
    index.within(w, (b) => found.push(b) > 0);
    const plain = rows.flatMap(([born, ends, address, bytes], b) =>
      born < w.toEvent && ends > w.fromEvent && address < w.toAddress && address + bytes > w.fromAddress
        ? [b]
        : [],
    );
    expect(found).toEqual(plain);
    expect(plain.length).toBeGreaterThan(0);
  });

  it('stops when it is told to', () => {
    const found: number[] = [];
    index.within(
      { fromEvent: 0, toEvent: 9999, fromAddress: 0, toAddress: 99_999 },
      (b) => found.push(b) < 3,
    );
    expect(found).toEqual([0, 1, 2]);
  });
});
