import { type RefObject, useEffect, useRef } from 'react';
import type { Column, HeapMapRequest } from '../../../src/worker/api';
import { ask } from '../../state/ask';

/** Keeps a canvas showing what is asked for: one picture in work at a time, and then the newest. */
export function useHeapImage(
  canvas: RefObject<HTMLCanvasElement | null>,
  column: Column,
  request: HeapMapRequest | null,
): void {
  const newest = useRef<HeapMapRequest | null>(null);
  const busy = useRef(false);
  useEffect(() => {
    newest.current = request;
    if (busy.current) return;
    busy.current = true;
    void (async () => {
      try {
        for (let wanted = newest.current; wanted !== null; ) {
          const request = wanted;
          const image = await ask(column, (lab) => lab.heapMap(column, request));
          if (image !== null) draw(canvas.current, image.width, image.height, image.pixels);
          if (newest.current === wanted) return;
          wanted = newest.current;
        }
      } finally {
        busy.current = false;
      }
    })();
  }, [canvas, column, request]);
}

function draw(canvas: HTMLCanvasElement | null, width: number, height: number, pixels: ArrayBuffer): void {
  const context = canvas?.getContext('2d', { alpha: false });
  if (!canvas || !context) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
}
