import type { TraceReport } from '../../../src/worker/trace-api';
import { NumbersTable } from '../../charts/numbers-table';
import { Panel } from '../../controls/panel';
import { count, exactBytes, percent } from '../../format';
import { listBlocks } from '../../state/trace-page';
import { Bar } from './bar';
import { useClassColour } from './classes';

/** The exact sizes that the program asks for most. */
export function CommonSizesView({ report }: { readonly report: TraceReport }) {
  const colour = useClassColour();
  const { sizes, distinctSizes, classes } = report;
  const objects = classes.reduce((sum, each) => sum + each.objects, 0);
  const most = Math.max(1, sizes[0]?.objects ?? 0);
  return (
    <Panel title="Most frequent sizes" note={`${count(distinctSizes)} different sizes are allocated`}>
      <NumbersTable
        label="Most frequent sizes"
        heading={['size, bytes', 'objects', '', 'of all']}
        rows={sizes.map((each) => [
          <button
            key={each.size}
            type="button"
            className="inline"
            aria-label={`List the blocks of ${exactBytes(each.size)}`}
            onClick={() => listBlocks({ by: 'size', text: String(each.size) })}
          >
            {count(each.size)}
          </button>,
          count(each.objects),
          <Bar key="bar" share={each.objects / most} colour={colour(each.size)} />,
          percent(each.objects / Math.max(1, objects)),
        ])}
      />
    </Panel>
  );
}
