import { useEffect, useState } from 'react';
import type { Progress } from '../../src/worker/api';
import { bytes, count } from '../format';
import { cancel } from '../state/session';
import { type LabState, useLab } from '../state/store';

/** Work that is done sooner is not spoken of: the bar moves the page down and up again. */
const LATE_MS = 200;

/** What is being read or replayed, how far it is, and a way to stop it. */
export function JobBar() {
  const busy = useLab((state) => jobOf(state) !== null);
  const late = useLate(busy);
  if (late) return <Job />;
  return <div className={`job ${busy ? 'soon' : 'idle'}`} />;
}

function jobOf({ job, runs }: LabState): Progress | null {
  const run = runs.find((one) => one.kind === 'running');
  return job ?? (run?.kind === 'running' ? run.progress : null);
}

/** Whether something has been so for a while. */
function useLate(so: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!so) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [so]);
  return so && late;
}

function Job() {
  const shown = useLab(jobOf);
  if (shown === null) return null;
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
