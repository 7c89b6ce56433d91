import './charts.css';
import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import { useMemo } from 'react';
import { figure } from '../format';
import { Axis } from './axis';
import { type Band, type Curve, lookOf, type Point } from './curve';
import { spread } from './end-labels';
import { Flag, Mark } from './mark';
import { valueScale } from './value-scale';

export interface PlotProps {
  readonly curves: readonly Curve[];
  readonly width: number;
  readonly height: number;
  readonly xTitle: string;
  readonly yTitle: string;
  /** What a reader that cannot see it is told; the numbers stand in a table beside it. */
  readonly label: string;
  /** Leaves the names to a key beside it. */
  readonly unnamed?: boolean;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** The vertical axis counts bytes. */
  readonly binary?: boolean;
  /** Where the horizontal axis has its ticks; round values when left out. */
  readonly xTicks?: readonly number[];
  readonly xFormat?: (value: number) => string;
  readonly yFormat?: (value: number) => string;
}

const MARGIN = { top: 20, right: 14, bottom: 34, left: 58 };
const LABEL_LINE = 14;
const LABEL_WIDTH = 138;
const ROOM_FOR_LABELS = 440;
const LABEL_CHARACTERS = 21;

/** Whether names stand at the ends of curves; where they do not fit, a key has to name the curves. */
export const fitsLabels = (curves: readonly Curve[], width: number): boolean =>
  width >= ROOM_FOR_LABELS && named(curves).every(({ name }) => name.length <= LABEL_CHARACTERS);

/** Curves that are named: the paper's own only where ours of that colour is missing. */
const named = (curves: readonly Curve[]): readonly Curve[] =>
  curves.filter(
    ({ points, source, series }) =>
      points.length > 0 &&
      (source === 'measured' ||
        !curves.some((other) => other.source === 'measured' && other.series === series)),
  );

/** Curves over a number, with the intervals around them, and their names at their ends. */
export function XyPlot(props: PlotProps) {
  const { curves, width, height, xTitle, yTitle, label, logX, logY, binary, unnamed = false } = props;
  const { xTicks, xFormat = figure, yFormat = figure } = props;
  const labelled = !unnamed && fitsLabels(curves, width);
  const plotWidth = Math.max(40, width - MARGIN.left - (labelled ? LABEL_WIDTH : MARGIN.right));
  const plotHeight = Math.max(40, height - MARGIN.top - MARGIN.bottom);
  const { x, y } = useMemo(() => {
    const points = curves.flatMap((curve) => curve.points);
    const bands = curves.flatMap((curve) => curve.band ?? []);
    return {
      x: valueScale(
        points.map((point) => point.x),
        [0, plotWidth],
        { ticks: plotWidth / 90, log: logX },
      ),
      y: valueScale(
        [...points.map((point) => point.y), ...bands.flatMap(({ low, high }) => [low, high])],
        [plotHeight, 0],
        { ticks: plotHeight / 34, fromZero: true, log: logY, binary },
      ),
    };
  }, [curves, plotWidth, plotHeight, logX, logY, binary]);
  const names = useMemo(() => {
    const ends = named(curves);
    const wanted = ends.map((curve) => y.scale(curve.points[curve.points.length - 1].y));
    const heights = spread(wanted, LABEL_LINE, 4, plotHeight);
    return ends.map((curve, i) => ({ curve, height: heights[i] }));
  }, [curves, y, plotHeight]);
  return (
    <svg className="chart" width={width} height={height} role="img" aria-label={label}>
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
        <text className="axis-title" x={-MARGIN.left + 4} y={-8}>
          {y.log ? `${yTitle}, logarithmic` : yTitle}
        </text>
        <text className="axis-title" x={plotWidth} y={plotHeight + 31} textAnchor="end">
          {x.log ? `${xTitle}, logarithmic` : xTitle}
        </text>
        <Axis scale={y.scale} side="left" ticks={y.ticks} format={yFormat} grid={plotWidth} />
        <Axis
          scale={x.scale}
          side="bottom"
          ticks={xTicks ?? x.ticks}
          format={xFormat}
          transform={`translate(0,${plotHeight})`}
        />
        {curves.map((curve) => (
          <CurveShape key={`${curve.name} ${curve.source}`} curve={curve} x={x.scale} y={y.scale} />
        ))}
        {labelled &&
          names.map(({ curve, height: at }) => (
            <text
              key={`${curve.name} ${curve.source}`}
              className="end-label"
              data-series={lookOf(curve.series).colour}
              x={plotWidth + 8}
              y={at}
              dy="0.32em"
            >
              {curve.name}
            </text>
          ))}
      </g>
    </svg>
  );
}

interface ShapeProps {
  readonly curve: Curve;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function CurveShape({ curve, x, y }: ShapeProps) {
  const { series, source, points, band, steps = false, marks = points.length <= 40 } = curve;
  const { colour, square } = lookOf(series);
  const shape = steps ? curveStepAfter : curveLinear;
  const path = line<Point>()
    .x((point) => x(point.x))
    .y((point) => y(point.y))
    .curve(shape)(points as Point[]);
  const ground =
    band &&
    area<Band>()
      .x((each) => x(each.x))
      .y0((each) => y(each.low))
      .y1((each) => y(each.high))
      .curve(shape)(band as Band[]);
  return (
    <g data-series={colour} data-source={source}>
      {ground && <path className="band" d={ground} />}
      {path && <path className="line" d={path} />}
      {marks && points.map((point) => <Mark key={point.x} x={x(point.x)} y={y(point.y)} square={square} />)}
      {points.map(
        ({ x: at, y: value, flag }) =>
          flag !== undefined && <Flag key={at} x={x(at)} y={y(value)} title={flag} />,
      )}
    </g>
  );
}
