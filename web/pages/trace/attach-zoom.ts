import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity } from 'd3-zoom';

/** A gesture's transform so far: a point p of the element has gone to k · p + (x, y). */
export type OnTransform<Start> = (start: Start, k: number, x: number, y: number) => void;

/** Zoom and pan on both axes. @returns a function that ends it */
export function attachZoom<Start>(
  element: HTMLElement,
  begin: () => Start,
  onTransform: OnTransform<Start>,
): () => void {
  let start = begin();
  const behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([1e-7, 1e7])
    // The wheel alone, and one finger, scroll the page: it is long.
    .filter((event: Event) => {
      if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
      if ('touches' in event) return (event as TouchEvent).touches.length > 1;
      return event instanceof MouseEvent && event.button === 0;
    })
    .on('start', () => {
      start = begin();
    })
    .on('zoom', ({ transform: { k, x, y } }: D3ZoomEvent<HTMLElement, unknown>) =>
      onTransform(start, k, x, y),
    )
    .on('end', () => {
      select(element).property('__zoom', zoomIdentity);
    });
  const selection = select<HTMLElement, unknown>(element).call(behaviour).on('dblclick.zoom', null);
  return () => {
    selection.on('.zoom', null);
  };
}
