/** The heap map coloured by the cache set that each line falls into. */
import type { Bytes } from '../units';
import { firstBlockFrom, type HeapBlocks } from './blocks';
import { mixed } from './colour';
import type { MapWindow } from './frame';

export interface SetMapRequest extends MapWindow {
  /** The ground, what no block covers, then a ramp over the sets; 0xAABBGGRR each. */
  readonly palette: Uint32Array;
  readonly sets: number;
  readonly line: Bytes;
}

const LIVE = 1;
/** How much of its colour memory keeps that the program does not hold. */
const PALE = 0.3;

/**
 * Draws a window of the heap: a cell takes the colour of its first line's set, pale where no live block is.
 * @returns width × height pixels
 */
export function rasterSetMap(request: SetMapRequest, blocks: HeapBlocks): Uint32Array {
  const { width, height, from, rowBytes, rowHeight, rowGap, palette, sets, line } = request;
  const [ground, outside] = palette;
  const ramp = palette.subarray(2);
  const pale = ramp.map((colour) => mixed(ground, colour, PALE));
  const picture = new Uint32Array(width * height).fill(ground);
  const rows = Math.floor((height + rowGap) / (rowHeight + rowGap));
  const row = new Uint32Array(width);
  let block = firstBlockFrom(blocks, from);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width; x++) {
      const address = from + Math.floor(((y * width + x) / width) * rowBytes);
      while (block < blocks.count && blocks.address[block] + blocks.bytes[block] <= address) block++;
      if (block === blocks.count || blocks.address[block] > address) {
        row[x] = outside;
        continue;
      }
      const step = Math.floor(((Math.floor(address / line) % sets) * ramp.length) / sets);
      row[x] = (blocks.state[block] === LIVE ? ramp : pale)[step];
    }
    const top = y * (rowHeight + rowGap);
    for (let line = top; line < top + rowHeight; line++) picture.set(row, line * width);
  }
  return picture;
}
