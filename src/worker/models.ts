import type { Modules } from '../engine/modules';
import { type Comparison, compareModels, type Fitted } from '../models/comparison';
import type { Observations } from '../models/observations';
import { cumulativeOf, drawnFrom, liveOf, matrixOf } from '../models/picture';
import { Random } from '../models/random';
import { reportOf } from '../models/report';
import type { TrialRunner } from '../models/trial-runner';
import { paced } from '../paced';
import type { Trace } from '../trace/trace';
import type { Distributions, FittedProgram, ModelsFigures, ModelsPiece, ModelsQuestion } from './models-api';

/** Figures are sent no more often than this, in milliseconds: trials of a short trace take less. */
const FIGURES_EVERY = 200;

interface Watch {
  /** Trials done, and all. */
  readonly onProgress: (done: number, total: number) => void;
  readonly onPiece: (piece: ModelsPiece) => void;
}

/**
 * Fits the five models to each trace and measures them beside it; the runner works on all of them.
 * @throws RangeError for a trace that has fewer than two allocations or whose clock stands still
 */
export async function studyModels(
  modules: Modules,
  traces: readonly Trace[],
  question: ModelsQuestion,
  trialRunner: TrialRunner | undefined,
  { onProgress, onPiece }: Watch,
): Promise<void> {
  const random = await Random.load(modules);
  const done = traces.map(() => 0);
  const study = async (trace: Trace, program: number) => {
    const comparison = await compareModels(modules, trace, {
      ...question,
      trialRunner,
      onFitted: (fitted) =>
        onPiece({
          kind: 'fitted',
          program,
          fitted: fittedProgram(trace.name, fitted, random, question.seed),
        }),
      onProgress: (mine, total) => {
        done[program] = mine;
        onProgress(
          done.reduce((sum, each) => sum + each, 0),
          total * traces.length,
        );
      },
      onPartial: paced(FIGURES_EVERY, (partial: Comparison) =>
        onPiece({ kind: 'figures', program, figures: figuresOf(partial) }),
      ),
    });
    onPiece({ kind: 'figures', program, figures: figuresOf(comparison) });
  };
  await Promise.all(traces.map(study));
}

function fittedProgram(
  name: string,
  { observations, models }: Fitted,
  random: Random,
  seed: number,
): FittedProgram {
  const { clock, objects, leftOut, duration } = observations;
  return {
    name,
    clock,
    objects,
    leftOut,
    duration,
    distributions: distributions(observations),
    models: models.map((model) => {
      const drawn = drawnFrom(model, random, seed);
      return {
        id: model.family.id,
        title: model.family.title,
        about: model.family.about,
        document: model.document,
        documentBytes: JSON.stringify(model.document).length,
        distributions: drawn && distributions(drawn),
      };
    }),
    transitions: matrixOf(observations),
  };
}

const figuresOf = (comparison: Comparison): ModelsFigures => ({
  report: reportOf(comparison),
  live: liveOf(comparison),
});

const distributions = ({ size, holding, interarrival }: Observations): Distributions => ({
  size: cumulativeOf(size),
  holding: cumulativeOf(holding),
  interarrival: cumulativeOf(interarrival),
});
