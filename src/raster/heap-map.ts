/**
 * The heap map: memory as rows, drawn from columns of numbers into pixels, first by what each pixel covers, then by the
 * colours of that, then the lit blocks over it.
 */
import type { HeapMapRequest } from '../worker/api';
import type { HeapBlocks, LitBlocks } from './blocks';
import { cover, frameOf } from './coverage';
import { light } from './lit';
import { paint } from './strata';

/**
 * Draws a window of the heap.
 * @returns width × height pixels, 0xAABBGGRR each
 */
export function rasterHeapMap(request: HeapMapRequest, blocks: HeapBlocks, lit: LitBlocks): Uint32Array {
  const frame = frameOf(request);
  const picture = new Uint32Array(request.width * request.height);
  paint(request, frame, cover(frame, blocks), picture);
  light(request, frame, blocks, lit, picture);
  return picture;
}
