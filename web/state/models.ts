/** The comparison of the five models with the lab's open trace, or with the report's programs. */
import { create } from 'zustand';
import type { Workload } from '../../src/experiment/document';
import type { TimeMeasure } from '../../src/models/observations';
import type { ComparedProgram, FittedModel, FittedProgram, ModelsFigures } from '../../src/worker/models-api';
import { openMade } from './document';
import { toggle } from './playback';
import { fileOf } from './session';
import { NO_STUDY, SoleStudy, type StudyRun } from './sole-study';
import { eventsOf, useLab } from './store';

/** A program with its models, and what the trials that are done say of them. */
export interface ProgramResult extends FittedProgram {
  readonly figures: ModelsFigures | null;
}

interface ModelsState extends StudyRun {
  readonly time: TimeMeasure;
  readonly trials: number;
  /** By program, in their order, as far as they are fitted. */
  readonly results: readonly ProgramResult[];
  /** The result that is shown. */
  readonly chosen: number;
  /** The lab's trace that was compared; another one in the lab makes it one of before. Null for the report's programs. */
  readonly of: Workload | null;
}

export const useModels = create<ModelsState>()(() => ({
  time: 'ticks',
  trials: 10,
  ...NO_STUDY,
  results: [],
  chosen: 0,
  of: null,
}));
const { getState, setState } = useModels;

const SEED = 1;
const study = new SoleStudy(setState);

export const chooseTime = (time: TimeMeasure): void => setState({ time });
export const chooseTrials = (trials: number): void => setState({ trials });
export const chooseResult = (chosen: number): void => setState({ chosen });

/** Most events of a trace that is fitted before anybody asks: a few seconds. */
const AT_ONCE = 100_000;

/** Fits the models to a short trace when the page is first opened, so that there is something to see. */
export function fitAtOnce(): void {
  const events = eventsOf(useLab.getState());
  const { running, results, ended } = getState();
  if (events > 0 && events <= AT_ONCE && !running && results.length === 0 && ended === null) void fitModels();
}

/** Fits the models to the lab's trace and compares them. */
export async function fitModels(): Promise<void> {
  const { workload, seed } = useLab.getState().experiment;
  setState({ running: true, ended: null });
  const file = await fileOf(workload).catch(() => null); // the study says what it misses
  await compare([{ workload, file, seed }], workload);
}

/** The same for the recordings that stand for the report's programs. */
export async function fitPrograms(): Promise<void> {
  const { RECORDINGS } = await import('../../src/experiment/catalogue/zorn-recordings');
  const names = Object.values(RECORDINGS).filter((name) => name !== null);
  const programs = names.map((name) => ({
    workload: { kind: 'sample', name } as const,
    file: null,
    seed: SEED,
  }));
  await compare(programs, null);
}

async function compare(programs: readonly ComparedProgram[], of: Workload | null): Promise<void> {
  const { time, trials } = getState();
  setState({ of, results: [], chosen: 0 });
  // Programs are fitted in their order, but nothing says that their pieces arrive in it.
  const arrived: ProgramResult[] = [];
  await study.run((worker, onProgress, heard) =>
    worker.models(
      programs,
      { time, trials, seed: SEED },
      onProgress,
      heard((piece) => {
        const { program } = piece;
        if (piece.kind === 'fitted') arrived[program] = { ...piece.fitted, figures: null };
        else arrived[program] = { ...arrived[program], figures: piece.figures };
        setState({ results: arrived.filter((each) => each !== undefined) });
      }),
    ),
  );
}

export const cancelModels = (): void => study.cancel();

/** Opens a synthetic trace of a fitted model in the lab, and plays it. */
export function generate(model: FittedModel, events: number, seed: number): void {
  const { name } = model.document.source;
  const workload: Workload = {
    kind: 'model',
    name: `${name}, model ${model.title}`.slice(0, 200),
    model: model.document,
    events,
  };
  openMade(workload, seed, Math.floor((events - 1) / 3));
  playWhenThere(useLab.getState().experiment.workload);
}

/** Begins to play once the lab's runs are of that workload; not if another one comes in between. */
function playWhenThere(workload: Workload): void {
  const stop = useLab.subscribe(({ experiment, trace, runs, playing }) => {
    const isThere = trace.kind === 'ready' && trace.opened.name === workload.name;
    const runsOn = runs.every((run) => run.kind === 'ready');
    if (experiment.workload === workload && !(isThere && runsOn)) return;
    stop();
    if (experiment.workload === workload && !playing) toggle();
  });
}
