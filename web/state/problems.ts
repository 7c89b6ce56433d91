import { type PartOffer, type Problem, useLab } from './store';

let next = 1;

/** Shows what went wrong, with the place in the input where there is one. @returns its number */
export function report(title: string, error: unknown, offer: PartOffer | null = null): number {
  const fields = error as Partial<Record<'file' | 'line' | 'found' | 'expected', unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const problem: Problem = {
    id: next++,
    title,
    message: error instanceof Error ? error.message : String(error),
    file: text(fields?.file),
    line: typeof fields?.line === 'number' ? fields.line : null,
    found: text(fields?.found),
    expected: text(fields?.expected),
    offer,
  };
  useLab.setState(({ problems }) =>
    // What goes wrong at every move of the pointer is said once.
    problems.some((old) => old.title === title && old.message === problem.message)
      ? {}
      : { problems: [...problems, problem] },
  );
  return problem.id;
}

/** What a run that ended early is said to have ended of. */
export const wordsOf = (error: unknown): string =>
  isAbort(error) ? 'cancelled' : error instanceof Error ? error.message : String(error);

export function dismiss(id: number): void {
  useLab.setState(({ problems }) => ({ problems: problems.filter((problem) => problem.id !== id) }));
}

/** True for the rejection of a call that was cancelled. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
