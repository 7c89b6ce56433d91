import './charts.css';
import { line } from 'd3-shape';

/** One line of a bump chart: its rank in each column from 1; null where it has none. */
export interface BumpLine {
  readonly name: string;
  readonly series: number;
  readonly ranks: readonly (number | null)[];
}

interface Props {
  readonly columns: readonly string[];
  readonly lines: readonly BumpLine[];
  readonly width: number;
  readonly label: string;
}

const ROW = 34;
const MARGIN = { top: 26, right: 12, bottom: 6, left: 64 };

/** Ranks in one column after the other: a line that stays level keeps its rank. */
export function BumpChart({ columns, lines, width, label }: Props) {
  const step = (width - MARGIN.left - MARGIN.right - 24) / Math.max(1, columns.length - 1);
  const x = (column: number) => 12 + column * step;
  const y = (rank: number) => (rank - 0.5) * ROW;
  const height = lines.length * ROW + MARGIN.top + MARGIN.bottom;
  return (
    <svg className="chart" width={width} height={height} role="img" aria-label={label}>
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
        {columns.map((column, at) => (
          <text key={column} className="axis-title" x={x(at)} y={-10} textAnchor="middle">
            {column}
          </text>
        ))}
        {lines.map(({ name, series, ranks }) => (
          <g key={name} data-series={series} data-source="measured">
            <path
              className="line bump"
              d={
                line<number | null>()
                  .defined((rank) => rank !== null)
                  .x((_, at) => x(at))
                  .y((rank) => y(rank ?? 0))([...ranks]) ?? ''
              }
            />
            {ranks.map((rank, at) =>
              rank === null ? null : (
                <g key={columns[at]} transform={`translate(${x(at)},${y(rank)})`}>
                  <circle className="mark" r={10} />
                  <text className="bump-rank" dy="0.34em" textAnchor="middle">
                    {rank}
                  </text>
                </g>
              ),
            )}
            {ranks[0] !== null && (
              <text className="end-label" x={-8} y={y(ranks[0])} dy="0.34em" textAnchor="end">
                {name}
              </text>
            )}
          </g>
        ))}
      </g>
    </svg>
  );
}
