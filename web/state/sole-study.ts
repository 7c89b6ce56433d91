import type { StudyProgress, StudyWorker } from '../../src/worker/study-api';
import { type StudyTask, startStudy } from '../../src/worker/study-client';
import { wordsOf } from './problems';

/** What a store shows of its study. */
export interface StudyRun {
  readonly running: boolean;
  readonly progress: StudyProgress | null;
  /** Why it ended early; what was done by then stays. */
  readonly ended: string | null;
}

export const NO_STUDY: StudyRun = { running: false, progress: null, ended: null };

/** Lets a listener hear only as long as no newer study has begun. */
type Heard = <Words extends unknown[]>(listener: (...words: Words) => void) => (...words: Words) => void;

/** A store's study, in a worker of its own: a newer one takes its place. */
export class SoleStudy {
  private task: StudyTask<void> | null = null;

  constructor(private readonly show: (change: Partial<StudyRun>) => void) {}

  async run(
    ask: (study: StudyWorker, onProgress: (progress: StudyProgress) => void, heard: Heard) => Promise<void>,
  ): Promise<void> {
    this.cancel();
    const heard: Heard =
      (listener) =>
      (...words) => {
        if (this.task === mine) listener(...words);
      };
    const onProgress = heard((progress: StudyProgress) => this.show({ progress }));
    const mine = startStudy((study) => ask(study, onProgress, heard));
    this.task = mine;
    this.show({ ...NO_STUDY, running: true });
    try {
      await mine.result;
    } catch (error) {
      heard(this.show)({ ended: wordsOf(error) });
    } finally {
      heard(this.show)({ running: false, progress: null });
      if (this.task === mine) this.task = null;
    }
  }

  cancel(): void {
    this.task?.cancel();
  }
}
