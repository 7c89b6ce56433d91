import type { StepIndex } from '../../src/units';
import type { Column, Moment, Step } from '../../src/worker/api';
import { momentOf, useLab } from './store';

export interface CurrentStep {
  readonly moment: Moment | null;
  /** The sub-step that the cursor stands on, at most the column's last; null outside. */
  readonly step: StepIndex | null;
  /** That sub-step; outside the event its last one: what has just happened. */
  readonly current: Step | null;
}

/** Where the cursor stands within a column's event. */
export function useStep(column: Column): CurrentStep {
  const moment = useLab(momentOf(column));
  const at = useLab((state) => state.experiment.view.step);
  const last = (moment?.steps.length ?? 0) - 1;
  const step = at === null || last < 0 ? null : Math.min(at, last);
  return { moment, step, current: last < 0 ? null : (moment?.steps[step ?? last] ?? null) };
}
