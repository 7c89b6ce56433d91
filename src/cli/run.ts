import { existsSync, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Modules } from '../engine/modules';
import { type AnyExperiment, type Experiment, isSimulation } from '../experiment/document';
import type { Preset, PresetResult, ResultSeries } from '../experiment/preset';
import { type ExperimentResult, runExperiment } from '../experiment/run';
import { runSimulation } from '../experiment/simulation';
import { readTrace } from '../trace/read';
import { natural, parseWords } from './args';
import { UsageError } from './command';
import { type Named, presetOrDocument } from './documents';
import { nodeModules } from './node-modules';
import { type Cell, print, printJson, tableText } from './output';
import { sampleSource } from './traces';

const DEFAULT_SEED = 1;

/** `lab run PRESET|DOCUMENT.json [--seed N] [--device]`. */
export async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    { json: { type: 'boolean' }, seed: { type: 'string' }, device: { type: 'boolean' } },
    ['PRESET|DOCUMENT.json'],
  );
  const seed = values.seed === undefined ? undefined : natural(values.seed, '--seed');
  const named = await presetOrDocument(positionals[0]);
  const result =
    named.kind === 'preset'
      ? await runPreset(named.preset, seed ?? DEFAULT_SEED)
      : await runDocument(seeded(named.experiment, seed), named.path);
  const device = values.device ? await measured(named) : null;
  if (values.json) printJson(device ? { ...result, device } : result);
  else print([text(result), ...(device ?? []).map(seriesText)].join('\n\n'));
}

/** The preset by this device's clock. */
async function measured(named: Named): Promise<readonly ResultSeries[]> {
  if (named.kind !== 'preset' || !named.preset.onDevice)
    throw new UsageError('--device is for presets that a clock can measure: nicol-figure2');
  return named.preset.onDevice({ modules: new Modules(nodeModules), onProgress: progress });
}

function runPreset(preset: Preset, seed: number): Promise<PresetResult> {
  return preset.run({
    modules: new Modules(nodeModules),
    trace: async (name) => readTrace(sampleSource(name)),
    seed,
    onProgress: progress,
  });
}

/** The document with another seed, where one is given. */
function seeded(experiment: AnyExperiment, seed: number | undefined): AnyExperiment {
  if (seed === undefined) return experiment;
  if (!isSimulation(experiment)) return { ...experiment, seed };
  const { simulation } = experiment;
  return simulation.kind === 'yawns'
    ? { ...experiment, simulation: { kind: 'yawns', setup: { ...simulation.setup, seed } } }
    : { ...experiment, simulation: { kind: 'timewarp', setup: { ...simulation.setup, seed } } };
}

async function runDocument(
  experiment: AnyExperiment,
  path: string,
): Promise<PresetResult & Partial<ExperimentResult>> {
  const context = {
    modules: new Modules(nodeModules),
    module: async ({ name }: { readonly name: string }) => {
      const found = beside(path, name);
      return found === undefined ? null : new Uint8Array(await readFile(found));
    },
    onProgress: progress,
  };
  if (isSimulation(experiment)) return runSimulation(experiment, context);
  return runExperiment(experiment, {
    ...context,
    sample: async (name) => sampleSource(name),
    file: await fileOf(experiment, path),
  });
}

/** The file that the document names, from its own folder or from here. */
async function fileOf({ workload }: Experiment, path: string): Promise<File | null> {
  if (workload.kind !== 'file') return null;
  const found = beside(path, workload.name);
  return found === undefined ? null : new File([await openAsBlob(found)], basename(workload.name));
}

/** A file that a document names, in the document's own folder or here. */
function beside(path: string, file: string): string | undefined {
  const name = basename(file);
  return [join(dirname(path), name), name].find((candidate) => existsSync(candidate));
}

/** A line that is rewritten, on terminals only. */
function progress(task: string, done: number, total: number | null): void {
  if (!process.stderr.isTTY) return;
  const part = total === null ? String(done) : `${Math.floor((100 * done) / Math.max(1, total))}%`;
  process.stderr.write(`\r\u001b[K${task} ${part}${done === total ? '\r\u001b[K' : ''}`);
}

function text({ series, notes, fingerprint, ...result }: PresetResult & Partial<ExperimentResult>): string {
  const runs = result.runs
    ? [
        tableText(
          Object.keys(result.runs[0] ?? {}),
          result.runs.map((each) => Object.values(each) as Cell[]),
        ),
      ]
    : series.map(seriesText);
  return [...runs, ...notes.map((note) => `- ${note}`), `fingerprint ${fingerprint}`].join('\n\n');
}

function seriesText({ name, unit, x, published, measured, low, high }: ResultSeries): string {
  const rows = x.map((at, i) => [at, published[i], measured[i], low[i], high[i]]);
  return `${name} (${unit})\n${tableText(['', 'paper', 'ours', 'low', 'high'], rows)}`;
}
