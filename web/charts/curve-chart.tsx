import { ChartFrame, type FrameProps } from './chart-frame';
import { Key } from './key';
import { type PlotProps, XyPlot } from './xy-plot';

type Props = Pick<FrameProps, 'name' | 'title' | 'csv' | 'legend' | 'table'> &
  Omit<PlotProps, 'width' | 'unnamed'>;

/** Curves over a number in a frame. The key above names them, where no other legend does. */
export function CurveChart({ name, title, csv, legend, table, ...plot }: Props) {
  return (
    <ChartFrame
      name={name}
      title={title}
      csv={csv}
      legend={legend === undefined ? <Key curves={plot.curves} /> : legend}
      chart={(width) => <XyPlot {...plot} width={width} unnamed />}
      table={table}
    />
  );
}
