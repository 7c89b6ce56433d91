import './lab-page.css';
import type { Column } from '../../../src/worker/api';
import { useLab } from '../../state/store';
import { views } from '../../views/list';
import { WantedFileNotice } from './wanted-file';

/** The lab: a column an allocator, what concerns all of them at the side and at the bottom. */
export default function LabPage() {
  const columns = useLab((state) => state.experiment.allocators.length);
  const wanted = useLab((state) => state.trace.kind === 'wanted');
  if (wanted) return <WantedFileNotice />;
  return (
    <div className="lab" data-columns={columns}>
      <div className="columns">
        {Array.from({ length: columns }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its index
          <div key={index} className="column" data-column={index}>
            {views.map((view) =>
              view.place === 'column' ? <view.Component key={view.id} column={index as Column} /> : null,
            )}
          </div>
        ))}
      </div>
      <aside className="side" aria-label="This event">
        {views.map((view) => (view.place === 'side' ? <view.Component key={view.id} /> : null))}
      </aside>
      <div className="bottom">
        {views.map((view) => (view.place === 'bottom' ? <view.Component key={view.id} /> : null))}
      </div>
    </div>
  );
}
