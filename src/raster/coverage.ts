import type { HeapMapRequest } from '../worker/api';
import { firstBlockFrom, type HeapBlocks } from './blocks';
import { HeapClass } from './heap-class';

/** Rows of at least this many pixels have room for strata, patterns and outlines. */
export const TALL_ROW = 5;
/** A block of at least this many pixels is set off from its neighbour by one of them. */
export const EDGE_CELLS = 5;

/** What a block's payload is, in order of `block_state`; a live block's is divided further. */
const classOfState = [
  HeapClass.free,
  HeapClass.liveOld,
  HeapClass.cached,
  HeapClass.meta,
  HeapClass.unused,
  HeapClass.unknown,
] as const;

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

/** Numbers a cell: one a class, rounded up so that a cell is one line of a processor's cache. */
export const CELL = 16;

/** Share of each cell that each class covers: `coverage[cell * CELL + heapClass]`. */
export function cover(frame: Frame, blocks: HeapBlocks): Float32Array {
  const { cells, from, cellsPerByte, width, rows } = frame;
  const coverage = new Float32Array(CELL * cells);
  const end = from + (rows * width) / cellsPerByte;
  const { address, bytes, header, footer, state, requested, age, count } = blocks;
  const span = (heapClass: number, low: number, high: number, share: number) => {
    if (high <= low) return;
    const first = Math.max(low, 0);
    const last = Math.min(high, cells);
    if (last <= first) return;
    const i = first | 0;
    const j = last | 0;
    if (i === j) {
      coverage[i * CELL + heapClass] += (last - first) * share;
      return;
    }
    coverage[i * CELL + heapClass] += (i + 1 - first) * share;
    for (let cell = i + 1; cell < j; cell++) coverage[cell * CELL + heapClass] += share;
    if (j < cells) coverage[j * CELL + heapClass] += (last - j) * share;
  };
  for (let b = firstBlockFrom(blocks, from); b < count && address[b] < end; b++) {
    const exact = (address[b] - from) * cellsPerByte;
    const size = bytes[b] * cellsPerByte;
    // A wide block ends at whole pixels, so that what sets it off is a line and not a notch.
    const wide = size >= EDGE_CELLS;
    const start = wide ? Math.floor(exact) : exact;
    const stop = wide ? Math.floor(exact + size) - 1 : exact + size;
    const payload = start + header[b] * cellsPerByte;
    const tag = Math.min(stop, exact + size - footer[b] * cellsPerByte);
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
  return coverage;
}
