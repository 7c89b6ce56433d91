import type { Moment } from '../../../src/worker/api';
import { Panel } from '../../controls/panel';
import { address, count, exactBytes } from '../../format';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';

const rows: readonly { readonly name: string; readonly value: (moment: Moment) => string }[] = [
  { name: 'address', value: ({ figures }) => (figures.address === 0 ? '–' : address(figures.address)) },
  {
    name: 'whole block',
    value: ({ figures }) => (figures.blockBytes === null ? '–' : exactBytes(figures.blockBytes)),
  },
  { name: 'blocks visited', value: ({ steps }) => visits(steps) },
  { name: 'instructions', value: ({ figures }) => count(figures.instructions) },
  { name: 'loads · stores', value: ({ figures }) => `${count(figures.loads)} · ${count(figures.stores)}` },
  { name: 'free blocks', value: ({ figures }) => known(figures.freeBlocks, count) },
  { name: 'largest free', value: ({ figures }) => known(figures.largestFree, exactBytes) },
];

const known = (value: number | null, words: (value: number) => string) =>
  value === null ? 'unknown' : words(value);

const visits = (steps: Moment['steps']) =>
  steps.length === 0 ? '–' : count(steps.filter(({ kind }) => kind === 'visit').length);

/** What the current event cost each allocator, side by side. */
export function EventView() {
  const columns = useColumns();
  const shown = useLab((state) => state.shown);
  return (
    <Panel title="This event" className="event" note={shown[0]?.moment.event.call}>
      <table className="event-table">
        <thead>
          <tr>
            <td />
            {columns.map(({ column, title, short }) => (
              <th key={column} scope="col" title={title}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map(({ column }) => {
                const moment = shown[column]?.moment;
                return (
                  <td key={column} className="num">
                    {moment ? value(moment) : '–'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
