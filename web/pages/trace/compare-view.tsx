import { useMemo, useState } from 'react';
import type { RunSummary } from '../../../src/worker/api';
import type { CompareRow } from '../../../src/worker/trace-api';
import { csvText, download } from '../../charts/export';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, number, ratio } from '../../format';
import { useLab } from '../../state/store';
import { cancelCompare, compare, openInColumn, useTracePage } from '../../state/trace-page';
import { RunProgress } from '../run-progress';
import { Bar } from './bar';

type NumberKey = { [K in keyof RunSummary]: RunSummary[K] extends number ? K : never }[keyof RunSummary];

interface Figure {
  readonly key: NumberKey | 'device';
  readonly title: string;
  readonly unit: string;
  /** null where the allocator could not serve the trace, or has no such figure. */
  readonly of: (row: CompareRow) => number | null;
  readonly shown: (value: number) => string;
}

const summed = (key: NumberKey) => (row: CompareRow) => row.summary?.[key] ?? null;

const figures: readonly Figure[] = [
  {
    key: 'memoryEfficiency',
    title: 'efficiency',
    unit: 'mean live ÷ mean footprint',
    of: summed('memoryEfficiency'),
    shown: ratio,
  },
  {
    key: 'fragmentationRatio',
    title: 'fragmentation',
    unit: 'peak footprint ÷ peak live',
    of: summed('fragmentationRatio'),
    shown: ratio,
  },
  {
    key: 'peakFootprintBytes',
    title: 'peak footprint',
    unit: 'bytes',
    of: summed('peakFootprintBytes'),
    shown: bytes,
  },
  {
    key: 'instructionsPerOp',
    title: 'instructions/op',
    unit: 'WebAssembly instructions an operation',
    of: summed('instructionsPerOp'),
    shown: number,
  },
  {
    key: 'loadsPerOp',
    title: 'loads/op',
    unit: 'loads an operation',
    of: summed('loadsPerOp'),
    shown: number,
  },
  {
    key: 'device',
    title: 'ns/op here',
    unit: 'nanoseconds an operation by the clock of this device, unobserved; another figure every time',
    of: (row) => row.deviceNanoseconds,
    shown: number,
  },
  { key: 'failures', title: 'failures', unit: 'refused requests', of: summed('failures'), shown: count },
];

interface Order {
  readonly figure: Figure;
  readonly descending: boolean;
}

/** Every built-in allocator on the trace. */
export function CompareView() {
  const state = useTracePage();
  const workload = useLab((lab) => lab.experiment.workload);
  const { running, progress, ended } = state;
  const rows = state.compared === workload ? state.rows : NONE;
  const [order, setOrder] = useState<Order>({ figure: figures[0], descending: true });
  const sorted = useMemo(() => sort(rows, order), [rows, order]);
  const save = () =>
    download(
      'allocators.csv',
      'text/csv',
      csvText(
        ['allocator', ...figures.map(({ title, unit }) => `${title} (${unit})`), 'problem'],
        sorted.map((row) => [row.id, ...figures.map(({ of }) => of(row)), row.problem]),
      ),
    );
  return (
    <div className="panel padded compare">
      <div className="trace-tools">
        {running ? (
          <button type="button" className="button" onClick={cancelCompare}>
            Cancel
          </button>
        ) : (
          <button type="button" className="button primary" onClick={() => void compare()}>
            Compare allocators
          </button>
        )}
        <span className="hint">
          Each with its default parameters, in a worker of its own. All is counted and the same everywhere,
          but for “ns/op here”: this device’s clock.
        </span>
        {rows.length > 0 && (
          <button type="button" className="inline" onClick={save}>
            CSV
          </button>
        )}
      </div>
      {running && <RunProgress progress={progress} />}
      {ended !== null && !running && (
        <p className="failed" role="alert">
          The comparison ended: {ended}
        </p>
      )}
      {rows.length > 0 && (
        <ScrollArea className="table-frame tall" label="Allocators on this trace">
          <table className="figures-table num">
            <thead>
              <tr>
                <th scope="col">allocator</th>
                {figures.map((figure) => (
                  <Heading key={figure.key} figure={figure} order={order} onOrder={setOrder} />
                ))}
                <th scope="col">lab</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((row) => (
                <Row key={row.id} row={row} all={rows} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </div>
  );
}

const NONE: readonly CompareRow[] = [];

/** What could not be run stays last, whichever way. */
function sort(rows: readonly CompareRow[], { figure, descending }: Order): readonly CompareRow[] {
  return [...rows].sort((a, b) => {
    const [x, y] = [figure.of(a), figure.of(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return descending ? y - x : x - y;
  });
}

function Heading(props: {
  readonly figure: Figure;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const { figure, order, onOrder } = props;
  const sorted = order.figure === figure;
  const direction = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" title={figure.unit} aria-sort={sorted ? direction : undefined}>
      <button
        type="button"
        onClick={() => onOrder({ figure, descending: sorted ? !order.descending : true })}
      >
        {figure.title}
        <span aria-hidden="true">{sorted ? (order.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

function Row({ row, all }: { readonly row: CompareRow; readonly all: readonly CompareRow[] }) {
  const { id, title, problem, faults } = row;
  return (
    <tr>
      <th scope="row">
        {title}
        {problem !== null && <span className="failed"> {problem}</span>}
        {problem === null && faults > 0 && <span className="failed"> {count(faults)} faults</span>}
      </th>
      {figures.map((figure) => (
        <FigureCell key={figure.key} figure={figure} row={row} all={all} />
      ))}
      <td>
        <button
          type="button"
          className="inline"
          aria-label={`Open ${title} in the lab's column`}
          onClick={() => openInColumn(id)}
        >
          open in column
        </button>
      </td>
    </tr>
  );
}

function FigureCell(props: {
  readonly figure: Figure;
  readonly row: CompareRow;
  readonly all: readonly CompareRow[];
}) {
  const { figure, row, all } = props;
  const value = figure.of(row);
  if (value === null) return <td>–</td>;
  const most = Math.max(1e-9, ...all.map((each) => figure.of(each) ?? 0));
  return (
    <td>
      <span className="barred">
        <Bar share={value / most} />
        {figure.shown(value)}
      </span>
    </td>
  );
}
