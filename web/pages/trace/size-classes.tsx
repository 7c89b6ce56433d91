import type { TraceReport } from '../../../src/worker/trace-api';
import { csvText, download } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { Panel } from '../../controls/panel';
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
      <NumbersTable
        label="Sizes and lifetimes by size class"
        heading={[
          'size, bytes',
          'objects',
          '',
          'bytes in all',
          '',
          'median life',
          '90th percentile',
          'never freed',
        ]}
        rows={classes.map((each) => [
          className(each.upTo),
          count(each.objects),
          <Bar key="objects" share={each.objects / most} colour={colour(each.upTo)} />,
          bytes(each.bytes),
          <Bar key="bytes" share={each.bytes / mostBytes} colour={colour(each.upTo)} />,
          life(each.medianLife),
          life(each.longLife),
          count(each.leftObjects),
        ])}
      />
    </Panel>
  );
}
