import type { Column } from '../../../src/worker/api';
import { count } from '../../format';
import { retry } from '../../state/session';
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
  if (info === null || (info.faultCount === 0 && info.summary.failures === 0)) return null;
  return (
    <div className="run-status bad">
      {info.faults.length > 0 && <FaultList column={column} faults={info.faults} total={info.faultCount} />}
      {info.summary.failures > 0 && <span>{count(info.summary.failures)} requests refused</span>}
    </div>
  );
}
