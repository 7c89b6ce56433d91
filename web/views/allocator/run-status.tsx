import type { Column } from '../../../src/worker/api';
import { count } from '../../format';
import { setCursor } from '../../state/document';
import { retry } from '../../state/session';
import { infoOf, useLab } from '../../state/store';

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
  if (info === null || (info.faultCount === 0 && info.summary.failures === 0)) return null;
  const first = info.faults[0];
  return (
    <div className="run-status bad">
      {first !== undefined && (
        <button type="button" className="inline" onClick={() => setCursor(first.event)}>
          {info.faultCount === 1 ? '1 fault' : `${count(info.faultCount)} faults`}, first at event{' '}
          {count(first.event)}: {first.message}
        </button>
      )}
      {info.summary.failures > 0 && <span>{count(info.summary.failures)} requests refused</span>}
    </div>
  );
}
