import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity } from 'd3-zoom';

/** Zooming of what keeps its own window: a gesture says how far it went, its owner what that means. */
export interface ZoomGestures<Start> {
  readonly allowed: (event: Event) => boolean;
  /** What the gesture is relative to, taken as it begins; null ignores it. */
  readonly start: () => Start | null;
  /** Moved so far by pixels. */
  readonly pan: (start: Start, dx: number, dy: number) => void;
  /** Scaled so far by a factor about a point of the element. */
  readonly scale: (start: Start, factor: number, x: number, y: number) => void;
}

/** Listens to zoom gestures on an element; asks `latest` anew each time. @returns a function that ends it */
export function attachZoom<Start>(element: HTMLElement, latest: () => ZoomGestures<Start>): () => void {
  let start: Start | null = null;
  const behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([1e-7, 1e7])
    .filter((event: Event) => latest().allowed(event))
    .on('start', () => {
      start = latest().start();
    })
    .on('zoom', ({ transform: { k, x, y } }: D3ZoomEvent<HTMLElement, unknown>) => {
      if (start === null) return;
      // Pure scaling has one fixed point: the pointer, or the middle of the pinch.
      if (k === 1) latest().pan(start, x, y);
      else latest().scale(start, k, x / (1 - k), y / (1 - k));
    })
    .on('end', () => {
      // Each gesture starts from the window as it is, wherever buttons and keys have taken it since.
      select(element).property('__zoom', zoomIdentity);
    });
  const selection = select<HTMLElement, unknown>(element).call(behaviour).on('dblclick.zoom', null);
  return () => {
    selection.on('.zoom', null);
  };
}
