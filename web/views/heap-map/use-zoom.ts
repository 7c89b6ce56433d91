import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity } from 'd3-zoom';
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
    let start: Geometry | null = null;
    const behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent([1e-7, 1e7])
      .filter((event: Event) => allowed(event))
      .on('start', () => {
        start = latest.current;
      })
      .on('zoom', ({ transform: { k, x, y } }: D3ZoomEvent<HTMLElement, unknown>) => {
        if (start === null) return;
        // Pure scaling has one fixed point: the pointer, or the middle of the pinch.
        if (k === 1) setWindow(panned(start, -y / start.pitch));
        else setWindow(zoomedAbout(start, k, x / (1 - k), y / (1 - k)));
      })
      .on('end', () => {
        // Each gesture starts from the window as it is, wherever buttons and keys have taken it since.
        select(element).property('__zoom', zoomIdentity);
      });
    const selection = select<HTMLElement, unknown>(element).call(behaviour).on('dblclick.zoom', null);
    return () => {
      selection.on('.zoom', null);
    };
  }, [target]);
}

function allowed(event: Event): boolean {
  if (event instanceof WheelEvent) return !stacked.matches || event.ctrlKey;
  if ('touches' in event) return (event as TouchEvent).touches.length > 1;
  return event instanceof MouseEvent && event.button === 0 && !event.ctrlKey;
}
