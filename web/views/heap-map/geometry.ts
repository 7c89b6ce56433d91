/** Where an address stands in the map, and which part of the heap the map shows. Lengths in CSS pixels. */
import type { View } from '../../../src/experiment/document';
import type { Address, Bytes } from '../../../src/units';

export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Row of memory, and from one row to the next. */
  readonly rowHeight: number;
  readonly pitch: number;
  readonly rows: number;
  /** First byte shown, counted from the heap's start. */
  readonly from: Bytes;
  readonly rowBytes: Bytes;
  readonly heapStart: Address;
  /** Bytes of the heap over the whole run, of the largest column. */
  readonly extent: Bytes;
  /** Bytes a row at which the whole heap is shown. */
  readonly wholeRowBytes: Bytes;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const ROW = 9;
const TALL_ROW = 18;
const GAP = 2;
/** Rows of at most this many bytes are tall: single bytes are looked at. */
const TALL_UNDER: Bytes = 256;
export const FEWEST_ROW_BYTES: Bytes = 32;

export type Window = View['window'];

/** Lays a map out on width × height pixels. A null window shows the whole heap. */
export function layOut(
  width: number,
  height: number,
  heap: { readonly start: Address; readonly extent: Bytes },
  window: Window,
): Geometry {
  const wholeRows = Math.max(1, Math.floor((height + GAP) / (ROW + GAP)));
  const wholeRowBytes = snapUp(Math.max(1, heap.extent) / wholeRows);
  const rowBytes = Math.min(window?.rowBytes || wholeRowBytes, wholeRowBytes);
  const rowHeight = rowBytes <= TALL_UNDER ? TALL_ROW : ROW;
  const pitch = rowHeight + GAP;
  const rows = Math.max(1, Math.floor((height + GAP) / pitch));
  const from = window === null ? 0 : clampFrom(window.from, rowBytes, rows, heap.extent);
  return {
    width,
    height,
    rowHeight,
    pitch,
    rows,
    from,
    rowBytes,
    heapStart: heap.start,
    extent: heap.extent,
    wholeRowBytes,
  };
}

/** Address under a point, or null below the last row. */
export function addressAt(g: Geometry, x: number, y: number): Address | null {
  const row = Math.floor(y / g.pitch);
  if (row < 0 || row >= g.rows || x < 0 || x >= g.width) return null;
  return Math.floor(g.heapStart + g.from + (row + x / g.width) * g.rowBytes);
}

/** The rows' parts that a stretch of memory covers, from top to bottom; those that are in view. */
export function rectsOf(g: Geometry, address: Address, bytes: Bytes): Rect[] {
  const low = Math.max(0, address - g.heapStart - g.from);
  const high = Math.min(g.rows * g.rowBytes, address + bytes - g.heapStart - g.from);
  const rects: Rect[] = [];
  for (let at = low; at < high; ) {
    const row = Math.floor(at / g.rowBytes);
    const end = Math.min(high, (row + 1) * g.rowBytes);
    const x = ((at - row * g.rowBytes) / g.rowBytes) * g.width;
    rects.push({ x, y: row * g.pitch, width: ((end - at) / g.rowBytes) * g.width, height: g.rowHeight });
    at = end;
  }
  return rects;
}

/** The window after zooming by a factor while the memory under (x, y) stays there. Null: the whole heap. */
export function zoomedAbout(g: Geometry, factor: number, x: number, y: number): Window {
  const rowBytes = Math.max(FEWEST_ROW_BYTES, snapNear(g.rowBytes / factor));
  if (rowBytes >= g.wholeRowBytes) return null;
  const row = Math.max(0, Math.min(g.rows - 1, Math.floor(y / g.pitch)));
  const rowShare = row + Math.max(0, Math.min(1, x / g.width));
  const focus = g.from + rowShare * g.rowBytes;
  return { from: clampFrom(focus - rowShare * rowBytes, rowBytes, g.rows, g.extent), rowBytes };
}

/** The window moved down by so many rows; the whole heap cannot be moved. */
export function panned(g: Geometry, rows: number): Window {
  if (g.rowBytes >= g.wholeRowBytes) return null;
  return {
    from: clampFrom(g.from + Math.round(rows) * g.rowBytes, g.rowBytes, g.rows, g.extent),
    rowBytes: g.rowBytes,
  };
}

/** The window moved as little as needed to show an address. */
export function revealing(g: Geometry, address: Address): Window {
  const offset = address - g.heapStart;
  const row = Math.floor((offset - g.from) / g.rowBytes);
  if (row >= 0 && row < g.rows) return panned(g, 0);
  return panned(g, row < 0 ? row : row - g.rows + 1);
}

/** Finer would not be seen, and coarser would let the memory drift from under the pointer while zooming. */
const ALIGNED: Bytes = 8;

function clampFrom(from: Bytes, rowBytes: Bytes, rows: number, extent: Bytes): Bytes {
  const last = Math.max(0, extent - (rows - 1) * rowBytes);
  return Math.floor(Math.max(0, Math.min(last, from)) / ALIGNED) * ALIGNED;
}

/** Round row lengths: 4, 5, 6 or 7 times a power of two. */
function snapUp(bytes: number): Bytes {
  const power = 2 ** Math.max(3, Math.floor(Math.log2(bytes)) - 2);
  return Math.max(FEWEST_ROW_BYTES, Math.ceil(bytes / power) * power);
}

function snapNear(bytes: number): Bytes {
  const power = 2 ** Math.max(3, Math.floor(Math.log2(bytes)) - 2);
  return Math.round(bytes / power) * power;
}
