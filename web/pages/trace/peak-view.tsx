import type { TraceReport } from '../../../src/worker/trace-api';
import { NumbersTable } from '../../charts/numbers-table';
import { Panel } from '../../controls/panel';
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
      <NumbersTable
        label="What is live at the peak"
        caption={`Live at the peak: ${exactBytes(peak.bytes)}`}
        heading={['size, bytes', 'objects', 'bytes', '']}
        rows={peakClasses.map((each) => [
          className(each.upTo),
          count(each.objects),
          bytes(each.bytes),
          <Bar key="bar" share={each.bytes / most} colour={colour(each.upTo)} />,
        ])}
      />
    </Panel>
  );
}
