import { type RefObject, useEffect, useRef } from 'react';

/** Paints in CSS pixels, of which each is `density` of the display's. */
export type Painter = (context: CanvasRenderingContext2D, density: number) => void;

/** Paints a canvas of so many CSS pixels as sharp as the display is. The painter finds it clear. */
export function paintSharp(canvas: HTMLCanvasElement, width: number, height: number, paint: Painter): void {
  const context = canvas.getContext('2d');
  if (!context || width <= 0 || height <= 0) return;
  const density = devicePixelRatio;
  const [w, h] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, w, h);
  context.setTransform(density, 0, 0, density, 0, 0);
  paint(context, density);
}

/** A canvas of so many CSS pixels that is painted anew whenever the painter changes. */
export function useCanvas(
  width: number,
  height: number,
  paint: Painter | null,
): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (ref.current && paint !== null) paintSharp(ref.current, width, height, paint);
  }, [width, height, paint]);
  return ref;
}
