/** Fetches what the cursor shows, for each column: one request at a time, and then the newest. */
import type { Column } from '../../src/worker/api';
import { ask } from './ask';
import { type LabState, useLab } from './store';

const { getState, setState, subscribe } = useLab;
const busy = new Set<Column>();
/** What was last fetched for a column. */
const fetched = new Map<Column, string>();

export function startMoments(): void {
  subscribe((state, before) => {
    if (
      state.runs !== before.runs ||
      state.listLimit !== before.listLimit ||
      state.experiment.view !== before.experiment.view
    )
      for (let column = 0; column < state.runs.length; column++) void refresh(column as Column);
  });
}

async function refresh(column: Column): Promise<void> {
  if (busy.has(column)) return;
  busy.add(column);
  try {
    for (let key = wanted(getState(), column); key !== null && key !== fetched.get(column); ) {
      const { experiment, listLimit, runs } = getState();
      const { cursor, step } = experiment.view;
      const run = runs[column];
      const before =
        step !== null && cursor > 0
          ? await ask(column, (lab) => lab.moment(column, cursor - 1, listLimit))
          : null;
      const moment = await ask(column, (lab) => lab.moment(column, cursor, listLimit));
      if (moment === null) return;
      if (getState().runs[column] === run) {
        fetched.set(column, key);
        setState(({ shown }) => ({
          shown: shown.map((old, c) => (c === column ? { moment, before } : old)),
        }));
      }
      key = wanted(getState(), column);
    }
  } finally {
    busy.delete(column);
  }
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
