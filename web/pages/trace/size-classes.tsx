import type { TraceReport } from '../../../src/worker/trace-api';
import { csvText, download } from '../../charts/export';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, ticks } from '../../format';
import { Bar } from './bar';
import { className, useClassColour } from './classes';

/** Sizes and lifetimes by size class. */
export function SizeClassesView({ report }: { readonly report: TraceReport }) {
  const colour = useClassColour();
  const { classes, clock } = report;
  const most = Math.max(1, ...classes.map(({ objects }) => objects));
  const mostBytes = Math.max(1, ...classes.map((each) => each.bytes));
  const life = (value: number | null) => (value === null ? '–' : ticks(value, clock));
  const save = () =>
    download(
      'size-classes.csv',
      'text/csv',
      csvText(
        [
          'up to, bytes',
          'objects',
          'bytes',
          `median life, ${clock}`,
          `90th percentile of life, ${clock}`,
          'never freed, objects',
          'never freed, bytes',
        ],
        classes.map((each) => [
          each.upTo,
          each.objects,
          each.bytes,
          each.medianLife,
          each.longLife,
          each.leftObjects,
          each.leftBytes,
        ]),
      ),
    );
  return (
    <Panel
      title="Sizes and lifetimes"
      className="wide"
      note={`by size class; lifetimes in ${clock.split(' ')[0]}`}
      tools={
        <button type="button" className="inline" onClick={save}>
          CSV
        </button>
      }
    >
      <ScrollArea className="table-frame" label="Sizes and lifetimes by size class">
        <table className="figures-table num">
          <thead>
            <tr>
              <th scope="col">size, bytes</th>
              <th scope="col">objects</th>
              <td />
              <th scope="col">bytes in all</th>
              <td />
              <th scope="col">median life</th>
              <th scope="col">90th percentile</th>
              <th scope="col">never freed</th>
            </tr>
          </thead>
          <tbody>
            {classes.map((each) => (
              <tr key={each.upTo}>
                <th scope="row">{className(each.upTo)}</th>
                <td>{count(each.objects)}</td>
                <td>
                  <Bar share={each.objects / most} colour={colour(each.upTo)} />
                </td>
                <td>{bytes(each.bytes)}</td>
                <td>
                  <Bar share={each.bytes / mostBytes} colour={colour(each.upTo)} />
                </td>
                <td>{life(each.medianLife)}</td>
                <td>{life(each.longLife)}</td>
                <td>{count(each.leftObjects)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
