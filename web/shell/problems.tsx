import { lazy, Suspense } from 'react';
import { useLab } from '../state/store';

/** Fetched when there is one. */
const ProblemList = lazy(() => import('./problem-list'));

/** What went wrong; it stays until it is dismissed, and the experiment stays below it. */
export function Problems() {
  const problems = useLab((state) => state.problems);
  return (
    <div role="alert" className="problems">
      {problems.length > 0 && (
        <Suspense>
          <ProblemList problems={problems} />
        </Suspense>
      )}
    </div>
  );
}
