import { type RefObject, useEffect, useRef } from 'react';
import { setWindow } from '../../state/document';
import { type Geometry, panned, zoomedAbout } from './geometry';

/** Stacked columns scroll with the page; there the wheel zooms with Ctrl only, and one finger scrolls. */
const stacked = matchMedia('(max-width: 900px)');

/** Wheel, drag and pinch on the map move its window. */
export function useZoom(target: RefObject<HTMLElement | null>, geometry: Geometry | null): void {
  const latest = useRef(geometry);
  latest.current = geometry;
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    let detach: (() => void) | null = null;
    // d3-zoom brings d3-transition with it: neither is needed before somebody points at a map.
    const attach = async () => {
      const { attachZoom } = await import('./zoom');
      if (detach !== null || !element.isConnected) return;
      detach = attachZoom(element, {
        allowed,
        start: () => latest.current,
        pan: (start, dy) => setWindow(panned(start, -dy / start.pitch)),
        scale: (start, factor, x, y) => setWindow(zoomedAbout(start, factor, x, y)),
      });
    };
    element.addEventListener('pointerenter', attach, { once: true });
    return () => {
      element.removeEventListener('pointerenter', attach);
      detach?.();
    };
  }, [target]);
}

function allowed(event: Event): boolean {
  if (event instanceof WheelEvent) return !stacked.matches || event.ctrlKey;
  if ('touches' in event) return (event as TouchEvent).touches.length > 1;
  return event instanceof MouseEvent && event.button === 0 && !event.ctrlKey;
}
