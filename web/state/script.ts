/** The script that is being written, and what its last check found. */
import { create } from 'zustand';
import type { Workload } from '../../src/experiment/document';
import { examples } from '../../src/script/examples';
import type { ScriptCheck } from '../../src/worker/study-api';
import { StudySession } from '../../src/worker/study-client';
import { openMade, setPage } from './document';
import { isAbort, report } from './problems';
import { useLab } from './store';

export interface Draft {
  readonly name: string;
  readonly source: string;
  readonly seed: number;
}

interface ScriptState {
  readonly draft: Draft;
  /** null while it is under way. */
  readonly check: ScriptCheck | null;
}

const QUIET_MS = 300;

export const useScript = create<ScriptState>()(() => ({
  draft: { name: examples[0].title, source: examples[0].source, seed: 1 },
  check: null,
}));
const { getState, setState } = useScript;

let session: StudySession | null = null;
let busy = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Script of the document that the draft was last taken from. */
let taken: Workload | null = null;

/** Takes up the document's script, unless the draft comes from it already; starts checking. */
export function startScript(): void {
  const { workload, seed } = useLab.getState().experiment;
  if (workload.kind === 'script' && workload !== taken) {
    taken = workload;
    setDraft({ name: workload.name, source: workload.source, seed });
  } else if (getState().check === null) later(0);
}

/** Opens a script in the editor. */
export function editScript(draft: Draft): void {
  taken = useLab.getState().experiment.workload;
  setState({ draft, check: null });
  setPage('script');
}

/** Lets the checking worker go. */
export function stopScript(): void {
  clearTimeout(timer);
  session?.close();
  session = null;
}

export function setDraft(change: Partial<Draft>): void {
  setState(({ draft }) => ({ draft: { ...draft, ...change }, check: null }));
  later(QUIET_MS);
}

/** Opens the script on the page that is to run it; only where its check found nothing wrong. */
export function runScript(page: 'lab' | 'machine' = 'lab'): void {
  const { draft, check } = getState();
  if (check?.kind !== 'good') return;
  const workload: Workload = { kind: 'script', name: draft.name || 'script', source: draft.source };
  taken = workload;
  openMade(workload, draft.seed, Math.floor((check.summary.events - 1) / 3), page);
}

function later(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void check(), wait);
}

async function check(): Promise<void> {
  const { draft } = getState();
  // A script that is still running is not the one that counts any more.
  if (busy) session?.close();
  if (busy || session === null) session = new StudySession();
  const mine = session;
  busy = true;
  try {
    const found = await mine.ask((study) => study.checkScript(draft.source, draft.seed));
    if (getState().draft === draft) setState({ check: found });
  } catch (error) {
    if (!isAbort(error)) report('The script could not be checked', error);
  } finally {
    if (mine === session) busy = false;
  }
}
