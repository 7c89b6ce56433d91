import type { TraceReport } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, percent } from '../../format';
import { listBlocks } from '../../state/trace-page';
import { Bar } from './bar';
import { className, useClassColour } from './classes';

/** What was never freed, by size class. */
export function LeaksView({ report: { classes } }: { readonly report: TraceReport }) {
  const colour = useClassColour();
  const left = classes.filter(({ leftObjects }) => leftObjects > 0);
  const objects = left.reduce((sum, each) => sum + each.leftObjects, 0);
  const total = left.reduce((sum, each) => sum + each.leftBytes, 0);
  const most = Math.max(1, ...left.map((each) => each.leftBytes));
  return (
    <Panel title="Never freed" note={`${count(objects)} objects, ${bytes(total)}`}>
      {left.length === 0 ? (
        <p className="hint">Every object is freed.</p>
      ) : (
        <>
          <button
            type="button"
            className="button small"
            onClick={() => listBlocks({ state: 'left', order: 'size' })}
          >
            List the blocks
          </button>
          <ScrollArea className="table-frame" label="What is never freed">
            <table className="figures-table num">
              <thead>
                <tr>
                  <th scope="col">size, bytes</th>
                  <th scope="col">objects</th>
                  <th scope="col">of its class</th>
                  <th scope="col">bytes</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {left.map((each) => (
                  <tr key={each.upTo}>
                    <th scope="row">{className(each.upTo)}</th>
                    <td>{count(each.leftObjects)}</td>
                    <td>{percent(each.leftObjects / each.objects)}</td>
                    <td>{bytes(each.leftBytes)}</td>
                    <td>
                      <Bar share={each.leftBytes / most} colour={colour(each.upTo)} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </>
      )}
    </Panel>
  );
}
