/** Pictures of a heap between the page and whoever draws them: the lab's worker, the machine's, a simulation's. */
import { useMemo } from 'react';
import type { MapWindow } from '../../../src/raster/frame';
import type { Geometry } from './geometry';

/** What of the heap is wanted, in the display's pixels. */
export function frameOf(geometry: Geometry, density: number): MapWindow {
  const rowHeight = Math.round(geometry.rowHeight * density);
  return {
    width: Math.round(geometry.width * density),
    height: Math.round(geometry.height * density),
    from: geometry.heapStart + geometry.from,
    rowBytes: geometry.rowBytes,
    rowHeight,
    rowGap: Math.round(geometry.pitch * density) - rowHeight,
  };
}

/** The same while the geometry says the same: it is laid out anew at every rendering. */
export function useFrame(geometry: Geometry): MapWindow {
  const { width, height, from, rowBytes, rowHeight, pitch, heapStart } = geometry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all that the frame is made of
  return useMemo(
    () => frameOf(geometry, devicePixelRatio),
    [width, height, from, rowBytes, rowHeight, pitch, heapStart],
  );
}

/** Shows a worker's picture: the canvas takes the bitmap over as it is, no pixel is copied on the page's thread. */
export function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  const context = canvas?.getContext('bitmaprenderer', { alpha: false });
  if (!canvas || !context) {
    bitmap.close();
    return;
  }
  const { width, height } = bitmap;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.transferFromImageBitmap(bitmap);
}
