/** Fetches what the cursor shows, for each column. */
import type { Column } from '../../src/worker/api';
import { ask } from './ask';
import { Newest } from './newest';
import { type LabState, useLab } from './store';

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
  const { cursor, step } = experiment.view;
  const before =
    step !== null && cursor > 0
      ? await ask(column, (lab) => lab.moment(column, cursor - 1, listLimit))
      : null;
  const moment = await ask(column, (lab) => lab.moment(column, cursor, listLimit));
  if (moment === null || getState().runs[column] !== runs[column]) return;
  fetched.set(column, key);
  setState(({ shown }) => ({
    shown: shown.map((old, c) => (c === column ? { moment, before } : old)),
  }));
}

let runNumber = 0;
const numbers = new WeakMap<object, number>();

/** Names a run, an event and how much of it is wanted; null where there is nothing to fetch. */
function wanted(state: LabState, column: Column): string | null {
  const run = state.runs[column];
  if (run?.kind !== 'ready') return null;
  if (!numbers.has(run)) numbers.set(run, runNumber++);
  const { cursor, step } = state.experiment.view;
  if (cursor >= run.info.summary.events) return null;
  return `${numbers.get(run)} ${cursor} ${step !== null} ${state.listLimit}`;
}
