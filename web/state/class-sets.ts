/** Time Warp's caches by class of buffers: this run's, and those of the same run on the other manager. */
import { create } from 'zustand';
import type { SimulationDocument } from '../../src/experiment/document';
import type { ClassSets } from '../../src/worker/simulation-api';
import { SimulationSession } from '../../src/worker/simulation-client';
import { Newest } from './newest';
import { wordsOf } from './problems';
import { configOf, withAllocator } from './simulation-setup';
import { askHeld, useSimulations } from './simulations';

interface ClassSetsState {
  readonly level: number;
  readonly kernel: number;
  readonly own: ClassSets | null;
  /** The other manager's, after `rounds` of its run. */
  readonly other: { readonly id: string; readonly sets: ClassSets; readonly rounds: number } | null;
  /** GVT rounds of the other run so far; null where it is not under way. */
  readonly underWay: number | null;
  readonly failed: string | null;
}

export const useClassSets = create<ClassSetsState>()(() => ({
  level: 0,
  kernel: 0,
  own: null,
  other: null,
  underWay: null,
  failed: null,
}));
const { getState, setState } = useClassSets;
const pictures = new Newest();

/** The cache-aware manager's counterpart is the unaware one, and everybody else's is the cache-aware one. */
export const otherManager = ({ setup }: SimulationDocument): string =>
  setup.allocator.id === 'cacheaware' ? 'dlmalloc' : 'cacheaware';

let rival: SimulationSession | null = null;

/** Fetches this run's caches as they stand now. */
export function refreshSets(): void {
  pictures.ask(async () => {
    const { level, kernel } = getState();
    const own = await askHeld((held) => held.ask((simulation) => simulation.sets(level, kernel)));
    setState({ own });
  });
}

export async function chooseSets(change: {
  readonly level?: number;
  readonly kernel?: number;
}): Promise<void> {
  setState(change);
  refreshSets();
  const { level, kernel, other } = getState();
  const held = rival;
  if (held === null || other === null) return;
  try {
    const sets = await held.ask((simulation) => simulation.sets(level, kernel));
    if (rival === held && sets !== null) setState({ other: { ...other, sets } });
  } catch (error) {
    if (rival === held) setState({ failed: wordsOf(error) });
  }
}

/** Runs the same set-up on the other manager, for as many GVT rounds. */
export async function runRival(): Promise<void> {
  const { view } = useSimulations.getState();
  if (view === null) return;
  closeRival();
  const mine = new SimulationSession();
  rival = mine;
  const id = otherManager(view.document);
  const wanted = Math.max(1, view.frames.length);
  setState({ other: null, underWay: 0, failed: null });
  try {
    const document = withAllocator(view.document, configOf(id, view.document));
    let news = await mine.ask((simulation) => simulation.begin(document, null));
    let rounds = 0;
    while (rounds < wanted && news.result === null) {
      news = { ...news, ...(await mine.ask((simulation) => simulation.advance(0))) };
      rounds += news.frames.length;
      if (rival === mine) setState({ underWay: rounds });
    }
    const { level, kernel } = getState();
    const sets = await mine.ask((simulation) => simulation.sets(level, kernel));
    if (rival === mine && sets !== null) setState({ other: { id, sets, rounds }, underWay: null });
  } catch (error) {
    if (rival === mine) setState({ underWay: null, failed: wordsOf(error) });
  }
}

export function closeRival(): void {
  rival?.close();
  rival = null;
  setState({ other: null, underWay: null, failed: null });
}

useSimulations.subscribe((state, before) => {
  // Another run: what stood beside the old one means nothing any more.
  if (state.view?.document !== before.view?.document) {
    closeRival();
    setState({ own: null, level: 0, kernel: 0 });
  }
});
