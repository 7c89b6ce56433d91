import { ticks } from 'd3-array';
import { useMemo } from 'react';
import { Axis } from '../../charts/axis';
import { spread } from '../../charts/end-labels';
import { linearScale } from '../../charts/linear-scale';
import { curvePath, groundPath } from '../../charts/path';
import { axisTicks } from '../../charts/ticks';
import { count } from '../../format';
import { infoIn, useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { Marks } from '../bookmarks/marks';
import { CursorLine } from './cursor-line';
import { ScrubArea } from './scrub-area';
import type { Curves } from './use-curves';

interface Props {
  readonly curves: Curves;
  readonly width: number;
  readonly height: number;
}

export const margin = { top: 8, right: 132, bottom: 20, left: 66 };
const LABEL_LINE = 14;

/** The curves of the columns over events, with axes, labels at their ends and the page's cursor. */
export function TimePlot({ curves, width, height }: Props) {
  const names = useColumns();
  const { chart, from, to, columns, live } = curves;
  const right = width < 600 ? 12 : margin.right;
  const plotWidth = Math.max(1, width - margin.left - right);
  const plotHeight = Math.max(1, height - margin.top - margin.bottom);
  const x = useMemo(() => linearScale([from, to], [0, plotWidth]), [from, to, plotWidth]);
  const top = useMemo(() => highest([...columns, live]), [columns, live]);
  const y = useMemo(() => linearScale([0, top * 1.04], [plotHeight, 0]), [top, plotHeight]);
  const yTicks = useMemo(
    () => axisTicks(top * 1.04, plotHeight / 26, chart.binary),
    [top, plotHeight, chart.binary],
  );
  const xTicks = useMemo(() => ticks(from, to, Math.max(2, plotWidth / 110)), [from, to, plotWidth]);
  const paths = useMemo(
    () => ({
      columns: columns.map((values) => values && curvePath(values, plotWidth, y)),
      live: live && groundPath(live, plotWidth, y),
    }),
    [columns, live, y, plotWidth],
  );
  const reached = useLab(({ runs }) => Math.max(0, ...runs.map((run) => infoIn(run)?.summary.events ?? 0)));
  const ahead = reached > 0 && reached < to ? x(Math.max(from, reached)) : plotWidth;
  const ends = columns.map((values) => lastOf(values));
  const liveEnd = lastOf(live);
  const known = ends.flatMap((value, column) => (value === null ? [] : [{ column, value }]));
  const heights = spread(
    [...known.map(({ value }) => y(value)), ...(liveEnd === null ? [] : [y(liveEnd)])],
    LABEL_LINE,
    4,
    plotHeight,
  );
  return (
    <svg width={width} height={height} className="time-plot" role="img" aria-label={chart.axis}>
      <g transform={`translate(${margin.left},${margin.top})`}>
        <Axis scale={y} side="left" ticks={yTicks} format={chart.format} grid={plotWidth} />
        <Axis
          scale={x}
          side="bottom"
          ticks={xTicks}
          format={count}
          transform={`translate(0,${plotHeight})`}
        />
        {ahead < plotWidth && (
          <g className="ahead">
            <rect x={ahead} width={plotWidth - ahead} height={plotHeight} />
            {plotWidth - ahead > 110 && (
              <text x={(ahead + plotWidth) / 2} y={plotHeight / 2} textAnchor="middle">
                not replayed yet
              </text>
            )}
          </g>
        )}
        {paths.live && <path className="live-ground" d={paths.live} />}
        {names.map(({ column }) => {
          const path = paths.columns[column];
          return path ? <path key={column} className="curve" data-column={column} d={path} /> : null;
        })}
        {right === margin.right && (
          <g className="end-labels">
            {known.map(({ column }, i) => (
              <text key={column} data-column={column} x={plotWidth + 8} y={heights[i]} dy="0.32em">
                {names[column]?.short}
              </text>
            ))}
            {liveEnd !== null && (
              <text className="live-label" x={plotWidth + 8} y={heights[known.length]} dy="0.32em">
                live
              </text>
            )}
          </g>
        )}
        <CursorLine curves={curves} x={x} y={y} height={plotHeight} />
        <ScrubArea from={from} to={to} width={plotWidth} height={plotHeight} />
        <Marks x={x} height={plotHeight} />
      </g>
    </svg>
  );
}

function highest(all: readonly (Float64Array | null)[]): number {
  let top = 0;
  for (const values of all) if (values) for (const value of values) if (value > top) top = value;
  return top === 0 ? 1 : top;
}

function lastOf(values: Float64Array | null): number | null {
  if (values === null) return null;
  for (let i = values.length - 1; i >= 0; i--) if (Number.isFinite(values[i])) return values[i];
  return null;
}
