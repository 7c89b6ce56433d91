import './charts.css';
import { type Curve, lookOf } from './curve';
import { Flag, Mark } from './mark';

/** Names of curves, where there is no room for them at their ends. */
export function Key({ curves, flagged }: { readonly curves: readonly Curve[]; readonly flagged?: string }) {
  return (
    <ul className="chart-legend">
      {curves.map(({ name, series, source, marks }) => (
        <li key={`${name} ${source}`}>
          <Sample series={series} source={source} marks={marks} />
          <span data-in-file>{name}</span>
        </li>
      ))}
      {flagged !== undefined && (
        <li>
          <svg className="chart-sample" viewBox="0 0 26 10" aria-hidden="true">
            <Flag x={13} y={15} />
          </svg>
          {flagged}
        </li>
      )}
    </ul>
  );
}

/** What stands for a curve. */
export function Sample({ series, source, marks = true }: Pick<Curve, 'series' | 'source' | 'marks'>) {
  const { colour, square } = lookOf(series);
  return (
    <svg className="chart-sample" viewBox="0 0 26 10" aria-hidden="true">
      <g data-series={colour} data-source={source}>
        <path className="line" d="M0 5H26" />
        {marks && <Mark x={13} y={5} square={square} />}
      </g>
    </svg>
  );
}
