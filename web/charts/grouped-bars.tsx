import './charts.css';
import { useMemo } from 'react';
import { figure } from '../format';
import { Axis } from './axis';
import { valueScale } from './value-scale';

/** One bar of each group. */
export interface BarSeries {
  readonly name: string;
  /** By group. */
  readonly measured: readonly (number | null)[];
  readonly published: readonly (number | null)[];
  /** Ends of the 90 % interval. */
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

interface Props {
  readonly groups: readonly string[];
  readonly bars: readonly BarSeries[];
  readonly width: number;
  readonly height: number;
  readonly unit: string;
  readonly label: string;
}

const MARGIN = { top: 22, right: 8, bottom: 24, left: 58 };
const GAP = 0.26;
const WIDEST = 46;
const CAP = 3;

/** Bars in groups over one axis from zero: ours filled with their intervals, the paper's as hollow squares on them. */
export function GroupedBars({ groups, bars, width, height, unit, label }: Props) {
  const plotWidth = Math.max(80, width - MARGIN.left - MARGIN.right);
  const plotHeight = height - MARGIN.top - MARGIN.bottom;
  const y = useMemo(() => {
    const values = bars.flatMap(({ measured, published, low, high }) =>
      [measured, published, low, high].flatMap((column) => column.filter((value) => value !== null)),
    );
    return valueScale([0, ...values], [plotHeight, 0], { ticks: 5, fromZero: true, log: false });
  }, [bars, plotHeight]);
  const pitch = plotWidth / Math.max(1, groups.length);
  const bar = Math.min(WIDEST, (pitch * (1 - GAP)) / Math.max(1, bars.length));
  const zero = y.scale(0);
  return (
    <svg className="chart" width={width} height={height} role="img" aria-label={label}>
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
        <Axis scale={y.scale} side="left" ticks={y.ticks} format={figure} grid={plotWidth} />
        <text className="axis-title" x={-MARGIN.left + 2} y={-9}>
          {unit}
        </text>
        {groups.map((group, g) => {
          const left = (g + 0.5) * pitch - (bar * bars.length) / 2;
          return (
            <g key={group} data-group={group}>
              <text className="row-label" x={(g + 0.5) * pitch} y={plotHeight + 17} textAnchor="middle">
                {group}
              </text>
              {bars.map(({ name, measured, published, low, high }, b) => {
                const [value, from, to, theirs] = [measured[g], low[g], high[g], published[g]];
                const x = left + b * bar;
                const middle = x + bar / 2;
                return (
                  <g key={name}>
                    {value !== null && (
                      <g data-series={b} data-source="measured">
                        <rect
                          className="bar"
                          x={x + 1}
                          width={Math.max(1, bar - 2)}
                          y={Math.min(zero, y.scale(value))}
                          height={Math.abs(zero - y.scale(value))}
                        >
                          <title>{`${group}, ${name}: ${figure(value)} ${unit}`}</title>
                        </rect>
                      </g>
                    )}
                    {from !== null && to !== null && (
                      <path
                        className="whisker"
                        d={`M${middle - CAP} ${y.scale(to)}h${2 * CAP}M${middle} ${y.scale(to)}V${y.scale(from)}M${middle - CAP} ${y.scale(from)}h${2 * CAP}`}
                      />
                    )}
                    {theirs !== null && (
                      <g data-series={b} data-source="published">
                        <rect
                          className="mark paper"
                          x={middle - 4}
                          y={y.scale(theirs) - 4}
                          width={8}
                          height={8}
                        >
                          <title>{`${group}, ${name}, the paper: ${figure(theirs)} ${unit}`}</title>
                        </rect>
                      </g>
                    )}
                  </g>
                );
              })}
            </g>
          );
        })}
        <line className="zero" x2={plotWidth} y1={zero} y2={zero} />
      </g>
    </svg>
  );
}

/** The bars' names. */
export function BarKey({ bars }: { readonly bars: readonly Pick<BarSeries, 'name'>[] }) {
  return (
    <ul className="chart-legend">
      {bars.map(({ name }, b) => (
        <li key={name}>
          <svg className="chart-sample" viewBox="0 0 26 10" aria-hidden="true">
            <g data-series={b} data-source="measured">
              <rect className="bar" x={6} width={14} height={10} />
            </g>
          </svg>
          <span data-in-file>{name}</span>
        </li>
      ))}
    </ul>
  );
}
