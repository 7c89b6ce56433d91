import { type RefObject, useEffect, useRef } from 'react';

/** A canvas of so many CSS pixels that is painted anew whenever the painter changes. */
export function useCanvas(
  width: number,
  height: number,
  paint: ((context: CanvasRenderingContext2D, density: number) => void) | null,
): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || paint === null || width <= 0 || height <= 0) return;
    const density = devicePixelRatio;
    const [w, h] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    paint(context, density);
  }, [width, height, paint]);
  return ref;
}
