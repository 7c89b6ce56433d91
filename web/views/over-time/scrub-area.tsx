import { type PointerEvent, useEffect, useRef } from 'react';
import { setCursor, setRange } from '../../state/document';
import { eventsOf, useLab } from '../../state/store';
import { stretched } from './stretched';

interface Props {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
}

/** Drags the cursor over a plot; the wheel stretches the time axis about the pointer. */
export function ScrubArea({ from, to, width, height }: Props) {
  const ref = useRef<SVGRectElement>(null);
  const span = useRef({ from, to, width });
  span.current = { from, to, width };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const stretch = (event: WheelEvent) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const { from: low, to: high } = span.current;
      const about = eventAt(element, event.clientX, span.current);
      setRange(stretched([low, high], about, 2 ** (event.deltaY / 300), eventsOf(useLab.getState())));
    };
    // React listens to wheels passively, and the page would scroll.
    element.addEventListener('wheel', stretch, { passive: false });
    return () => element.removeEventListener('wheel', stretch);
  }, []);
  const move = ({ currentTarget, clientX, pointerId }: PointerEvent<SVGRectElement>) => {
    if (currentTarget.hasPointerCapture(pointerId))
      setCursor(eventAt(currentTarget, clientX, { from, to, width }));
  };
  return (
    <rect
      ref={ref}
      className="scrub"
      width={width}
      height={height}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
    />
  );
}

/** The event under a point of the page. */
function eventAt(element: SVGRectElement, clientX: number, span: Omit<Props, 'height'>): number {
  const x = clientX - element.getBoundingClientRect().left;
  const share = Math.max(0, Math.min(span.width - 1, x)) / span.width;
  return Math.floor(span.from + share * (span.to - span.from));
}
