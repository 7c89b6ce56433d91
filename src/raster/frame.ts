import type { Address, Bytes, EventIndex, StepIndex } from '../units';

/** Colours by class, 0xAABBGGRR as a little-endian canvas wants them; the order is `HeapClass` in src/raster. */
export type Palette = Uint32Array;

/** A window of memory as rows of pixels. */
export interface MapWindow {
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** First address shown, and bytes in a row of memory. */
  readonly from: Address;
  readonly rowBytes: Bytes;
  /** Device pixels of a row, and of the gap below it. */
  readonly rowHeight: number;
  readonly rowGap: number;
}

export interface HeapMapRequest extends MapWindow {
  readonly event: EventIndex;
  /**
   * null: the heap after the event, the event's block lit. A sub-step: the heap before the event (a heap is not
   * walked while its lists are being changed), with the block of that sub-step lit and the blocks visited up to it
   * outlined; the last sub-step stands in the heap after the event.
   */
  readonly step: StepIndex | null;
  readonly palette: Palette;
}

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

/** The rows of memory that fit into a picture's height, and its pixels a byte. */
export function frameOf({ width, height, rowHeight, rowGap, rowBytes, from }: MapWindow): Frame {
  const rows = Math.max(0, Math.floor((height + rowGap) / (rowHeight + rowGap)));
  return { width, rows, cells: width * rows, from, cellsPerByte: width / rowBytes };
}
