/** The comparison of the five models with the lab's open trace. */
import { create } from 'zustand';
import type { Workload } from '../../src/experiment/document';
import type { TimeMeasure } from '../../src/models/observations';
import type { ModelsResult } from '../../src/worker/models-api';
import type { StudyProgress } from '../../src/worker/study-api';
import { type StudyTask, startStudy } from '../../src/worker/study-client';
import { openMade } from './document';
import { isAbort } from './problems';
import { fileOf } from './session';
import { useLab } from './store';

export type ModelsRun =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly progress: StudyProgress | null;
      readonly partial: ModelsResult | null;
    }
  | { readonly kind: 'done'; readonly result: ModelsResult }
  | { readonly kind: 'failed'; readonly message: string };

interface ModelsState {
  readonly time: TimeMeasure;
  readonly trials: number;
  readonly run: ModelsRun;
  /** Trace of the run; another one in the lab makes it one of before. */
  readonly of: Workload | null;
}

export const useModels = create<ModelsState>()(() => ({
  time: 'ticks',
  trials: 10,
  run: { kind: 'none' },
  of: null,
}));
const { getState, setState } = useModels;

const SEED = 1;
let task: StudyTask<ModelsResult> | null = null;

export const chooseTime = (time: TimeMeasure): void => setState({ time });
export const chooseTrials = (trials: number): void => setState({ trials });

/** Fits the models to the lab's trace. */
export async function fitModels(): Promise<void> {
  task?.cancel();
  const { workload, seed } = useLab.getState().experiment;
  const { time, trials } = getState();
  const file = await fileOf(workload);
  let progress: StudyProgress | null = null;
  let partial: ModelsResult | null = null;
  const mine = startStudy((study) =>
    study.models(
      workload,
      file,
      seed,
      { time, trials, seed: SEED },
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
  const show = () => {
    if (task === mine) setState({ run: { kind: 'running', progress, partial } });
  };
  task = mine;
  setState({ of: workload });
  show();
  try {
    const result = await mine.result;
    if (task === mine) setState({ run: { kind: 'done', result } });
  } catch (error) {
    const message = isAbort(error) ? 'cancelled' : error instanceof Error ? error.message : String(error);
    if (task === mine) setState({ run: { kind: 'failed', message } });
  } finally {
    if (task === mine) task = null;
  }
}

export const cancelModels = (): void => task?.cancel();

/** Opens a synthetic trace of a fitted model in the lab. */
export function generate(model: ModelsResult['models'][number], events: number, seed: number): void {
  const { name } = model.document.source;
  const workload: Workload = {
    kind: 'model',
    name: `${name}, model ${model.title}`.slice(0, 200),
    model: model.document,
    events,
  };
  openMade(workload, seed, Math.floor((events - 1) / 3));
}
