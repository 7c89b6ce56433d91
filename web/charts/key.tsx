import './charts.css';
import type { Curve } from './curve';

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
  return (
    <svg className="chart-sample" viewBox="0 0 26 10" aria-hidden="true">
      <g data-series={series} data-source={source}>
        <path className="line" d="M0 5H26" />
        <circle className="mark" cx={13} cy={5} r={3} />
      </g>
    </svg>
  );
}
