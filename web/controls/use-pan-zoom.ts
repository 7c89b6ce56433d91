import { select } from 'd3-selection';
import { type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Which part of a picture is seen: a point p of the whole stands at scale · p + (x, y), in CSS pixels. */
export interface PanZoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: PanZoom = { scale: 1, x: 0, y: 0 };

interface Options {
  /** Size of the frame, which the whole picture fills. */
  readonly width: number;
  readonly height: number;
  /** Largest scale. */
  readonly most: number;
  /** Whether the wheel alone zooms; with Ctrl it always does. */
  readonly wheel?: () => boolean;
  /** Whether a drag with the mouse moves the picture, which is zoomed so far. */
  readonly drags?: (view: PanZoom) => boolean;
}

export interface PanZoomControl {
  readonly view: PanZoom;
  /** About a point of the frame, or its middle. */
  readonly zoomBy: (factor: number, about?: readonly [number, number]) => void;
  /** Moves the picture by so many pixels of the frame. */
  readonly panBy: (dx: number, dy: number) => void;
  /** Brings a point of the whole picture into the middle, at this scale or a larger one. */
  readonly show: (x: number, y: number, scale: number) => void;
  readonly whole: () => void;
}

/** Zoom by wheel, drag and pinch on an element, and the same for buttons and keys. One finger scrolls the page. */
export function usePanZoom<T extends HTMLElement>(
  target: RefObject<T | null>,
  { width, height, most, wheel, drags }: Options,
): PanZoomControl {
  const [view, setView] = useState<PanZoom>(WHOLE);
  const behaviour = useRef<ZoomBehavior<T, unknown> | null>(null);
  const choice = useRef({ wheel, drags });
  choice.current = { wheel, drags };
  useEffect(() => {
    const element = target.current;
    if (!element || width <= 0 || height <= 0) return;
    const frame: [[number, number], [number, number]] = [
      [0, 0],
      [width, height],
    ];
    const moving = zoom<T, unknown>()
      .scaleExtent([1, Math.max(1, most)])
      .extent(frame)
      .translateExtent(frame)
      .filter((event: Event) => {
        const { wheel: bare, drags: draggable } = choice.current;
        if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey || (bare?.() ?? false);
        if ('touches' in event) return (event as TouchEvent).touches.length > 1;
        const { k, x, y } = zoomTransform(element);
        return event instanceof MouseEvent && event.button === 0 && (draggable?.({ scale: k, x, y }) ?? true);
      })
      .on('zoom', ({ transform: { k, x, y } }) => setView({ scale: k, x, y }));
    const selection = select(element).call(moving).on('dblclick.zoom', null);
    behaviour.current = moving;
    return () => {
      selection.on('.zoom', null).property('__zoom', zoomIdentity);
      setView(WHOLE);
    };
  }, [target, width, height, most]);
  const apply = (change: (moving: ZoomBehavior<T, unknown>, on: T) => void) => {
    if (behaviour.current && target.current) change(behaviour.current, target.current);
  };
  return {
    view,
    zoomBy: (factor, about) => apply((moving, on) => moving.scaleBy(select(on), factor, about && [...about])),
    panBy: (dx, dy) =>
      apply((moving, on) => moving.translateBy(select(on), dx / view.scale, dy / view.scale)),
    show: (x, y, scale) =>
      apply((moving, on) => {
        moving.scaleTo(select(on), Math.max(scale, view.scale));
        moving.translateTo(select(on), x, y);
      }),
    whole: () => apply((moving, on) => moving.transform(select(on), zoomIdentity)),
  };
}
