import type { TraceReport } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
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
      <ScrollArea className="table-frame" label="Most frequent sizes">
        <table className="figures-table num">
          <thead>
            <tr>
              <th scope="col">size, bytes</th>
              <th scope="col">objects</th>
              <td />
              <th scope="col">of all</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((each) => (
              <tr key={each.size}>
                <th scope="row">
                  <button
                    type="button"
                    className="inline"
                    aria-label={`List the blocks of ${exactBytes(each.size)}`}
                    onClick={() => listBlocks({ by: 'size', text: String(each.size) })}
                  >
                    {count(each.size)}
                  </button>
                </th>
                <td>{count(each.objects)}</td>
                <td>
                  <Bar share={each.objects / most} colour={colour(each.size)} />
                </td>
                <td>{percent(each.objects / Math.max(1, objects))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
