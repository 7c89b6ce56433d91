import { NumbersTable } from '../../charts/numbers-table';
import { figure } from '../../format';
import type { NamedSeries } from './figures';

interface Props {
  readonly caption: string;
  readonly all: readonly NamedSeries[];
}

const shown = (value: number | null): string => (value === null ? '–' : figure(value));

/** The numbers of a figure: a row a point, the paper's beside ours. */
export function SeriesTable({ caption, all }: Props) {
  return (
    <NumbersTable
      label={`Numbers of ${caption}`}
      caption={caption}
      heading={['series', 'x', 'paper', 'ours', '90 % from', 'to']}
      rows={all.flatMap(({ name, series: { x, published, measured, low, high } }) =>
        x.map((at, i) => [
          name,
          typeof at === 'number' ? figure(at) : at,
          shown(published[i]),
          shown(measured[i]),
          shown(low[i]),
          shown(high[i]),
        ]),
      )}
    />
  );
}
