import { type RefObject, useEffect, useState } from 'react';
import type { Column, HeapMapImage, HeapMapRequest } from '../../../src/worker/api';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';

/** Keeps a canvas showing what is asked for. */
export function useHeapImage(
  canvas: RefObject<HTMLCanvasElement | null>,
  column: Column,
  request: HeapMapRequest | null,
): void {
  const [pictures] = useState(() => new Newest());
  useEffect(() => {
    if (request === null) return;
    pictures.ask(async () => {
      const image = await ask(column, (lab) => lab.heapMap(column, request));
      if (image !== null) draw(canvas.current, image);
    });
  }, [canvas, column, request, pictures]);
}

function draw(canvas: HTMLCanvasElement | null, { width, height, pixels }: HeapMapImage): void {
  const context = canvas?.getContext('2d', { alpha: false });
  if (!canvas || !context) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
}
