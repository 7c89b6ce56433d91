import './charts.css';
import { type Curve, lookOf } from './curve';
import { Mark } from './mark';

/** Names of curves, where there is no room for them at their ends. */
export function Key({ curves }: { readonly curves: readonly Curve[] }) {
  return (
    <ul className="chart-legend">
      {curves.map(({ name, series, source }) => (
        <li key={`${name} ${source}`}>
          <Sample series={series} source={source} />
          <span data-in-file>{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** What stands for a curve. */
export function Sample({ series, source }: Pick<Curve, 'series' | 'source'>) {
  const { colour, square } = lookOf(series);
  return (
    <svg className="chart-sample" viewBox="0 0 26 10" aria-hidden="true">
      <g data-series={colour} data-source={source}>
        <path className="line" d="M0 5H26" />
        <Mark x={13} y={5} square={square} />
      </g>
    </svg>
  );
}
