import type { RefObject } from 'react';
import { isStacked } from '../../controls/stacked';
import { useZoomGestures } from '../../controls/use-zoom-gestures';
import { setWindow } from '../../state/document';
import { type Geometry, panned, zoomedAbout } from './geometry';

/** Wheel, drag and pinch on the map move its window. */
export function useZoom(target: RefObject<HTMLElement | null>, geometry: Geometry | null): void {
  useZoomGestures(target, {
    allowed,
    start: () => geometry,
    pan: (start, _, dy) => setWindow(panned(start, -dy / start.pitch)),
    scale: (start, factor, x, y) => setWindow(zoomedAbout(start, factor, x, y)),
  });
}

/** One finger scrolls the page. */
function allowed(event: Event): boolean {
  if (event instanceof WheelEvent) return !isStacked() || event.ctrlKey;
  if ('touches' in event) return (event as TouchEvent).touches.length > 1;
  return event instanceof MouseEvent && event.button === 0 && !event.ctrlKey;
}
