import type { Column, RunEnd } from '../../../src/worker/api';
import { count } from '../../format';
import { offerLess, resume, retry } from '../../state/session';
import { eventsOf, infoIn, useLab } from '../../state/store';

const ENDS: Readonly<Record<RunEnd, string>> = {
  complete: 'Replayed',
  cancelled: 'Cancelled',
  trapped: 'Ended in a trap',
  'out of memory': 'No more memory to be had',
};

/** How far a column's run has come, where that is not to the end: what is shown covers so much. */
export function RunReach({ column }: { readonly column: Column }) {
  const run = useLab((state) => state.runs[column]);
  const events = useLab(eventsOf);
  const busy = useLab((state) => state.runs.findIndex(({ kind }) => kind === 'running'));
  const info = infoIn(run);
  if (run?.kind === 'failed')
    return (
      <p className="run-reach failed">
        This run ended: {run.message}
        <button type="button" className="button small" onClick={() => retry(column)}>
          Run again
        </button>
      </p>
    );
  if (info === null) {
    const words =
      run?.kind === 'running' || busy < 0
        ? 'Waits for the first events of the run …'
        : `Waits for its turn: column ${busy + 1} is being replayed.`;
    return <p className="run-reach hint">{words}</p>;
  }
  const done = info.summary.events;
  if (done >= events) return null;
  return (
    <p className="run-reach hint">
      <span className="num">
        {info.end === null ? 'Replayed so far:' : `${ENDS[info.end]} after`} {count(done)} of {count(events)}{' '}
        events ({Math.floor((100 * done) / events)} %)
      </span>
      <progress max={events} value={done} aria-label="Events replayed" />
      {info.end === 'cancelled' && (
        <button type="button" className="button small" onClick={() => void resume(column)}>
          Go on
        </button>
      )}
      {info.end === 'out of memory' && (
        <button type="button" className="button small" onClick={() => void offerLess()}>
          Load less
        </button>
      )}
    </p>
  );
}
