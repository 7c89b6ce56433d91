import { select } from 'd3-selection';
import { type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MatrixView } from './matrix';

const MOST = 64;
const WHOLE: MatrixView = { scale: 1, x: 0, y: 0 };

interface MatrixZoom {
  readonly view: MatrixView;
  readonly zoomBy: (factor: number) => void;
  readonly whole: () => void;
}

/** Wheel with Ctrl, drag and pinch on a square canvas, and the same by buttons. */
export function useMatrixZoom(canvas: RefObject<HTMLCanvasElement | null>, side: number): MatrixZoom {
  const [view, setView] = useState<MatrixView>(WHOLE);
  const behaviour = useRef<ZoomBehavior<HTMLCanvasElement, unknown> | null>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const moving = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([1, MOST])
      .extent([
        [0, 0],
        [side, side],
      ])
      .translateExtent([
        [0, 0],
        [side, side],
      ])
      // The page scrolls by the wheel, and by one finger.
      .filter((event: Event) =>
        event instanceof WheelEvent
          ? event.ctrlKey
          : 'touches' in event
            ? (event as TouchEvent).touches.length > 1
            : event instanceof MouseEvent && event.button === 0,
      )
      .on('zoom', ({ transform: { k, x, y } }) => setView({ scale: k, x, y }));
    const target = select(canvas.current);
    target.call(moving);
    behaviour.current = moving;
    return () => {
      target.on('.zoom', null);
    };
  }, [canvas, side]);
  const apply = (
    change: (moving: ZoomBehavior<HTMLCanvasElement, unknown>, on: HTMLCanvasElement) => void,
  ) => {
    if (behaviour.current && canvas.current) change(behaviour.current, canvas.current);
  };
  return {
    view,
    zoomBy: (factor) => apply((moving, on) => moving.scaleBy(select(on), factor)),
    whole: () => apply((moving, on) => moving.transform(select(on), zoomIdentity)),
  };
}
