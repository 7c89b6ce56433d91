/** The sweep over numbers of processors on the simulations' page: whole runs, dealt out to a pool of workers. */
import { create } from 'zustand';
import type { SweepPoint } from '../../src/worker/simulation-api';
import { SimulationSession } from '../../src/worker/simulation-client';
import { isAbort } from './problems';
import { documentOf, type SimulationChoice } from './simulations';

export const SWEEP_PROCESSORS = [1, 2, 4, 8, 16] as const;

interface SpeedupsState {
  /** What was swept; its processors and allocator stand in the points. */
  readonly choice: SimulationChoice | null;
  readonly allocators: readonly string[];
  readonly points: readonly SweepPoint[];
  readonly running: boolean;
  /** Shares of the runs that are under way, added up. */
  readonly under: number;
  readonly failed: string | null;
}

export const useSpeedups = create<SpeedupsState>()(() => ({
  choice: null,
  allocators: [],
  points: [],
  running: false,
  under: 0,
  failed: null,
}));
const { getState, setState } = useSpeedups;

let pool: SimulationSession[] = [];

/** Runs the choice with every number of processors on each allocator; points stay when it is cancelled. */
export async function sweepSpeedups(choice: SimulationChoice, allocators: readonly string[]): Promise<void> {
  cancelSpeedups();
  // The longest first: runs on one processor have the longest lists.
  const runs = SWEEP_PROCESSORS.flatMap((processors) =>
    allocators.map((allocator) => documentOf({ ...choice, allocator, processors })),
  );
  const mine = Array.from(
    { length: Math.min(runs.length, navigator.hardwareConcurrency || 1) },
    () => new SimulationSession(),
  );
  pool = mine;
  const shares = mine.map(() => 0);
  setState({ choice, allocators, points: [], running: true, under: 0, failed: null });
  const work = async (held: SimulationSession, at: number) => {
    for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
      const document = run;
      const point = await held.ask((simulation) =>
        simulation.run(document, (share) => {
          shares[at] = share;
          if (pool === mine) setState({ under: shares.reduce((sum, each) => sum + each, 0) });
        }),
      );
      shares[at] = 0;
      if (pool === mine) setState(({ points }) => ({ points: [...points, point] }));
    }
  };
  try {
    await Promise.all(mine.map(work));
    if (pool === mine) setState({ running: false, under: 0 });
  } catch (error) {
    if (pool !== mine) return;
    const message = isAbort(error) ? 'cancelled' : error instanceof Error ? error.message : String(error);
    setState({ running: false, under: 0, failed: message });
  } finally {
    for (const held of mine) held.close();
  }
}

export function cancelSpeedups(): void {
  if (getState().running) setState({ running: false, under: 0, failed: 'cancelled' });
  for (const held of pool) held.close();
  pool = [];
}
