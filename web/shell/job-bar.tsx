import type { Progress } from '../../src/worker/api';
import { bytes, count } from '../format';
import { cancel } from '../state/session';
import { useLab } from '../state/store';

/** What is being read or replayed, how far it is, and a way to stop it. */
export function JobBar() {
  const job = useLab((state) => state.job);
  const running = useLab((state) => {
    const run = state.runs.find((one) => one.kind === 'running');
    return run?.kind === 'running' ? run.progress : null;
  });
  const shown = job ?? running;
  if (shown === null) return <div className="job idle" />;
  return (
    <div className="job" role="status">
      <span>{shown.task}</span>
      <progress
        aria-label={shown.task}
        max={shown.total ?? undefined}
        value={shown.total ? shown.done : undefined}
      />
      <span className="num">{said(shown)}</span>
      <button type="button" className="button small" onClick={() => void cancel()}>
        Cancel
      </button>
    </div>
  );
}

function said({ done, total, unit }: Progress): string {
  const words = unit === 'bytes' ? bytes : (value: number) => `${count(value)} events`;
  return total === null ? words(done) : `${words(done)} of ${words(total)}`;
}
