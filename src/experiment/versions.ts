import { DOCUMENT_VERSION } from './version';

/** Turns a document of one version into one of the next. */
export type Upgrader = (document: unknown) => unknown;

/** By the version that they start from: version 1 is the first, so that there is none yet. */
export const upgraders: Readonly<Record<number, Upgrader>> = {};

/**
 * Lifts a document to today's version, one step a version.
 * @param from version that the document has
 * @throws RangeError for a version that is not known here
 */
export function upgraded(
  document: unknown,
  from: number,
  steps: Readonly<Record<number, Upgrader>> = upgraders,
  to: number = DOCUMENT_VERSION,
): unknown {
  if (!Number.isSafeInteger(from) || from < 1 || from > to)
    throw new RangeError(`version ${from} is not known here; this lab reads versions 1 to ${to}`);
  let value = document;
  for (let version = from; version < to; version++) value = steps[version](value);
  return value;
}
