import { count } from '../format';
import { setPage } from '../state/document';
import { sampleNamed } from '../state/samples';
import { useLab } from '../state/store';

/** What is being replayed. */
export function TraceName() {
  const trace = useLab((state) => state.trace);
  const workload = useLab((state) => state.experiment.workload);
  const title = (workload.kind === 'sample' ? sampleNamed(workload.name)?.title : undefined) ?? workload.name;
  return (
    <div className="trace-name">
      <strong>{title}</strong>
      {trace.kind === 'ready' && (
        <span>
          {count(trace.opened.summary.events)} events · {count(trace.opened.summary.objects)} objects ·{' '}
          {trace.opened.summary.cpus === 1 ? '1 thread' : `${trace.opened.summary.cpus} threads`}
        </span>
      )}
      {trace.kind === 'ready' && trace.opened.part !== null && (
        <button type="button" className="inline" onClick={() => setPage('trace')}>
          part of the recording
        </button>
      )}
      {workload.kind === 'script' && (
        <button type="button" className="inline" onClick={() => setPage('script')}>
          Edit script
        </button>
      )}
      {trace.kind === 'ready' && trace.opened.notes.length > 0 && (
        <details className="notes">
          <summary>
            {trace.opened.notes.length === 1 ? '1 note' : `${trace.opened.notes.length} notes`}
          </summary>
          <ul>
            {trace.opened.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
