import { expect, it, vi } from 'vitest';
import type { StudyWorker } from '../../src/worker/study-api';
import { NO_STUDY, SoleStudy, type StudyRun } from '../../web/state/sole-study';

/** Workers that a test ends by hand. */
const ends: { finish(): void; fail(error: Error): void }[] = [];
vi.mock('../../src/worker/study-client', () => ({
  startStudy: (task: (study: StudyWorker) => Promise<void>) => {
    void task({} as StudyWorker);
    const result = new Promise<void>((finish, fail) => ends.push({ finish, fail }));
    const { fail } = ends[ends.length - 1];
    return { result, cancel: () => fail(new DOMException('cancelled', 'AbortError')) };
  },
}));
// What a promise is waited for by has run by then.
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A store of one study, and what a question of it can say. */
function begin() {
  ends.length = 0;
  let shown: StudyRun = NO_STUDY;
  const rows: string[] = [];
  const says: { progress(done: number): void; row(row: string): void }[] = [];
  const study = new SoleStudy((change) => {
    shown = { ...shown, ...change };
  });
  const ask = () => {
    void study.run(async (_, onProgress, heard) => {
      const progress = (done: number) => onProgress({ task: 'rows', done, total: 9 });
      says.push({ progress, row: heard((row: string) => rows.push(row)) });
    });
  };
  return { study, ask, says, rows, shown: () => shown };
}

it('runs, and shows what it hears until it is over', async () => {
  const { ask, says, rows, shown } = begin();
  ask();
  expect(shown()).toEqual({ ...NO_STUDY, running: true });
  says[0].progress(3);
  says[0].row('a');
  expect(shown()).toMatchObject({ running: true, progress: { done: 3 } });
  ends[0].finish();
  await settle();
  expect(shown()).toEqual(NO_STUDY);
  says[0].progress(4);
  says[0].row('late');
  expect(shown()).toEqual(NO_STUDY);
  expect(rows).toEqual(['a']);
});

it('says why it ended early', async () => {
  const { study, ask, shown } = begin();
  ask();
  ends[0].fail(new Error('no such sample'));
  await settle();
  expect(shown()).toEqual({ running: false, progress: null, ended: 'no such sample' });
  ask();
  expect(shown()).toEqual({ running: true, progress: null, ended: null });
  study.cancel();
  await settle();
  expect(shown()).toEqual({ running: false, progress: null, ended: 'cancelled' });
});

it('gives way to a newer one, and is not heard any more', async () => {
  const { ask, says, rows, shown } = begin();
  ask();
  ask();
  says[0].row('old');
  says[0].progress(8);
  says[1].row('new');
  await settle();
  expect(shown()).toEqual({ ...NO_STUDY, running: true });
  ends[1].finish();
  await settle();
  expect(shown()).toEqual(NO_STUDY);
  expect(rows).toEqual(['new']);
});
