import { type RefObject, useEffect, useRef } from 'react';

/** Pixels below and above the window that count as near. */
const MARGIN = '600px';

/** Calls once when the element comes near the window, for what is dear to fetch or to draw. */
export function useNear<E extends Element>(onNear: () => void): RefObject<E | null> {
  const element = useRef<E>(null);
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        latest.current();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}
