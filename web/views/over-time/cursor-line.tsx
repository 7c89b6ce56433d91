import type { LinearScale } from '../../charts/linear-scale';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import type { Curves } from './use-curves';

interface Props {
  readonly curves: Curves;
  readonly x: LinearScale;
  readonly y: LinearScale;
  readonly height: number;
}

/** The page's cursor over a plot, and where it meets the curves. */
export function CursorLine({ curves, x, y, height }: Props) {
  const cursor = useLab((state) => state.experiment.view.cursor);
  const names = useColumns();
  const { from, to, columns } = curves;
  if (cursor < from || cursor > to) return null;
  const at = x(cursor + 0.5);
  return (
    <g className="cursor" transform={`translate(${at},0)`}>
      <line y2={height} />
      {names.map(({ column }) => {
        const values = columns[column];
        const value =
          values?.[Math.min(values.length - 1, Math.floor(((cursor - from) / (to - from)) * values.length))];
        return value !== undefined && Number.isFinite(value) ? (
          <circle key={column} data-column={column} r={3} cy={y(value)} />
        ) : null;
      })}
    </g>
  );
}
