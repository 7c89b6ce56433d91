import './charts.css';
import { type AxisScale, axisBottom, axisLeft } from 'd3-axis';
import { select } from 'd3-selection';
import { useLayoutEffect, useRef } from 'react';

interface Props {
  readonly scale: AxisScale<number>;
  readonly side: 'left' | 'bottom';
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  readonly transform?: string;
  /** Length of the hairlines across the plot. */
  readonly grid?: number;
}

/** A D3 axis. */
export function Axis({ scale, side, ticks, format, transform, grid = 0 }: Props) {
  const ref = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    if (!ref.current) return;
    const axis = (side === 'left' ? axisLeft(scale) : axisBottom(scale))
      .tickValues([...ticks])
      .tickFormat((value) => format(Number(value)))
      .tickSizeInner(side === 'left' ? -grid : 4)
      .tickSizeOuter(0)
      .tickPadding(6);
    select(ref.current).call(axis);
  }, [scale, side, ticks, format, grid]);
  return <g ref={ref} className={`axis ${side}`} transform={transform} />;
}
