import * as v from 'valibot';
import {
  type AnyExperiment,
  documentSchema,
  type Experiment,
  type SimulationExperiment,
  simulationDocumentSchema,
} from './document';

/** A document that is refused: `allocators.0.params.lists: found "ten", expected number`. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    /** Where in the document, keys joined by dots; empty for the document itself. */
    readonly path: string,
    readonly found: string,
    readonly expected: string,
  ) {
    super(`${path === '' ? 'the document' : path}: found ${found}, expected ${expected}`);
  }
}

/** What a schema's first complaint says, in our words. */
export function documentError(issue: v.BaseIssue<unknown>): DocumentError {
  const path = v.getDotPath(issue) ?? '';
  const found = issue.received === 'undefined' ? 'nothing' : issue.received;
  return new DocumentError(
    path,
    found.length > 80 ? `${found.slice(0, 80)}…` : found,
    issue.expected ?? expectedIn(issue.message),
  );
}

/** What a check of ours expected: its message is then `expected A, found B`. */
const expectedIn = (message: string): string =>
  /^expected (.*?)(?:, found .*)?$/s.exec(message)?.[1] ?? message;

/**
 * The experiment with a trace that a value from outside describes, with what was left out filled in.
 * @throws DocumentError with the first thing that is wrong
 */
export function parseExperiment(value: unknown): Experiment {
  const result = v.safeParse(documentSchema, value, { abortEarly: true });
  if (!result.success) throw documentError(result.issues[0]);
  return result.output;
}

/** As parseExperiment, for a simulation. */
export function parseSimulation(value: unknown): SimulationExperiment {
  const result = v.safeParse(simulationDocumentSchema, value, { abortEarly: true });
  if (!result.success) throw documentError(result.issues[0]);
  return result.output;
}

/** As parseExperiment, for either kind: a document that has a `simulation` is one. */
export function parseAny(value: unknown): AnyExperiment {
  const simulated = typeof value === 'object' && value !== null && 'simulation' in value;
  return simulated ? parseSimulation(value) : parseExperiment(value);
}
