import './progress.css';
import type { StudyProgress } from '../../src/worker/study-api';
import { count } from '../format';

/** How far a task is. */
export function RunProgress({ progress }: { readonly progress: StudyProgress | null }) {
  if (progress === null) return <p className="hint">Starting …</p>;
  const { task, done } = progress;
  // A server may unpack what it sends: then its length says nothing.
  const total = progress.total !== null && progress.done <= progress.total ? progress.total : null;
  return (
    <div className="run-progress" role="status">
      <span>{task}</span>
      <progress aria-label={task} max={total ?? undefined} value={total === null ? undefined : done} />
      <span className="num">{total === null ? count(done) : `${count(done)} of ${count(total)}`}</span>
    </div>
  );
}
