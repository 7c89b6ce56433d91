// biome-ignore-all lint/suspicious/noArrayIndexKey: a column is its place
import './charts.css';
import type { ReactNode } from 'react';
import { ScrollArea } from '../controls/scroll-area';

interface Props {
  readonly caption?: ReactNode;
  /** Names of the columns; '' for one that needs none, as of bars beside their numbers. */
  readonly heading: readonly string[];
  /** Cells, formatted; the first one of a row names it, and rows may share a name. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** What each row is, where rows with controls come and go: the focus stays with it. Else a row is its place. */
  readonly keys?: readonly (string | number)[];
  /** Names the frame that it scrolls in; without one it is as large as it is. */
  readonly label?: string;
}

/** The numbers of a picture. */
export function NumbersTable({ caption, heading, rows, keys, label }: Props) {
  const table = (
    <table className="figures-table num">
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heading.map((name, i) =>
            name === '' ? (
              <td key={i} />
            ) : (
              <th key={i} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={keys?.[row] ?? row}>
            <th scope="row">{name}</th>
            {cells.map((cell, i) => (
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    <ScrollArea className="table-frame" label={label}>
      {table}
    </ScrollArea>
  );
}
