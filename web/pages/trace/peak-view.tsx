import type { TraceReport } from '../../../src/worker/trace-api';
import { Panel } from '../../controls/panel';
import { bytes, count, exactBytes } from '../../format';
import { showInLab } from '../../state/trace-page';
import { useTheme } from '../../styles/theme';
import { Bar } from './bar';
import { classColour, className } from './classes';

/** The moment when most is live, and what is. */
export function PeakView({ report: { peak, peakClasses } }: { readonly report: TraceReport }) {
  const theme = useTheme((state) => state.theme);
  const most = Math.max(1, ...peakClasses.map((each) => each.bytes));
  return (
    <Panel title="The peak" note={`${bytes(peak.bytes)} live after event ${count(peak.event)}`}>
      <button type="button" className="button small" onClick={() => showInLab(peak.event)}>
        Show the peak in the lab
      </button>
      <table className="figures-table num">
        <caption>Live at the peak: {exactBytes(peak.bytes)}</caption>
        <thead>
          <tr>
            <th scope="col">size, bytes</th>
            <th scope="col">objects</th>
            <th scope="col" colSpan={2}>
              bytes
            </th>
          </tr>
        </thead>
        <tbody>
          {peakClasses.map((each) => (
            <tr key={each.upTo}>
              <th scope="row">{className(each.upTo)}</th>
              <td>{count(each.objects)}</td>
              <td>{bytes(each.bytes)}</td>
              <td>
                <Bar share={each.bytes / most} colour={classColour(theme, each.upTo)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
