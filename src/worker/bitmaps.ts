import { transfer } from 'comlink';
import type { PixelImage } from './pixels';

interface Kept {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

/** Sizes that canvases are kept for: those of the columns' maps and of the map over time, while a page is resized. */
const SIZES = 4;
/** By size, the one that was used last at the end. */
const kept = new Map<string, Kept>();

/** Draws a picture into this worker's canvas of its size; what is on it goes to the page, which copies no pixel. */
export function bitmapOf({ width, height, pixels }: PixelImage): ImageBitmap {
  const { canvas, context } = canvasOf(width, height);
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  const bitmap = canvas.transferToImageBitmap();
  return transfer(bitmap, [bitmap]);
}

function canvasOf(width: number, height: number): Kept {
  const size = `${width} ${height}`;
  const found = kept.get(size) ?? newCanvas(width, height);
  kept.delete(size);
  kept.set(size, found);
  for (const oldest of kept.keys()) if (kept.size > SIZES) kept.delete(oldest);
  return found;
}

function newCanvas(width: number, height: number): Kept {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser draws nothing outside the page');
  return { canvas, context };
}
