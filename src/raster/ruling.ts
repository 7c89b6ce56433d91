import { mixed } from './colour';
import type { Frame, HeapMapRequest } from './frame';
import { HeapClass } from './heap-class';

/** From this many pixels a byte on, bytes and words are ruled. */
const GRID_CELLS = 6;
const WORD = 4;

/** Lets the ground through where one byte ends and the next begins, where bytes are wide enough to be ruled apart. */
export function rule(
  { palette, rowHeight, rowGap }: HeapMapRequest,
  { width, rows, from, cellsPerByte }: Frame,
  picture: Uint32Array,
): void {
  if (cellsPerByte < GRID_CELLS) return;
  for (let byte = 1; byte * cellsPerByte < width; byte++) {
    const x = Math.floor(byte * cellsPerByte);
    const kept = (from + byte) % WORD === 0 ? 0.4 : 0.8;
    for (let row = 0; row < rows; row++) {
      const top = row * (rowHeight + rowGap);
      for (let y = top; y < top + rowHeight; y++)
        picture[y * width + x] = mixed(palette[HeapClass.outside], picture[y * width + x], kept);
    }
  }
}
