/**
 * The heap map: memory as rows, drawn from columns into pixels. A cell is one pixel of one row of memory, so that an
 * address maps to a cell by one multiplication across all rows. Where a cell covers bytes of several classes, its
 * colour is their mean by bytes: nothing vanishes for being small.
 */
import type { HeapMapRequest } from '../worker/api';
import { blockIndexAt, firstBlockFrom, type HeapBlocks, type LitBlocks } from './blocks';
import { BYTE_CLASSES, HEAP_CLASSES, HeapClass, ink, PATTERNED, PATTERNS, TILE } from './heap-class';

/** Rows of at least this many pixels show patterns, and outlines rather than fills for visited blocks. */
const PATTERN_HEIGHT = 5;
/** A block of at least this many pixels is set off from its neighbour by one of them. */
const EDGE_CELLS = 5;
/** From this many pixels a byte on, bytes and words are ruled. */
const GRID_CELLS = 6;
const WORD = 4;
/** A lit block is never drawn narrower than this many pixels. */
const LIT_CELLS = 3;

/** What a class is worth in a cell that it shares; in order of `block_state`. */
const classOfState = [
  HeapClass.free,
  HeapClass.liveOld,
  HeapClass.cached,
  HeapClass.meta,
  HeapClass.unused,
  HeapClass.unknown,
] as const;

interface Frame {
  readonly width: number;
  readonly rows: number;
  readonly cells: number;
  readonly from: number;
  readonly cellsPerByte: number;
}

/**
 * Draws a window of the heap.
 * @returns width × height pixels, 0xAABBGGRR each
 */
export function rasterHeapMap(request: HeapMapRequest, blocks: HeapBlocks, lit: LitBlocks): Uint32Array {
  const { width, height, rowHeight, rowGap, rowBytes, from } = request;
  const rows = Math.max(0, Math.floor((height + rowGap) / (rowHeight + rowGap)));
  const frame: Frame = { width, rows, cells: width * rows, from, cellsPerByte: width / rowBytes };
  const picture = new Uint32Array(width * height);
  const coverage = cover(frame, blocks);
  resolve(request, frame, coverage, picture);
  light(request, frame, blocks, lit, picture);
  return picture;
}

/** Share of each cell that each class covers, a plane of cells a class. */
function cover(frame: Frame, blocks: HeapBlocks): Float32Array {
  const { cells, from, cellsPerByte, width, rows } = frame;
  const planes = new Float32Array(BYTE_CLASSES * cells);
  const end = from + (rows * width) / cellsPerByte;
  const { address, bytes, header, footer, state, requested, age, count } = blocks;
  const span = (heapClass: number, low: number, high: number, share: number) => {
    if (high <= low) return;
    const first = Math.max(low, 0);
    const last = Math.min(high, cells);
    if (last <= first) return;
    const plane = heapClass * cells;
    const i = Math.floor(first);
    const j = Math.floor(last);
    if (i === j) {
      planes[plane + i] += (last - first) * share;
      return;
    }
    planes[plane + i] += (i + 1 - first) * share;
    for (let cell = i + 1; cell < j; cell++) planes[plane + cell] += share;
    if (j < cells) planes[plane + j] += (last - j) * share;
  };
  for (let b = firstBlockFrom(blocks, from); b < count && address[b] < end; b++) {
    const start = (address[b] - from) * cellsPerByte;
    const size = bytes[b] * cellsPerByte;
    const stop = start + size - (size >= EDGE_CELLS ? 1 : 0);
    const payload = start + header[b] * cellsPerByte;
    const tag = Math.min(stop, start + size - footer[b] * cellsPerByte);
    if (header[b] > 0) span(HeapClass.header, start, Math.min(payload, stop), 1);
    if (footer[b] > 0) span(HeapClass.header, Math.max(tag, payload), stop, 1);
    if (state[b] === 1) {
      const asked = Math.min(tag, payload + requested[b] * cellsPerByte);
      const old = age[b] / 255;
      if (old > 0) span(HeapClass.liveOld, payload, asked, old);
      if (old < 1) span(HeapClass.liveYoung, payload, asked, 1 - old);
      span(HeapClass.slack, asked, tag, 1);
    } else span(classOfState[state[b]] ?? HeapClass.unknown, payload, tag, 1);
  }
  return planes;
}

/** Turns coverage into colours, and colours into rows of pixels with their patterns. */
function resolve(request: HeapMapRequest, frame: Frame, planes: Float32Array, picture: Uint32Array): void {
  const { palette, rowHeight, rowGap } = request;
  const { width, rows, cells } = frame;
  const channels = split(palette);
  const rules = ruling(frame);
  const outside = palette[HeapClass.outside];
  const line = new Uint32Array(width);
  const inked = new Uint32Array(width);
  const tile = new Uint8Array(width);
  const withPatterns = rowHeight >= PATTERN_HEIGHT;
  // Between the rows lies the page, which is the ink of `outside`.
  picture.fill(palette[ink(HeapClass.outside)]);
  for (let row = 0; row < rows; row++) {
    let anyTile = false;
    for (let x = 0; x < width; x++) {
      const cell = row * width + x;
      let red = 0;
      let green = 0;
      let blue = 0;
      let sum = 0;
      let most = 0;
      let major = 0;
      for (let c = 1; c < BYTE_CLASSES; c++) {
        const share = planes[c * cells + cell];
        if (share === 0) continue;
        red += share * channels[c * 3];
        green += share * channels[c * 3 + 1];
        blue += share * channels[c * 3 + 2];
        sum += share;
        if (share > most) {
          most = share;
          major = c;
        }
      }
      tile[x] = 0;
      if (sum === 0) {
        line[x] = outside;
        continue;
      }
      // What no block covers is outside; rules let the ground through.
      const kept = rules === null ? 1 : rules[x];
      const scale = sum > 1 ? kept / sum : kept;
      const rest = 1 - Math.min(sum, 1) * kept;
      red = red * scale + rest * channels[0];
      green = green * scale + rest * channels[1];
      blue = blue * scale + rest * channels[2];
      line[x] = opaque(red, green, blue);
      if (withPatterns && kept === 1 && most > 0.5 && PATTERNED[major] === 1) {
        const share = most * scale;
        const from = major * 3;
        const to = ink(major as HeapClass) * 3;
        inked[x] = opaque(
          red + share * (channels[to] - channels[from]),
          green + share * (channels[to + 1] - channels[from + 1]),
          blue + share * (channels[to + 2] - channels[from + 2]),
        );
        tile[x] = major;
        anyTile = true;
      }
    }
    const top = row * (rowHeight + rowGap);
    for (let y = top; y < top + rowHeight; y++) {
      picture.set(line, y * width);
      if (!anyTile) continue;
      for (let x = 0; x < width; x++)
        if (tile[x] !== 0 && PATTERNS[(tile[x] * TILE + (y % TILE)) * TILE + (x % TILE)] === 1)
          picture[y * width + x] = inked[x];
    }
  }
}

/** Draws the lit blocks over the rest: visited ones, then the event's own. */
function light(
  { palette, rowHeight, rowGap }: HeapMapRequest,
  frame: Frame,
  blocks: HeapBlocks,
  lit: LitBlocks,
  picture: Uint32Array,
): void {
  const { width, cells, from, cellsPerByte } = frame;
  const pitch = rowHeight + rowGap;
  const outline = rowHeight >= PATTERN_HEIGHT;
  const draw = (at: number | null, heapClass: HeapClass, solid: boolean) => {
    if (at === null) return;
    const b = blockIndexAt(blocks, at);
    const low = b < 0 ? at : blocks.address[b];
    const bytes = b < 0 ? 0 : blocks.bytes[b];
    const first = Math.floor((low - from) * cellsPerByte);
    const edge = bytes * cellsPerByte >= EDGE_CELLS ? 1 : 0;
    const last = Math.max(first + LIT_CELLS, Math.ceil((low + bytes - from) * cellsPerByte) - edge);
    const headers = b < 0 ? 0 : Math.ceil(blocks.header[b] * cellsPerByte);
    const ground = palette[heapClass];
    const edges = palette[ink(heapClass)];
    for (let cell = Math.max(0, first); cell < Math.min(cells, last); cell++) {
      const column = cell % width;
      const top = ((cell - column) / width) * pitch * width + column;
      const side = cell < first + 2 || cell >= last - 2;
      if ((solid && cell >= first + headers) || side || !outline) {
        const colour = solid && !side ? ground : edges;
        for (let y = 0; y < rowHeight; y++) picture[top + y * width] = colour;
      }
      if (outline) {
        picture[top] = picture[top + width] = edges;
        picture[top + (rowHeight - 1) * width] = picture[top + (rowHeight - 2) * width] = edges;
      }
    }
  };
  for (const at of lit.visited) draw(at, HeapClass.visited, false);
  draw(lit.event, HeapClass.event, true);
}

/** Red, green and blue of each colour. */
function split(palette: Uint32Array): Float32Array {
  const channels = new Float32Array(3 * 2 * HEAP_CLASSES);
  for (let i = 0; i < 2 * HEAP_CLASSES; i++) {
    channels[i * 3] = palette[i] & 255;
    channels[i * 3 + 1] = (palette[i] >>> 8) & 255;
    channels[i * 3 + 2] = (palette[i] >>> 16) & 255;
  }
  return channels;
}

const opaque = (red: number, green: number, blue: number): number =>
  ((255 << 24) | ((blue + 0.5) << 16) | ((green + 0.5) << 8) | (red + 0.5)) >>> 0;

/** How much of a column of cells is kept where bytes are wide enough to be ruled apart; null where they are not. */
function ruling({ width, from, cellsPerByte }: Frame): Float32Array | null {
  if (cellsPerByte < GRID_CELLS) return null;
  const kept = new Float32Array(width).fill(1);
  for (let byte = 1; byte * cellsPerByte < width; byte++)
    kept[Math.floor(byte * cellsPerByte)] = (from + byte) % WORD === 0 ? 0.4 : 0.8;
  return kept;
}
