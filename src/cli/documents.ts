import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { allPresets, findPreset } from '../experiment/catalogue/list';
import type { AnyExperiment } from '../experiment/document';
import { DocumentError, parseAny } from '../experiment/parse';
import type { Preset } from '../experiment/preset';
import { upgraded } from '../experiment/versions';

/** What `PRESET|DOCUMENT.json` names. */
export type Named =
  | { readonly kind: 'preset'; readonly preset: Preset }
  | { readonly kind: 'document'; readonly experiment: AnyExperiment; readonly path: string };

/**
 * The preset of that id or, failing that, the document in the file of that name.
 * @throws Error where there is neither; DocumentError for a document that is refused
 */
export async function presetOrDocument(word: string): Promise<Named> {
  const preset = await findPreset(word);
  if (preset) return { kind: 'preset', preset };
  if (existsSync(word)) return { kind: 'document', experiment: await readDocument(word), path: word };
  const ids = (await allPresets()).map(({ id }) => id);
  throw new Error(`there is no preset "${word}" and no file of that name; presets: ${ids.join(', ')}`);
}

async function readDocument(path: string): Promise<AnyExperiment> {
  const text = await readFile(path, 'utf8');
  let value: { version?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DocumentError(
      '',
      `${path}, which is not JSON (${(error as Error).message})`,
      "an experiment's JSON",
    );
  }
  const version = value?.version;
  return parseAny(typeof version === 'number' && version >= 1 ? upgradable(value, version) : value);
}

function upgradable(value: unknown, version: number): unknown {
  try {
    return upgraded(value, version);
  } catch (error) {
    throw new DocumentError('version', String(version), (error as Error).message);
  }
}
