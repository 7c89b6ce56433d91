import type { AddressTimeWindow } from '../../../src/worker/trace-api';
import { Axis } from '../../charts/axis';
import type { LinearScale } from '../../charts/linear-scale';
import { axisTicks } from '../../charts/ticks';
import { address, count } from '../../format';

/** Pixels that the axes take around the map; on the right half of the last event's number. */
export const MARGIN = { left: 74, right: 30, bottom: 48 };

/** What is laid around and over the map. */
export interface MapScales {
  readonly view: AddressTimeWindow;
  readonly x: LinearScale;
  readonly y: LinearScale;
  /** Of the map, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Events below the map, byte addresses beside it. */
export function AddressTimeAxes({ view, x, y, width, height }: MapScales) {
  const { left, right, bottom } = MARGIN;
  const xTicks = ticksIn(view.fromEvent, view.toEvent, width / 110, false);
  const yTicks = ticksIn(view.fromAddress, view.toAddress, height / 60, true);
  return (
    <svg
      className="chart address-time-axes"
      width={left + width + right}
      height={height + bottom}
      aria-hidden="true"
    >
      <Axis scale={y} side="left" ticks={yTicks} format={address} transform={`translate(${left},0)`} />
      <Axis
        scale={x}
        side="bottom"
        ticks={xTicks}
        format={count}
        transform={`translate(${left},${height})`}
      />
      <text className="axis-title" x={left + width} y={height + 33} textAnchor="end">
        event
      </text>
      <text className="axis-title" x={2} y={height + 33}>
        byte address
      </text>
    </svg>
  );
}

/** Round values between two. */
function ticksIn(from: number, to: number, about: number, binary: boolean): number[] {
  // Where there is room for none but the first, the other end stands as well.
  const [, step = to - from] = axisTicks(to - from, about, binary);
  const whole = Math.max(1, step);
  const first = Math.ceil(from / whole) * whole;
  const ticks: number[] = [];
  for (let at = first; at <= to; at += whole) ticks.push(at);
  return ticks;
}
