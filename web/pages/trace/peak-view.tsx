import type { TraceReport } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { bytes, count, exactBytes } from '../../format';
import { listBlocks, showInLab } from '../../state/trace-page';
import { Bar } from './bar';
import { className, useClassColour } from './classes';

/** The moment when most is live, and what is. */
export function PeakView({ report: { peak, peakClasses } }: { readonly report: TraceReport }) {
  const colour = useClassColour();
  const most = Math.max(1, ...peakClasses.map((each) => each.bytes));
  return (
    <Panel title="The peak" note={`${bytes(peak.bytes)} live after event ${count(peak.event)}`}>
      <div className="trace-tools">
        <button type="button" className="button small" onClick={() => showInLab(peak.event)}>
          Show the peak in the lab
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => listBlocks({ state: 'live', order: 'size' }, peak.event)}
        >
          List the blocks
        </button>
      </div>
      <ScrollArea className="table-frame" label="What is live at the peak">
        <table className="figures-table num">
          <caption>Live at the peak: {exactBytes(peak.bytes)}</caption>
          <thead>
            <tr>
              <th scope="col">size, bytes</th>
              <th scope="col">objects</th>
              <th scope="col">bytes</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {peakClasses.map((each) => (
              <tr key={each.upTo}>
                <th scope="row">{className(each.upTo)}</th>
                <td>{count(each.objects)}</td>
                <td>{bytes(each.bytes)}</td>
                <td>
                  <Bar share={each.bytes / most} colour={colour(each.upTo)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
