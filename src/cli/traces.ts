import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ReadOptions, readTrace, type TraceSource } from '../trace/read';
import type { Trace } from '../trace/trace';
import { fileSource } from './file-source';
import { say } from './output';

const samples = fileURLToPath(new URL('../../public/traces/', import.meta.url));
const ENDING = '.trace.gz';

/** Names of the recordings that ship with the lab. */
export function sampleNames(): readonly string[] {
  return readdirSync(samples)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/**
 * A recording that ships with the lab.
 * @throws Error that lists those there are
 */
export function sampleSource(name: string): TraceSource {
  const path = `${samples}${name}${ENDING}`;
  if (!/^[a-z0-9-]+$/.test(name) || !existsSync(path))
    throw new Error(`there is no recording "${name}"; there are ${sampleNames().join(', ')}`);
  return fileSource(path);
}

/**
 * Reads a trace from a file of any format or, where there is no such file, a recording that ships with the lab.
 * The reader's notes go to standard error.
 * @throws TraceError for input that is refused; Error where there is neither file nor recording
 */
export async function openTrace(fileOrName: string, options: ReadOptions = {}): Promise<Trace> {
  if (!existsSync(fileOrName) && !sampleNames().includes(fileOrName))
    throw new Error(
      `there is no file "${fileOrName}", nor a recording of that name (${sampleNames().join(', ')})`,
    );
  const source = existsSync(fileOrName) ? fileSource(fileOrName) : sampleSource(fileOrName);
  const trace = await readTrace(source, options);
  for (const note of trace.notes) say(`${fileOrName}: ${note}`);
  return trace;
}
