/** The catalogue's presets: which there are, which have run in this visit, and what came out. */
import * as v from 'valibot';
import { create } from 'zustand';
import { type KeptResult, keptResultSchema } from '../../src/experiment/kept';
import type { PresetResult } from '../../src/experiment/preset';
import type { CatalogueChapter, StudyProgress } from '../../src/worker/study-api';
import { type StudyTask, startStudy } from '../../src/worker/study-client';
import { report, wordsOf } from './problems';

export type PresetRun =
  | { readonly kind: 'waiting' }
  /** `partial`: what stands so far. */
  | {
      readonly kind: 'running';
      readonly progress: StudyProgress | null;
      readonly partial: PresetResult | null;
    }
  | { readonly kind: 'done'; readonly result: PresetResult }
  | { readonly kind: 'failed'; readonly message: string; readonly partial: PresetResult | null };

interface Studies {
  /** null until they are listed. */
  readonly chapters: readonly CatalogueChapter[] | null;
  /** By preset; nothing for one that has not been asked for. */
  readonly runs: Readonly<Record<string, PresetRun>>;
  /** Results that came with the page, by preset, where its code is what made them. */
  readonly kept: Readonly<Record<string, KeptResult>>;
}

/** Presets whose results in public/results are what this code gives (vite.config.ts). */
declare const CURRENT_RESULTS: readonly string[];

export const useStudies = create<Studies>()(() => ({ chapters: null, runs: {}, kept: {} }));
const { getState, setState } = useStudies;

/** One processor is left to the page and the lab. */
const AT_ONCE = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
/** The seed of `lab run`, so that fingerprints are the same. */
const SEED = 1;

const tasks = new Map<string, StudyTask<PresetResult>>();
const queue: string[] = [];
let listing = false;

/** Fetches the list of presets, once. */
export async function listPresets(): Promise<void> {
  if (listing || getState().chapters !== null) return;
  listing = true;
  try {
    setState({ chapters: await startStudy((study) => study.catalogue()).result });
  } catch (error) {
    report('The catalogue could not be listed', error);
  } finally {
    listing = false;
  }
}

/** Fetches the result that came with the page, where there is one. */
export async function fetchKept(id: string): Promise<void> {
  if (!CURRENT_RESULTS.includes(id) || id in getState().kept) return;
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}results/${id}.json`);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const kept = v.parse(keptResultSchema, await response.json());
    setState((state) => ({ kept: { ...state.kept, [id]: kept } }));
  } catch (error) {
    report(`The result of ${id} that came with the page could not be read; it can be run here`, error);
  }
}

/** Runs presets, a few at a time; those that have run or are under way stay as they are. */
export function runPresets(ids: readonly string[]): void {
  for (const id of ids) {
    const run = getState().runs[id];
    if (run !== undefined && run.kind !== 'failed') continue;
    place(id, { kind: 'waiting' });
    queue.push(id);
  }
  next();
}

export function cancelPreset(id: string): void {
  const at = queue.indexOf(id);
  if (at >= 0) {
    queue.splice(at, 1);
    place(id, null);
  }
  tasks.get(id)?.cancel();
}

function place(id: string, run: PresetRun | null): void {
  setState(({ runs: { [id]: _, ...others } }) => ({
    runs: run === null ? others : { ...others, [id]: run },
  }));
}

function next(): void {
  while (tasks.size < AT_ONCE) {
    const at = queue.findIndex(startable);
    if (at < 0) return;
    void start(queue.splice(at, 1)[0]);
  }
}

/** Presets that run on all cores wait for each other. */
function startable(id: string): boolean {
  const pooled = (one: string) =>
    getState().chapters?.some(({ presets }) => presets.some((card) => card.id === one && card.pooled)) ??
    false;
  return !pooled(id) || ![...tasks.keys()].some(pooled);
}

async function start(id: string): Promise<void> {
  let progress: StudyProgress | null = null;
  let partial: PresetResult | null = null;
  const show = () => {
    if (tasks.has(id)) place(id, { kind: 'running', progress, partial });
  };
  const task = startStudy((study) =>
    study.runPreset(
      id,
      SEED,
      (each) => {
        progress = each;
        show();
      },
      (each) => {
        partial = each;
        show();
      },
    ),
  );
  tasks.set(id, task);
  show();
  try {
    place(id, { kind: 'done', result: await task.result });
  } catch (error) {
    const message = wordsOf(error);
    place(id, { kind: 'failed', message, partial });
  } finally {
    tasks.delete(id);
    next();
  }
}
