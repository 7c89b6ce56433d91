/** Fetches what the cursor shows, for each column. */
import type { Column } from '../../src/worker/api';
import { ask } from './ask';
import { Newest } from './newest';
import { infoOf, type LabState, reachedOf, useLab } from './store';

const { getState, setState, subscribe } = useLab;
/** One asker a column. */
const askers = [new Newest(), new Newest(), new Newest()];
/** What was last fetched for a column. */
const fetched = new Map<Column, string>();

export function startMoments(): void {
  subscribe((state, before) => {
    if (
      state.runs !== before.runs ||
      state.listLimit !== before.listLimit ||
      state.experiment.view !== before.experiment.view
    )
      for (const column of state.runs.keys()) askers[column].ask(() => refresh(column as Column));
  });
}

async function refresh(column: Column): Promise<void> {
  const { experiment, listLimit, runs } = getState();
  const key = wanted(getState(), column);
  if (key === null || key === fetched.get(column)) return;
  const { step } = experiment.view;
  const cursor = reachedOf(column)(getState());
  const before =
    step !== null && cursor > 0
      ? await ask(column, (lab) => lab.moment(column, cursor - 1, listLimit))
      : null;
  const moment = await ask(column, (lab) => lab.moment(column, cursor, listLimit));
  if (moment === null || idOf(getState(), column) !== idOf({ runs }, column)) return;
  fetched.set(column, key);
  setState(({ shown }) => ({
    shown: shown.map((old, c) => (c === column ? { moment, before } : old)),
  }));
}

const idOf = ({ runs }: Pick<LabState, 'runs'>, column: Column): number | null => {
  const run = runs[column];
  return run?.kind === 'ready' || run?.kind === 'running' ? run.id : null;
};

/** Names a run, an event and how much of it is wanted; null where there is nothing to fetch. */
function wanted(state: LabState, column: Column): string | null {
  if (infoOf(column)(state) === null) return null;
  const { step } = state.experiment.view;
  return `${idOf(state, column)} ${reachedOf(column)(state)} ${step !== null} ${state.listLimit}`;
}
