/**
 * From coverage to pixels. A cell that holds bytes of several classes is divided from top to bottom by their shares, so
 * that its colours are those of the legend and its heights can be read; rows too low for that take the mean colour.
 */
import type { HeapMapRequest, Palette } from '../worker/api';
import { CELL, type Frame, TALL_ROW } from './coverage';
import { BYTE_CLASSES, HeapClass, ink, PATTERNED, PATTERNS, TILE } from './heap-class';

/** From this many pixels a byte on, bytes and words are ruled. */
const GRID_CELLS = 6;
const WORD = 4;

/** From top to bottom; live memory, old and young as one stratum, comes first. What is left is outside. */
const STRATA = [
  HeapClass.liveYoung,
  HeapClass.header,
  HeapClass.meta,
  HeapClass.slack,
  HeapClass.cached,
  HeapClass.free,
  HeapClass.unused,
  HeapClass.unknown,
] as const;

/** A row of the map: what covers its cells, and where its pixels go. */
interface Row {
  readonly coverage: Float32Array;
  /** Index of its first cell. */
  readonly first: number;
  readonly palette: Palette;
  readonly picture: Uint32Array;
  /** Pixels. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function paint(
  request: HeapMapRequest,
  frame: Frame,
  coverage: Float32Array,
  picture: Uint32Array,
): void {
  const { palette, rowHeight, rowGap } = request;
  const { width, rows } = frame;
  // Between the rows lies the page, which is the ink of `outside`.
  picture.fill(palette[ink(HeapClass.outside)]);
  const kept = ruling(frame);
  for (let index = 0; index < rows; index++) {
    const top = index * (rowHeight + rowGap);
    const row = { coverage, first: index * width, palette, picture, top, width, height: rowHeight };
    if (rowHeight < TALL_ROW) paintMeans(row);
    else paintStrata(row);
    if (kept !== null) rule(row, kept);
  }
}

function paintStrata({ coverage, first, palette, picture, top, width, height }: Row): void {
  const outside = palette[HeapClass.outside];
  for (let x = 0; x < width; x++) {
    const cell = (first + x) * CELL;
    let share = 0;
    let y = 0;
    for (let s = 0; s < STRATA.length && y < height; s++) {
      const stratum = STRATA[s];
      const old = s === 0 ? coverage[cell + HeapClass.liveOld] : 0;
      const of = coverage[cell + stratum] + old;
      if (of === 0) continue;
      share += of;
      const end = share >= 1 ? height : (share * height + 0.5) | 0;
      if (end === y) continue;
      const ground =
        old === 0 ? palette[stratum] : mixed(palette[stratum], palette[HeapClass.liveOld], old / of);
      const pattern = stratum * TILE * TILE + (x & (TILE - 1));
      const inked = PATTERNED[stratum] === 1 ? palette[ink(stratum)] : ground;
      for (; y < end; y++) {
        const at = top + y;
        picture[at * width + x] = PATTERNS[pattern + (at & (TILE - 1)) * TILE] === 1 ? inked : ground;
      }
    }
    for (; y < height; y++) picture[(top + y) * width + x] = outside;
  }
}

function paintMeans({ coverage, first, palette, picture, top, width, height }: Row): void {
  for (let x = 0; x < width; x++) {
    const cell = (first + x) * CELL;
    let colour = 0;
    let sum = 0;
    for (let c = 1; c < BYTE_CLASSES; c++) {
      const share = coverage[cell + c];
      if (share === 0) continue;
      sum += share;
      // A running mean: each class takes its part of what has been met so far.
      colour = mixed(colour, palette[c], share / sum);
    }
    if (sum < 1) colour = mixed(palette[HeapClass.outside], colour, sum);
    for (let y = 0; y < height; y++) picture[(top + y) * width + x] = colour;
  }
}

/** The first colour with a share of the second. */
function mixed(a: number, b: number, share: number): number {
  const red = a & 255;
  const green = (a >>> 8) & 255;
  const blue = (a >>> 16) & 255;
  return (
    ((255 << 24) |
      ((blue + (((b >>> 16) & 255) - blue) * share + 0.5) << 16) |
      ((green + (((b >>> 8) & 255) - green) * share + 0.5) << 8) |
      (red + ((b & 255) - red) * share + 0.5)) >>>
    0
  );
}

/** Lets the ground through where one byte ends and the next begins. */
function rule({ palette, picture, top, width, height }: Row, kept: Float32Array): void {
  for (let x = 0; x < width; x++) {
    if (kept[x] === 1) continue;
    for (let y = top; y < top + height; y++)
      picture[y * width + x] = mixed(palette[HeapClass.outside], picture[y * width + x], kept[x]);
  }
}

/** How much of a column of cells is kept where bytes are wide enough to be ruled apart; null where they are not. */
function ruling({ width, from, cellsPerByte }: Frame): Float32Array | null {
  if (cellsPerByte < GRID_CELLS) return null;
  const kept = new Float32Array(width).fill(1);
  for (let byte = 1; byte * cellsPerByte < width; byte++)
    kept[Math.floor(byte * cellsPerByte)] = (from + byte) % WORD === 0 ? 0.4 : 0.8;
  return kept;
}
