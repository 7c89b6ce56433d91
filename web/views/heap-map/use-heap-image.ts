import { type RefObject, useEffect, useState } from 'react';
import type { Column, HeapMapRequest } from '../../../src/worker/api';
import { ask } from '../../state/ask';
import { Newest } from '../../state/newest';
import { draw } from './picture';

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
