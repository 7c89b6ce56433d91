import './lab-page.css';
import { useLab } from '../../state/store';
import { useColumns } from '../../state/use-columns';
import { views } from '../../views/list';
import { WantedFileNotice } from './wanted-file';

/** The lab: a column an allocator, what concerns all of them at the side and at the bottom. */
export default function LabPage() {
  const columns = useColumns();
  const wanted = useLab((state) => state.trace.kind === 'wanted');
  if (wanted) return <WantedFileNotice />;
  return (
    <div className="lab" data-columns={columns.length}>
      <div className="columns" style={{ '--columns': columns.length } as React.CSSProperties}>
        {columns.map(({ column }) => (
          <div key={column} className="column" data-column={column}>
            {views.map((view) =>
              view.place === 'column' ? <view.Component key={view.id} column={column} /> : null,
            )}
          </div>
        ))}
        {views.map((view) => (view.place === 'foot' ? <view.Component key={view.id} /> : null))}
      </div>
      <aside className="side" aria-label="This event">
        {views.map((view) => (view.place === 'side' ? <view.Component key={view.id} /> : null))}
      </aside>
      <div className="lab-bottom">
        {views.map((view) => (view.place === 'bottom' ? <view.Component key={view.id} /> : null))}
      </div>
    </div>
  );
}
