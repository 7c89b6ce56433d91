/** Every change of the document goes through here, so that all of them can be undone. */
import type { AllocatorConfig, Experiment, View, Workload } from '../../src/experiment/document';
import type { EventIndex, StepIndex } from '../../src/units';
import type { Column } from '../../src/worker/api';
import { eventsOf, stepsOf, useLab } from './store';

const MOST_UNDOS = 200;
const { getState, setState } = useLab;

/** Replaces the document; the one before can be had back. */
function commit(experiment: Experiment): void {
  setState(({ experiment: before, past }) => ({
    experiment,
    past: [...past.slice(1 - MOST_UNDOS), before],
    future: [],
  }));
}

/** Moves about: nothing that needs undoing, and far too often for it. */
function move(view: Partial<View>): void {
  setState(({ experiment }) => ({ experiment: { ...experiment, view: { ...experiment.view, ...view } } }));
}

/** Changes the view in a way that can be undone. */
export function changeView(view: Partial<View>): void {
  const { experiment } = getState();
  commit({ ...experiment, view: { ...experiment.view, ...view } });
}

export function setCursor(event: EventIndex): void {
  const last = Math.max(0, eventsOf(getState()) - 1);
  move({ cursor: Math.max(0, Math.min(last, Math.round(event))), step: null });
}

/** To an event, and into it. */
export const goTo = (event: EventIndex, step: StepIndex | null): void => move({ cursor: event, step });

export function setStep(step: StepIndex | null): void {
  const steps = stepsOf(getState());
  move({ step: step === null || steps === 0 ? null : Math.max(0, Math.min(steps - 1, step)) });
}

/** Window of the heap maps; dragging it about is not worth an undo. */
export const setWindow = (window: View['window']): void => move({ window });

/** Events that the time axis spans. */
export const setRange = (range: View['range']): void => move({ range });

export const setMetric = (metric: string): void => changeView({ metric });

/** To another page; what an event is made of is another thing there. */
export const setPage = (page: string): void => changeView({ page, step: null, preset: undefined });

/** To a preset's card in the catalogue. */
export const showPreset = (preset: string): void => move({ page: 'catalogue', preset });

export function setAllocator(column: Column, config: AllocatorConfig): void {
  const { experiment } = getState();
  commit({ ...experiment, allocators: experiment.allocators.map((old, i) => (i === column ? config : old)) });
}

/** A machine's id or document; null for none. */
export function setMachine(machine: Experiment['machine']): void {
  commit({ ...getState().experiment, machine });
}

export function addAllocator(config: AllocatorConfig): void {
  const { experiment } = getState();
  if (experiment.allocators.length < 3)
    commit({ ...experiment, allocators: [...experiment.allocators, config] });
}

export function removeAllocator(column: Column): void {
  const { experiment, active } = getState();
  if (experiment.allocators.length < 2) return;
  commit({ ...experiment, allocators: experiment.allocators.filter((_, i) => i !== column) });
  setState({
    selected: null,
    hover: null,
    active: Math.min(active, experiment.allocators.length - 2) as Column,
  });
}

/** Another trace: the cursor and the windows of the old one mean nothing in it, and its bookmarks only in a part of it. */
export function setWorkload(workload: Workload, cursor: EventIndex): void {
  const { experiment } = getState();
  const { view } = experiment;
  const bookmarks = recordingOf(workload) === recordingOf(experiment.workload) ? view.bookmarks : undefined;
  setState({ selected: null, hover: null, playing: false });
  commit({
    ...experiment,
    workload,
    view: { ...view, cursor, step: null, window: null, range: null, bookmarks },
  });
}

/** Names what a workload is all or a part of. */
export const recordingOf = (workload: Workload): string =>
  JSON.stringify({ ...workload, from: undefined, to: undefined, everyObject: undefined });

/** A document from a link. */
export function receive(experiment: Experiment): void {
  setState({ received: experiment, selected: null, hover: null, playing: false, active: 0 });
  commit(experiment);
}

/** A script or a model's trace, opened in the lab (or on another page) under the allocators that are there. */
export function openMade(workload: Workload, seed: number, cursor: EventIndex, page = 'lab'): void {
  const { experiment } = getState();
  setState({ selected: null, hover: null, playing: false });
  commit({
    ...experiment,
    title: '',
    workload,
    seed,
    view: { ...experiment.view, cursor, step: null, window: null, range: null, page, bookmarks: undefined },
  });
}

/** An experiment that the lab itself offers, on the page that it names; the one before can be had back. */
export function openExperiment(experiment: Experiment): void {
  setState({ selected: null, hover: null, playing: false, active: 0 });
  commit(experiment);
}

export function undo(): void {
  setState(({ experiment, past, future }) =>
    past.length === 0
      ? {}
      : {
          experiment: past[past.length - 1],
          past: past.slice(0, -1),
          future: [experiment, ...future],
          selected: null,
          hover: null,
          active: 0,
        },
  );
}

export function redo(): void {
  setState(({ experiment, past, future }) =>
    future.length === 0
      ? {}
      : {
          experiment: future[0],
          past: [...past, experiment],
          future: future.slice(1),
          selected: null,
          hover: null,
          active: 0,
        },
  );
}
