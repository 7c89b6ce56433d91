/** The simulation that the simulations' page drives, and all windows or rounds that it has been through. */
import { create } from 'zustand';
import type {
  AllocatorConfig,
  SimulationDocument,
  SimulationExperiment,
} from '../../src/experiment/document';
import type { TimeWarpResult } from '../../src/simulations/timewarp';
import type { YawnsResult } from '../../src/simulations/yawns';
import type {
  LaneSlices,
  ProcessorAccount,
  SimulationFrame,
  SimulationNews,
} from '../../src/worker/simulation-api';
import { SimulationSession } from '../../src/worker/simulation-client';
import { setPage } from './document';
import { isAbort, wordsOf } from './problems';
import { shares } from './shares';
import { defaultSimulation, withAllocator } from './simulation-setup';
import { useLab } from './store';

/** A run as far as it is. */
export interface SimulationView {
  readonly document: SimulationDocument;
  /** Simulated time at which it ends. */
  readonly end: number;
  readonly frames: readonly SimulationFrame[];
  readonly accounts: readonly ProcessorAccount[];
  readonly lanes: LaneSlices | null;
  readonly result: YawnsResult | TimeWarpResult | null;
  readonly fingerprint: string | null;
}

interface SimulationState {
  /** What the form says. */
  readonly document: SimulationDocument;
  readonly title: string;
  readonly view: SimulationView | null;
  /** Frame that is looked at; null follows the run. */
  readonly cursor: number | null;
  /** Inside that frame: the block that was taken or given back last; null outside. */
  readonly step: number | null;
  readonly going: 'paused' | 'starting' | 'playing' | 'finishing';
  readonly failed: string | null;
  /** As its link gave it: what the fingerprint is held against. */
  readonly received: SimulationExperiment | null;
}

export const useSimulations = create<SimulationState>()(() => ({
  document: defaultSimulation,
  title: '',
  view: null,
  cursor: null,
  step: null,
  going: 'paused',
  failed: null,
  received: null,
}));
const { getState, setState, subscribe } = useSimulations;

/** A window or round a tick, so that the eye can follow. */
const TICK_MILLISECONDS = 90;
/** Between two pictures of a run that goes on to its end. */
const SLICE_MILLISECONDS = 60;

let session: SimulationSession | null = null;

export const choose = (document: SimulationDocument): void => setState({ document, title: '' });

/** An allocator that the user brought; a run that ended for the lack of it begins. */
export function takeAllocator(config: AllocatorConfig): void {
  const { document, failed } = getState();
  const waited = failed !== null && document.setup.allocator.module?.sha256 === config.module?.sha256;
  setState({ document: withAllocator(document, config) });
  if (waited) void begin().then(finish);
}

export const look = (cursor: number | null): void => setState({ cursor, step: null });

/** The frame that is looked at. */
export function frameOf({ view, cursor }: Pick<SimulationState, 'view' | 'cursor'>): number {
  const last = Math.max(0, (view?.frames.length ?? 1) - 1);
  return Math.min(cursor ?? last, last);
}

/** Asks the worker that holds the run; null where there is none or it has ended meanwhile. */
export async function askHeld<T>(question: (held: SimulationSession) => Promise<T>): Promise<T | null> {
  const held = session;
  if (held === null) return null;
  try {
    const answer = await question(held);
    return session === held ? answer : null;
  } catch (error) {
    if (session === held && !isAbort(error)) setState({ failed: wordsOf(error) });
    return null;
  }
}

/** Ends what runs, and sets the chosen run up. */
export async function begin(): Promise<void> {
  session?.close();
  const mine = new SimulationSession();
  session = mine;
  const { document } = getState();
  setState({ view: null, cursor: null, step: null, going: 'starting', failed: null });
  await guarded(mine, async () => {
    const file = await moduleOf(document);
    const { end, ...news } = await mine.ask((simulation) => simulation.begin(document, file));
    if (session === mine) setState({ view: { document, end, ...news }, going: 'paused' });
  });
}

/** The file of the document's allocator, where a user brought it. */
export async function moduleOf({
  setup: { allocator },
}: SimulationDocument): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!allocator.module) return null;
  return (await import('./modules')).bytesOfModule(allocator.module);
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
  setState({ going: 'playing', cursor: null, step: null });
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
  setState({ going: 'finishing', cursor: null, step: null });
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

/** What the page does when it is first opened: it shows a run. */
export function start(): void {
  const { view, going, failed } = getState();
  if (view !== null || going !== 'paused' || failed !== null) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  void (still ? finish() : togglePlay());
}

/** Opens a simulation's document, from a link or the catalogue, and runs it. */
export async function openSimulation(
  experiment: SimulationExperiment,
  received: SimulationExperiment | null = null,
): Promise<void> {
  const { simulation, title, view } = experiment;
  setState({ document: simulation, title, received });
  setPage('simulations');
  await begin();
  const mine = session;
  await finish();
  if (session !== mine || mine === null || getState().failed !== null) return;
  const frames = getState().view?.frames.length ?? 0;
  if (view.cursor !== null && view.cursor < frames) setState({ cursor: view.cursor, step: view.step });
}

/** The run as it is shared. */
function sharedSimulation(): SimulationExperiment {
  const { document, title, view, cursor, step } = getState();
  return {
    version: 1,
    title,
    simulation: view?.document ?? document,
    view: { cursor: step === null ? cursor : frameOf({ view, cursor }), step, page: 'simulations' },
    fingerprints: view?.fingerprint ? [view.fingerprint] : [],
  };
}

shares.simulation = () =>
  useLab.getState().experiment.view.page === 'simulations' ? sharedSimulation() : null;
subscribe((state, before) => {
  if (state.view !== before.view || state.cursor !== before.cursor || state.step !== before.step)
    shares.changed();
});

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
    setState({ view: { ...view, ...news, frames: [...view.frames, ...frames] }, cursor: null, step: null });
  });
}

async function guarded(held: SimulationSession, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (session !== held) return;
    session = null;
    held.close();
    setState({ going: 'paused', failed: wordsOf(error) });
  }
}
