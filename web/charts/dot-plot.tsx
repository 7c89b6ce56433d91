import './charts.css';
import { useMemo } from 'react';
import { figure } from '../format';
import { Axis } from './axis';
import { valueScale } from './value-scale';

/** One row: a name, the paper's value and ours. */
export interface DotRow {
  readonly name: string;
  readonly published: number | null;
  readonly measured: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

interface Props {
  readonly rows: readonly DotRow[];
  readonly width: number;
  readonly unit: string;
  readonly label: string;
  /** Values that the axis has to span, so that several plots share it. */
  readonly span: readonly number[];
}

const ROW = 24;
const CHARACTER = 7;
const MARGIN = { top: 4, right: 34, bottom: 34 };

/** Rows of dots over one axis: the paper's hollow, ours filled, the interval as a bar behind them. */
export function DotPlot({ rows, width, unit, label, span }: Props) {
  const longest = Math.max(...rows.map(({ name }) => name.length));
  const left = Math.min(Math.max(48, longest * CHARACTER + 12), width * 0.45);
  const plotWidth = Math.max(60, width - left - MARGIN.right);
  const plotHeight = rows.length * ROW;
  const x = useMemo(
    () => valueScale(span, [0, plotWidth], { ticks: Math.min(6, plotWidth / 64), fromZero: true }),
    [span, plotWidth],
  );
  return (
    <svg
      className="chart"
      width={width}
      height={plotHeight + MARGIN.top + MARGIN.bottom}
      role="img"
      aria-label={label}
    >
      <g transform={`translate(${left},${MARGIN.top})`}>
        <Axis
          scale={x.scale}
          side="bottom"
          ticks={x.ticks}
          format={figure}
          transform={`translate(0,${plotHeight})`}
        />
        <text className="axis-title" x={plotWidth} y={plotHeight + 31} textAnchor="end">
          {x.log ? `${unit}, logarithmic` : unit}
        </text>
        {rows.map(({ name, published, measured, low, high }, i) => (
          <g key={name} transform={`translate(0,${(i + 0.5) * ROW})`}>
            <line className="row-line" x2={plotWidth} />
            <text className="row-label" x={-8} dy="0.32em" textAnchor="end">
              <title>{name}</title>
              {fitting(name, left)}
            </text>
            {low !== null && high !== null && (
              <g data-series={0}>
                <line className="interval" x1={x.scale(low)} x2={x.scale(high)} />
              </g>
            )}
            {measured !== null && (
              <g data-series={0} data-source="measured">
                <circle className="mark" cx={x.scale(measured)} r={3.6} />
              </g>
            )}
            {published !== null && (
              <g data-series={0} data-source="published">
                <rect className="mark hollow" x={x.scale(published) - 4} y={-4} width={8} height={8} />
              </g>
            )}
          </g>
        ))}
      </g>
    </svg>
  );
}

function fitting(name: string, width: number): string {
  const most = Math.floor((width - 12) / CHARACTER);
  return name.length > most ? `${name.slice(0, Math.max(1, most - 1))}…` : name;
}
