/** What the trace page knows: the report of the open trace, and the comparison of allocators on it. */
import { create } from 'zustand';
import type { Workload } from '../../src/experiment/document';
import type { EventIndex } from '../../src/units';
import type { Column, OpenedTrace } from '../../src/worker/api';
import type { BlockState, CompareRow, FoundBlock, TraceReport } from '../../src/worker/trace-api';
import { setAllocator, setCursor, setPage } from './document';
import { report as reportProblem } from './problems';
import { fileOf } from './session';
import { NO_STUDY, SoleStudy, type StudyRun } from './sole-study';
import { cursorOf, useLab } from './store';
import { lab } from './worker';

/** What the search form holds. */
export interface Query {
  readonly by: 'any' | 'object' | 'size' | 'address';
  readonly text: string;
  readonly state: BlockState | 'any';
  readonly order: 'event' | 'size';
}

interface TracePageState extends StudyRun {
  readonly query: Query;
  /** Grows when another view asks for the query's answer. */
  readonly asked: number;
  readonly report: TraceReport | null;
  /** How much of it is there, 0 … 1. */
  readonly looked: number;
  /** Trace of the report. */
  readonly of: OpenedTrace | null;
  readonly rows: readonly CompareRow[];
  /** Trace of the rows. */
  readonly compared: Workload | null;
}

export const useTracePage = create<TracePageState>()(() => ({
  query: { by: 'object', text: '', state: 'any', order: 'event' },
  asked: 0,
  report: null,
  looked: 0,
  of: null,
  rows: [],
  compared: null,
  ...NO_STUDY,
}));
const { getState, setState } = useTracePage;

/** Fetches the report of the trace that is open. */
export async function fetchReport(opened: OpenedTrace): Promise<void> {
  if (getState().of === opened) return;
  setState({ of: opened, report: null, looked: 0 });
  try {
    const report = await lab.traceReport(({ done, total }) => {
      if (getState().of === opened) setState({ looked: done / Math.max(1, total ?? 1) });
    });
    if (getState().of === opened) setState({ report });
  } catch (error) {
    if (getState().of !== opened) return;
    setState({ of: null });
    reportProblem('The trace could not be looked through', error);
  }
}

const comparison = new SoleStudy(setState);

/** Replays the open trace on every built-in allocator and on the user's own, in a worker of its own. */
export async function compare(): Promise<void> {
  const { workload, seed } = useLab.getState().experiment;
  setState({ rows: [], compared: workload });
  await comparison.run(async (study, onProgress, heard) => {
    // Here, so that a file that cannot be had ends the comparison with its reason.
    const file = await fileOf(workload);
    const brought = await modulesBrought();
    await study.compare(
      workload,
      file,
      seed,
      brought,
      onProgress,
      heard((row) => setState(({ rows }) => ({ rows: [...rows, row] }))),
    );
  });
}

/** The files of the allocators that the user has brought or a link has named. */
async function modulesBrought(): Promise<readonly File[]> {
  const modules = Object.values(useLab.getState().moduleFiles);
  if (modules.length === 0) return [];
  const { bytesOfModule } = await import('./modules');
  return Promise.all(modules.map(async (module) => new File([await bytesOfModule(module)], module.name)));
}

export const cancelCompare = (): void => comparison.cancel();

/** Lists blocks of the active column in the search, at an event where one is given. */
export function listBlocks(query: Partial<Query>, event?: EventIndex): void {
  if (event !== undefined) setCursor(event);
  setState(({ asked }) => ({
    query: { by: 'any', text: '', state: 'any', order: 'event', ...query },
    asked: asked + 1,
  }));
  document.getElementById('trace-search')?.scrollIntoView({ block: 'start' });
}

/** Chooses a block in the lab, at the cursor's event where it lives there and else where it begins. */
export function showBlock(column: Column, block: FoundBlock): void {
  const { address, born, ends } = block;
  const cursor = cursorOf(useLab.getState());
  setCursor(cursor >= born && (ends === null || cursor < ends) ? cursor : born);
  useLab.setState({ active: column, selected: address === null ? null : { column, address } });
  setPage('lab');
}

/** Moves the lab's cursor to an event and opens the lab. */
export function showInLab(event: EventIndex): void {
  setCursor(event);
  setPage('lab');
}

/** Puts an allocator with its defaults into the active column, and opens the lab. */
export function openInColumn(id: string): void {
  const { active, moduleFiles } = useLab.getState();
  setAllocator(active, { id, params: {}, module: moduleFiles[id] });
  setPage('lab');
}
