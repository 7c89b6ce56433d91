import { lacksMemory } from '../../src/trace/errors';
import type { Column, LabWorker } from '../../src/worker/api';
import { report } from './problems';
import { offerLess } from './session';
import { useLab } from './store';
import { lab } from './worker';

const { getState } = useLab;

/** Asks the worker about a column's run; null when that run was gone by then (another trace, another allocator). */
export async function ask<T>(column: Column, question: (worker: LabWorker) => Promise<T>): Promise<T | null> {
  const run = getState().runs[column];
  return answerOf(question, () => run?.kind === 'ready' && getState().runs[column] === run);
}

/**
 * The worker's answer; null where it failed. That is reported while what was asked about is still there: else it was
 * replaced meanwhile, and nobody waits for the answer.
 */
export async function answerOf<T>(
  question: (worker: LabWorker) => Promise<T>,
  stillThere: () => boolean,
): Promise<T | null> {
  try {
    return await question(lab);
  } catch (error) {
    if (stillThere() && getState().job === null)
      if (lacksMemory(error)) void offerLess();
      else report('The worker could not answer', error);
    return null;
  }
}
