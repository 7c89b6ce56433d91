import type { HeapMapRequest } from '../worker/api';

/** Rows of at least this many pixels have room for strata, patterns and outlines. */
export const TALL_ROW = 5;
/** A block of at least this many pixels is set off from its neighbour by one of them. */
export const EDGE_CELLS = 5;

/** How addresses map to cells: one pixel of one row of memory each, numbered on from row to row. */
export interface Frame {
  readonly width: number;
  readonly rows: number;
  readonly cells: number;
  readonly from: number;
  readonly cellsPerByte: number;
}

export function frameOf({ width, height, rowHeight, rowGap, rowBytes, from }: HeapMapRequest): Frame {
  const rows = Math.max(0, Math.floor((height + rowGap) / (rowHeight + rowGap)));
  return { width, rows, cells: width * rows, from, cellsPerByte: width / rowBytes };
}
