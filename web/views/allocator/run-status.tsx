import type { Column, RunInfo } from '../../../src/worker/api';
import { count } from '../../format';
import { offerLess, resume, retry } from '../../state/session';
import { infoOf, useLab } from '../../state/store';
import { FaultList } from './fault-list';

/** What went wrong in a run, where something did: a trap, faults that the replay found, refused requests. */
export function RunStatus({ column }: { readonly column: Column }) {
  const run = useLab((state) => state.runs[column]);
  const info = useLab(infoOf(column));
  if (run?.kind === 'failed')
    return (
      <div className="run-status bad" role="alert">
        <span>This run ended: {run.message}</span>
        <button type="button" className="button small" onClick={() => retry(column)}>
          Run again
        </button>
      </div>
    );
  if (info?.end === 'cancelled' || info?.end === 'out of memory')
    return <Ended column={column} info={info} />;
  if (info === null || (info.faultCount === 0 && info.summary.failures === 0)) return null;
  return (
    <div className="run-status bad">
      {info.faults.length > 0 && <FaultList column={column} faults={info.faults} total={info.faultCount} />}
      {info.summary.failures > 0 && <span>{count(info.summary.failures)} requests refused</span>}
    </div>
  );
}

/** A run that stands where it was cancelled, or where the browser's memory was used up. */
function Ended({ column, info }: { readonly column: Column; readonly info: RunInfo }) {
  const cancelled = info.end === 'cancelled';
  return (
    <div className="run-status" role="status">
      <span>
        {cancelled ? 'Cancelled' : 'No more memory to be had'} after {count(info.summary.events)} events,
        which are shown
      </span>
      {cancelled && (
        <button type="button" className="button small" onClick={() => void resume(column)}>
          Go on
        </button>
      )}
      {!cancelled && (
        <button type="button" className="button small" onClick={() => void offerLess()}>
          Load less
        </button>
      )}
    </div>
  );
}
