import { type RefObject, useEffect, useRef } from 'react';
import type { ZoomGestures } from './zoom-gestures';

/** Follows zoom gestures on an element that is there when its component mounts. */
export function useZoomGestures<Start>(
  target: RefObject<HTMLElement | null>,
  gestures: ZoomGestures<Start>,
): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    let detach: (() => void) | null = null;
    // d3-zoom brings d3-transition with it: neither is needed before somebody points at a map.
    const attach = async () => {
      const { attachZoom } = await import('./zoom-gestures');
      if (detach !== null || !element.isConnected) return;
      detach = attachZoom(element, () => latest.current);
    };
    element.addEventListener('pointerenter', attach, { once: true });
    return () => {
      element.removeEventListener('pointerenter', attach);
      detach?.();
    };
  }, [target]);
}
