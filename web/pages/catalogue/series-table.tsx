import { ScrollArea } from '../../controls/scroll-area';
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
    <ScrollArea className="table-frame" label={`Numbers of ${caption}`}>
      <table className="figures-table num">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">series</th>
            <th scope="col">x</th>
            <th scope="col">paper</th>
            <th scope="col">ours</th>
            <th scope="col">90 % from</th>
            <th scope="col">to</th>
          </tr>
        </thead>
        <tbody>
          {all.flatMap(({ name, series: { x, published, measured, low, high } }) =>
            x.map((at, i) => (
              <tr key={`${name} ${at}`}>
                <th scope="row">{name}</th>
                <td>{typeof at === 'number' ? figure(at) : at}</td>
                <td>{shown(published[i])}</td>
                <td>{shown(measured[i])}</td>
                <td>{shown(low[i])}</td>
                <td>{shown(high[i])}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </ScrollArea>
  );
}
