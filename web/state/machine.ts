/** The run on a machine that the machine's page shows: kept in step with the document while the page is open. */
import { create } from 'zustand';
import type { Experiment, MachineView } from '../../src/experiment/document';
import type { Address, Bytes } from '../../src/units';
import type { LabWorker, Progress } from '../../src/worker/api';
import type { MachineMoment, MachineMomentRequest, MachineRunInfo } from '../../src/worker/machine-api';
import { answerOf } from './ask';
import { changeView } from './document';
import { wordsOf } from './problems';
import { useLab } from './store';
import { lab } from './worker';

export type MachineRunState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'ready'; readonly info: MachineRunInfo }
  | { readonly kind: 'failed'; readonly message: string };

/** Memory that is pointed at, in whichever view. */
export interface PointedMemory {
  readonly address: Address;
  readonly bytes: Bytes;
  /** View that it was pointed at in. */
  readonly by: 'sets' | 'map' | 'strip';
}

interface MachineState {
  readonly run: MachineRunState;
  readonly moment: MachineMoment | null;
  readonly hover: PointedMemory | null;
}

export const useMachine = create<MachineState>()(() => ({
  run: { kind: 'waiting' },
  moment: null,
  hover: null,
}));

/** What is looked at where the document does not say. */
const FIRST: MachineView = { level: 0, processor: null, colour: 'owner', map: 'kind', strip: 'misses' };
const viewIn = ({ view }: Experiment): MachineView => view.machine ?? FIRST;
export const useMachineView = (): MachineView => useLab(({ experiment }) => viewIn(experiment));
export function lookAt(change: Partial<MachineView>): void {
  changeView({ machine: { ...viewIn(useLab.getState().experiment), ...change } });
}

/** What runs where the document names no machine. */
export const DEFAULT_MACHINE = 'laptop';
export const machineIn = ({ machine }: Experiment): NonNullable<Experiment['machine']> =>
  machine ?? DEFAULT_MACHINE;

const { getState, setState } = useMachine;
/** What the run that is shown, or under way, was made from. */
let held: readonly unknown[] = [];
let busy = false;
let fetching = false;
let fetched = '';

/** Follows the document until the returned function is called. */
export function followMachine(): () => void {
  const stopLab = useLab.subscribe(() => void follow());
  const stopMachine = useMachine.subscribe((state, before) => {
    if (state.run !== before.run) void fetchMoment();
  });
  void follow();
  return () => {
    stopLab();
    stopMachine();
  };
}

/** Runs again what failed or was cancelled. */
export function rerun(): void {
  held = [];
  void follow();
}

/** Request for what the page's cursor shows; null while there is no run. */
export function momentRequest(): MachineMomentRequest | null {
  const { run } = getState();
  if (run.kind !== 'ready') return null;
  const { experiment } = useLab.getState();
  const { cursor, step } = experiment.view;
  const { level, processor } = viewIn(experiment);
  return {
    position: Math.min(cursor + 1, run.info.positions),
    access: step,
    level: Math.min(level, run.info.machine.levels.length - 1),
    processor: processor !== null && processor < run.info.processors ? processor : null,
  };
}

function wanted(): readonly unknown[] | null {
  const { trace, experiment, active, job } = useLab.getState();
  if (trace.kind !== 'ready' || job !== null) return null;
  return [trace.opened, experiment.allocators[active], experiment.machine];
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

async function follow(): Promise<void> {
  if (busy) return;
  busy = true;
  try {
    for (let key = wanted(); key !== null && !same(key, held); key = wanted()) {
      held = key;
      await start();
    }
  } finally {
    busy = false;
  }
  void fetchMoment();
}

async function start(): Promise<void> {
  const { experiment, active } = useLab.getState();
  fetched = '';
  setState({ run: { kind: 'running', progress: null }, hover: null });
  let answered = false;
  try {
    const info = await lab.machineRun(experiment.allocators[active], machineIn(experiment), (progress) => {
      if (!answered) setState({ run: { kind: 'running', progress } });
    });
    answered = true;
    setState({ run: { kind: 'ready', info } });
  } catch (error) {
    answered = true;
    const message = wordsOf(error);
    setState({ run: { kind: 'failed', message }, moment: null });
    useLab.setState({ accesses: null });
  }
}

/** Asks the worker about the machine's run; null when that run was gone by then (another trace, another machine). */
export function askMachine<T>(question: (worker: LabWorker) => Promise<T>): Promise<T | null> {
  const { run } = getState();
  const { trace } = useLab.getState();
  const both = run.kind === 'ready' && trace.kind === 'ready';
  return answerOf(question, () => both && getState().run === run && useLab.getState().trace === trace);
}

/** One request at a time, and then the newest. */
async function fetchMoment(): Promise<void> {
  if (fetching) return;
  fetching = true;
  try {
    for (let request = momentRequest(); request !== null; request = momentRequest()) {
      const name = JSON.stringify(request);
      const { run } = getState();
      if (name === fetched) return;
      const moment = await askMachine((worker) => worker.machineMoment(request));
      if (getState().run !== run) return;
      // What has failed is not asked again until something else is looked at.
      fetched = name;
      if (moment === null) return;
      setState({ moment });
      useLab.setState({
        accesses: { cursor: moment.position - 1, count: moment.accesses.count },
      });
    }
  } finally {
    fetching = false;
  }
}

export const cancelMachine = (): Promise<void> => lab.cancel();
