import { area, stack } from 'd3-shape';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import type { TraceReport } from '../../../src/worker/trace-api';
import { Axis } from '../../charts/axis';
import { ChartFrame } from '../../charts/chart-frame';
import { csvText } from '../../charts/export';
import { linearScale } from '../../charts/linear-scale';
import { NumbersTable } from '../../charts/numbers-table';
import { axisTicks } from '../../charts/ticks';
import { actionOn, type KeyActions } from '../../controls/keys';
import { axisBytes, bytes, count } from '../../format';
import { setCursor } from '../../state/document';
import { cursorOf, eventsOf, useLab } from '../../state/store';
import { Marks } from '../../views/bookmarks/marks';
import { className, useClassColour } from './classes';
import { EventButton } from './event-button';
import type { liveKeys } from './keys';

const HEIGHT = 250;
const MARGIN = { top: 20, right: 14, bottom: 34, left: 62 };
const TABLE_ROWS = 20;
/** What keys move the cursor by, in two-hundredths of the trace. */
const STEPS: KeyActions<typeof liveKeys, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageUp: 20,
  PageDown: -20,
};

/** Live memory over time, stacked by size class. */
export function LiveByClassView({ report }: { readonly report: TraceReport }) {
  const colour = useClassColour();
  const { liveByClass } = report;
  const layers = useMemo(
    () =>
      liveByClass.bytes.flatMap((row, c) => (row.some((value) => value > 0) ? [{ upTo: 2 ** c, row }] : [])),
    [liveByClass],
  );
  const { events } = liveByClass;
  const step = Math.max(1, Math.ceil(events.length / TABLE_ROWS));
  const shown = [...events.keys()].filter((i) => i % step === step - 1 || i === events.length - 1);
  return (
    <div className="panel padded wide">
      <ChartFrame
        name="trace"
        title="Live memory by size class"
        csv={() =>
          csvText(
            ['event', ...layers.map(({ upTo }) => `${className(upTo)} bytes`)],
            [...events].map((event, i) => [event, ...layers.map(({ row }) => row[i])]),
          )
        }
        legend={
          <ul className="chart-legend">
            {layers.map(({ upTo }) => (
              <li key={upTo}>
                <span className="class-swatch" style={{ background: colour(upTo) }} />
                {className(upTo)} B
              </li>
            ))}
          </ul>
        }
        chart={(width) => <Stacked width={width} layers={layers} events={events} />}
        table={
          <NumbersTable
            label="Live memory by size class, numbers"
            heading={['event', ...layers.map(({ upTo }) => `${className(upTo)} B`)]}
            rows={shown.map((i) => [
              <EventButton key={i} event={events[i]} />,
              ...layers.map(({ row }) => bytes(row[i])),
            ])}
          />
        }
      />
    </div>
  );
}

interface Props {
  readonly width: number;
  readonly layers: readonly { readonly upTo: number; readonly row: Float64Array }[];
  readonly events: Uint32Array;
}

function Stacked({ width, layers, events }: Props) {
  const colour = useClassColour();
  const last = Math.max(1, useLab(eventsOf) - 1);
  const cursor = useLab(cursorOf);
  const ref = useRef<SVGSVGElement>(null);
  const plotWidth = Math.max(40, width - MARGIN.left - MARGIN.right);
  const plotHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = useMemo(() => linearScale([0, last], [0, plotWidth]), [last, plotWidth]);
  const { y, ticks, paths } = useMemo(() => {
    const stacked = stack<number, number>()
      .keys(layers.keys())
      .value((i, layer) => layers[layer].row[i])([...events.keys()]);
    const top = Math.max(1, ...(stacked.at(-1)?.map((point) => point[1]) ?? []));
    const scale = linearScale([0, top], [plotHeight, 0]);
    const shape = area<readonly [number, number]>()
      .x((_, i) => x(events[i]))
      .y0((point) => scale(point[0]))
      .y1((point) => scale(point[1]));
    return {
      y: scale,
      ticks: axisTicks(top, 5, true),
      paths: stacked.map((layer) => shape(layer as unknown as [number, number][]) ?? ''),
    };
  }, [layers, events, x, plotHeight]);
  const xTicks = useMemo(() => axisTicks(last, plotWidth / 110, false), [last, plotWidth]);
  const go = ({ clientX }: MouseEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    setCursor(((clientX - left - MARGIN.left) / plotWidth) * last);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = actionOn(STEPS, event.key);
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(cursor + (by * last) / 200);
  };
  return (
    <div
      className="stacked"
      role="slider"
      tabIndex={0}
      aria-label="Live memory by size class; moves the cursor"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor}
      aria-valuetext={`event ${count(cursor)}`}
      onClick={go}
      onKeyDown={onKey}
    >
      <svg ref={ref} className="chart" width={width} height={HEIGHT} aria-hidden="true">
        <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
          <text className="axis-title" x={-MARGIN.left + 4} y={-8}>
            live bytes
          </text>
          <text className="axis-title" x={plotWidth} y={plotHeight + 31} textAnchor="end">
            event
          </text>
          {layers.map(({ upTo }, i) => (
            <path key={upTo} d={paths[i]} fill={colour(upTo)} />
          ))}
          <Axis scale={y} side="left" ticks={ticks} format={axisBytes} grid={plotWidth} />
          <Axis
            scale={x}
            side="bottom"
            ticks={xTicks}
            format={count}
            transform={`translate(0,${plotHeight})`}
          />
          <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={plotHeight} />
          <Marks x={x} height={plotHeight} />
        </g>
      </svg>
    </div>
  );
}
