import { type D3DragEvent, drag } from 'd3-drag';
import { select } from 'd3-selection';
import { useEffect, useRef } from 'react';
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
    const eventAt = (x: number) => {
      const { from: low, to: high, width: wide } = span.current;
      return Math.floor(low + (Math.max(0, Math.min(wide - 1, x)) / wide) * (high - low));
    };
    const move = ({ x }: D3DragEvent<SVGRectElement, unknown, unknown>) => setCursor(eventAt(x));
    const behaviour = drag<SVGRectElement, unknown>()
      .subject(({ x, y }) => ({ x, y }))
      .on('start drag', move);
    const stretch = (event: WheelEvent) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const { from: low, to: high } = span.current;
      const about = eventAt(event.offsetX - offsetOf(element));
      setRange(stretched([low, high], about, 2 ** (event.deltaY / 300), eventsOf(useLab.getState())));
    };
    select<SVGRectElement, unknown>(element).call(behaviour);
    element.addEventListener('wheel', stretch, { passive: false });
    return () => {
      select(element).on('.drag', null);
      element.removeEventListener('wheel', stretch);
    };
  }, []);
  return <rect ref={ref} className="scrub" width={width} height={height} />;
}

/** Where the plot begins within its picture. */
const offsetOf = (element: SVGRectElement): number =>
  element.getBoundingClientRect().left - (element.ownerSVGElement?.getBoundingClientRect().left ?? 0);
