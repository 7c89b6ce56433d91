import { useMemo } from 'react';
import { ChartFrame } from '../../charts/chart-frame';
import { MOST_SERIES, SERIES_COLOURS } from '../../charts/curve';
import { DotPlot } from '../../charts/dot-plot';
import { csvText } from '../../charts/export';
import { BarKey, GroupedBars } from '../../charts/grouped-bars';
import { Key } from '../../charts/key';
import { fitsLabels, XyPlot } from '../../charts/xy-plot';
import { curvesOf, type ResultFigure as Figure, type NamedSeries, rowsOf, valuesOf } from './figures';
import { ResultTable } from './result-table';
import { SeriesTable } from './series-table';

interface Props {
  readonly preset: string;
  readonly figure: Figure;
  /** What the numbers along the axis are. */
  readonly axis?: string;
  /** Several series over the rows are drawn as bars. */
  readonly bars?: boolean;
}

const HEIGHT = 250;
/** More rows than these take the whole width. */
const WIDE_ROWS = { dots: 2, table: 8 } as const;
const COLUMNS = ['series', 'unit', 'x', 'published', 'measured', 'low', 'high'] as const;

/** One figure of a result: chart, table and files. */
export function ResultFigure({ preset, figure, axis = 'x', bars = false }: Props) {
  const { all, title, unit } = figure;
  const grouped = bars && figure.kind === 'dots' && all.length > 1 && all.length <= SERIES_COLOURS;
  const csv = () =>
    csvText(
      COLUMNS,
      all.flatMap(({ series: { name, x, published, measured, low, high } }) =>
        x.map((at, i) => [name, unit, at, published[i], measured[i], low[i], high[i]]),
      ),
    );
  return (
    <ChartFrame
      name={preset}
      title={title}
      csv={csv}
      wide={figure.kind === 'curves' ? all.length > MOST_SERIES : all.length > WIDE_ROWS[figure.kind]}
      legend={grouped && <BarKey bars={all} />}
      chart={(width) => {
        if (grouped) return <Bars figure={figure} width={width} />;
        if (figure.kind === 'curves') return <Curves figure={figure} axis={axis} width={width} />;
        return figure.kind === 'table' ? (
          <ResultTable figure={figure} />
        ) : (
          <Dots figure={figure} width={width} />
        );
      }}
      more={
        figure.kind === 'table' && {
          title: `${all.length} dot plots`,
          content: (width) => <Dots figure={figure} width={width} />,
        }
      }
      table={<SeriesTable caption={`${title}, ${unit}`} all={all} />}
    />
  );
}

interface ChartProps {
  readonly figure: Figure;
  readonly width: number;
}

function Curves({ figure: { all, title, unit }, axis, width }: ChartProps & { readonly axis: string }) {
  // More curves than colours are told apart only side by side.
  const plots = useMemo(
    () =>
      all.length <= MOST_SERIES
        ? [{ name: title, all }]
        : all.map((each) => ({ name: each.name, all: [each] })),
    [all, title],
  );
  const columns = plots.length === 1 ? 1 : Math.max(1, Math.floor(width / 320));
  return (
    <div className="multiples" style={{ '--columns': columns } as React.CSSProperties}>
      {plots.map((plot) => (
        <div key={plot.name}>
          {plots.length > 1 && (
            <div className="multiple-name" data-in-file>
              {plot.name}
            </div>
          )}
          <CurvePlot {...plot} axis={axis} unit={unit} width={width / columns - (columns > 1 ? 16 : 0)} />
        </div>
      ))}
    </div>
  );
}

interface PlotProps {
  readonly name: string;
  readonly all: readonly NamedSeries[];
  readonly axis: string;
  readonly unit: string;
  readonly width: number;
}

function CurvePlot({ name, all, axis, unit, width }: PlotProps) {
  const curves = useMemo(() => curvesOf(all), [all]);
  return (
    <div>
      {all.length > 1 && !fitsLabels(curves, width) && <Key curves={curves} />}
      <XyPlot
        curves={curves}
        width={width}
        height={HEIGHT}
        xTitle={axis}
        yTitle={unit}
        label={`${name}: ${unit} over ${axis}; the numbers stand in the table below`}
      />
    </div>
  );
}

function Bars({ figure: { all, title, unit }, width }: ChartProps) {
  const bars = useMemo(() => all.map(({ name, series }) => ({ ...series, name })), [all]);
  return (
    <GroupedBars
      groups={all[0].series.x.map(String)}
      bars={bars}
      width={width}
      height={HEIGHT}
      unit={unit}
      label={`${title}, ${unit}; the numbers stand in the table below`}
    />
  );
}

function Dots({ figure: { all, unit }, width }: ChartProps) {
  const span = useMemo(() => valuesOf(all), [all]);
  const columns = Math.min(all.length, Math.max(1, Math.floor(width / 300)));
  return (
    <div className="multiples" style={{ '--columns': columns } as React.CSSProperties}>
      {all.map(({ name, series }) => (
        <div key={series.name}>
          {all.length > 1 && (
            <div className="multiple-name" data-in-file>
              {name}
            </div>
          )}
          <DotPlot
            rows={rowsOf(series)}
            width={width / columns - (columns > 1 ? 16 : 0)}
            unit={unit}
            label={`${series.name}, ${unit}; the numbers stand in the table below`}
            span={span}
          />
        </div>
      ))}
    </div>
  );
}
