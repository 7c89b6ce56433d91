import { blockIndexAt, type HeapBlocks, type LitBlocks } from './blocks';
import { EDGE_CELLS, type Frame, type HeapMapRequest, TALL_ROW } from './frame';
import { HeapClass, ink } from './heap-class';

/** A lit block is never drawn narrower than this many pixels. */
const LIT_CELLS = 3;

/** Draws the lit blocks over the rest: visited ones, then the event's own. */
export function light(
  { palette, rowHeight, rowGap }: HeapMapRequest,
  frame: Frame,
  blocks: HeapBlocks,
  lit: LitBlocks,
  picture: Uint32Array,
): void {
  const { width, cells, from, cellsPerByte } = frame;
  const pitch = rowHeight + rowGap;
  const outline = rowHeight >= TALL_ROW;
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
