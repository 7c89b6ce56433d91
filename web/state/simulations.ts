/** The simulation that the simulations' page drives, and all windows or rounds that it has been through. */
import { create } from 'zustand';
import type { TimeWarpResult } from '../../src/simulations/timewarp';
import type { YawnsResult } from '../../src/simulations/yawns';
import type {
  LaneSlices,
  ProcessorAccount,
  SimulationDocument,
  SimulationFrame,
  SimulationNews,
} from '../../src/worker/simulation-api';
import { SimulationSession } from '../../src/worker/simulation-client';
import { isAbort } from './problems';

export type SimulationModel = 'hypercube' | 'life' | 'phold';

/** What the form says. */
export interface SimulationChoice {
  readonly model: SimulationModel;
  readonly allocator: string;
  readonly processors: number;
  readonly seed: number;
  /** Hypercube: objects, and simulated time at which the run ends. */
  readonly objects: number;
  readonly until: number;
  /** Life: cells a side, and steps. */
  readonly side: number;
  readonly steps: number;
  readonly rule: 'nicol' | 'conway';
  /** PHOLD: logical processes, simulated time, and whether a state is saved for every event. */
  readonly lps: number;
  readonly horizon: number;
  readonly saving: 'copy' | 'periodic';
}

/** The document of a choice. */
export function documentOf(choice: SimulationChoice): SimulationDocument {
  const { model, allocator: id, processors, seed } = choice;
  // "Should that list be empty, a larger block is returned" (Nicol 1990, §2): his scalable malloc does, 4.2BSD's not.
  const params: Record<string, number> = id === 'bsd' && model !== 'phold' ? { empty: 1 } : {};
  const allocator = { id, params };
  if (model === 'phold') {
    const interval = choice.saving === 'copy' ? 1 : 'auto';
    const { lps, horizon: end } = choice;
    return { kind: 'timewarp', document: { allocator, kernels: processors, lps, end, interval, seed } };
  }
  if (model === 'hypercube') {
    const { objects, until } = choice;
    return {
      kind: 'yawns',
      document: { model: { kind: model, objects, until }, allocator, processors, seed },
    };
  }
  const { side, steps, rule } = choice;
  return {
    kind: 'yawns',
    document: { model: { kind: model, columns: side, rows: side, steps, rule }, allocator, processors, seed },
  };
}

/** A run as far as it is. */
export interface SimulationView {
  readonly choice: SimulationChoice;
  /** Simulated time at which it ends. */
  readonly end: number;
  readonly frames: readonly SimulationFrame[];
  readonly accounts: readonly ProcessorAccount[];
  /** State of the nodes inside an open window; null between windows. */
  readonly nodes: Uint8Array | null;
  readonly stepped: number | null;
  readonly lanes: LaneSlices | null;
  readonly result: YawnsResult | TimeWarpResult | null;
}

interface SimulationState {
  readonly choice: SimulationChoice;
  readonly view: SimulationView | null;
  /** Frame that is looked at; null follows the run. */
  readonly cursor: number | null;
  readonly going: 'paused' | 'starting' | 'playing' | 'finishing';
  readonly failed: string | null;
}

export const useSimulations = create<SimulationState>()(() => ({
  choice: {
    model: 'life',
    allocator: 'sysv',
    processors: 4,
    seed: 1,
    objects: 1024,
    until: 20,
    side: 64,
    steps: 50,
    rule: 'nicol',
    lps: 16,
    horizon: 30,
    saving: 'copy',
  },
  view: null,
  cursor: null,
  going: 'paused',
  failed: null,
}));
const { getState, setState } = useSimulations;

/** A window or round a tick, so that the eye can follow. */
const TICK_MILLISECONDS = 90;
/** Between two pictures of a run that goes on to its end. */
const SLICE_MILLISECONDS = 60;

let session: SimulationSession | null = null;

export const choose = (change: Partial<SimulationChoice>): void =>
  setState(({ choice }) => ({ choice: { ...choice, ...change } }));

export const look = (cursor: number | null): void => setState({ cursor });

/** Ends what runs, and sets the chosen run up. */
export async function begin(): Promise<void> {
  session?.close();
  const mine = new SimulationSession();
  session = mine;
  const { choice } = getState();
  setState({ view: null, cursor: null, going: 'starting', failed: null });
  await guarded(mine, async () => {
    const { end, ...news } = await mine.ask((simulation) => simulation.begin(documentOf(choice)));
    if (session === mine) setState({ view: { choice, end, ...news }, going: 'paused' });
  });
}

/** One event. */
export async function stepEvent(): Promise<void> {
  await ready();
  await ask((held) => held.ask((simulation) => simulation.event()));
}

/** To the end of the window or round. */
export async function stepWindow(): Promise<void> {
  await ready();
  await ask((held) => held.ask((simulation) => simulation.advance(0)));
}

/** Goes on window by window until it is paused. */
export async function togglePlay(): Promise<void> {
  if (getState().going !== 'paused') {
    pause();
    return;
  }
  await ready();
  setState({ going: 'playing', cursor: null });
  while (getState().going === 'playing' && unfinished()) {
    const next = new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));
    await ask((held) => held.ask((simulation) => simulation.advance(0)));
    await next;
  }
  if (getState().going === 'playing') pause();
}

/** Goes on to the end, without waiting for the eye. */
export async function finish(): Promise<void> {
  await ready();
  setState({ going: 'finishing', cursor: null });
  while (getState().going === 'finishing' && unfinished()) {
    await ask((held) => held.ask((simulation) => simulation.advance(SLICE_MILLISECONDS)));
  }
  if (getState().going === 'finishing') pause();
}

export function pause(): void {
  if (getState().going === 'starting') cancelSimulation();
  else setState({ going: 'paused' });
}

/** Ends the run; what there is of it stays in sight. */
export function cancelSimulation(): void {
  session?.close();
  session = null;
  setState({ going: 'paused', failed: 'cancelled' });
}

const unfinished = (): boolean => {
  const { view, failed } = getState();
  return view !== null && view.result === null && failed === null;
};

/** A run that can go on: begun anew where there is none. */
async function ready(): Promise<void> {
  if (session === null || getState().view === null) await begin();
}

async function ask(question: (held: SimulationSession) => Promise<SimulationNews>): Promise<void> {
  const held = session;
  if (held === null || !unfinished()) return;
  await guarded(held, async () => {
    const { frames, ...news } = await question(held);
    const { view } = getState();
    if (session !== held || view === null) return;
    setState({ view: { ...view, ...news, frames: [...view.frames, ...frames] }, cursor: null });
  });
}

async function guarded(held: SimulationSession, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (session !== held) return;
    const message = isAbort(error) ? 'cancelled' : error instanceof Error ? error.message : String(error);
    session = null;
    held.close();
    setState({ going: 'paused', failed: message });
  }
}
