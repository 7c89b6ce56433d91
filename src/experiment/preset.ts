/** A preset: one figure or table of a paper, run by our code, with the published figures beside ours. */
import * as v from 'valibot';
import type { Modules } from '../engine/modules';
import type { TrialRunner } from '../models/trial-runner';
import { inPlace, type JobRunner } from '../simulations/jobs';
import type { Trace } from '../trace/trace';
import { type AnyExperiment, isSimulation } from './document';

/** What a preset runs with. Nothing else may enter its result: same seed, same bytes out. */
export interface PresetContext {
  readonly modules: Modules;
  /** A recording that ships with the lab, by name: `gawk` is public/traces/gawk.trace.gz. */
  trace(name: string): Promise<Trace>;
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** Who does the trials of models; this thread when left out. */
  readonly trialRunner?: TrialRunner;
  /** Runs whole simulations, maybe several at once; here, one after the other, where it is left out. */
  readonly runner?: JobRunner;
  /** Called now and then with what is done; `total` null when the end is not known. */
  onProgress?(task: string, done: number, total: number | null): void;
  /** What stands so far, so that a page can fill in its figure. */
  onPartial?(result: PresetResult): void;
}

/** Who runs the simulations of a preset. */
export const runnerOf = ({ runner, modules, signal }: PresetContext): JobRunner =>
  runner ?? inPlace(modules, signal);

/** What a measurement by the clock runs with. */
export interface DeviceContext extends Pick<PresetContext, 'modules' | 'signal' | 'onProgress'> {
  /** Called with the series that stand so far. */
  onPartial?(series: readonly ResultSeries[]): void;
}

/** A trace script that can be read, changed and run. */
export interface Program {
  readonly title: string;
  readonly source: string;
  readonly seed: number;
}

/** Every script of a preset: what runs is what can be read. */
export function programsOf({
  experiment,
  programs,
}: Pick<Preset, 'experiment' | 'programs'>): readonly Program[] {
  if (programs) return programs;
  if (!experiment || isSimulation(experiment) || experiment.workload.kind !== 'script') return [];
  const { workload, title, seed } = experiment;
  return [{ title, source: workload.source, seed }];
}

export interface Preset {
  /** `nicol-figure2`: the paper's chapter, then the figure or table. */
  readonly id: string;
  /** Author, year, and the figure, table or section. */
  readonly paper: string;
  readonly title: string;
  /** What the figure answers, as a question. */
  readonly question: string;
  /** What the numbers along the figures' axis are, for figures that have some. */
  readonly axis?: string;
  /** What "open as experiment" opens; left out where no single run stands for the figure. */
  readonly experiment?: AnyExperiment;
  /** The trace scripts that it runs, where they are more than the experiment's. */
  readonly programs?: readonly Program[];
  /** True where series over a few rows are to be compared: they are drawn as bars, in groups. */
  readonly bars?: boolean;
  /** True where its trials can be dealt out to several threads. */
  readonly pooled?: boolean;
  run(context: PresetContext): Promise<PresetResult>;
  /** The same by the clock of the device that it runs on: no part of the result, and another one every time. */
  onDevice?(context: DeviceContext): Promise<ResultSeries[]>;
}

const finite = v.pipe(v.number(), v.finite());
const column = v.array(v.nullable(finite));

/** One curve or one column of a table: arrays of one length, null where the paper or we have nothing. */
export const seriesSchema = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.minLength(1)),
    unit: v.string(),
    /** Where each point stands: a number on the figure's axis, or the name of a table's row. */
    x: v.pipe(v.array(v.union([finite, v.string()])), v.minLength(1)),
    /** The paper's figures, as its text or tables state them. */
    published: column,
    /** Ours. */
    measured: column,
    /** Ends of the 90% interval over seeded runs; null where one run is all there is. */
    low: column,
    high: column,
  }),
  v.check(
    ({ x, published, measured, low, high }) =>
      [published, measured, low, high].every((each) => each.length === x.length),
    'the arrays of a series have one length',
  ),
);
export type ResultSeries = v.InferOutput<typeof seriesSchema>;

export const presetResultSchema = v.object({
  preset: v.pipe(v.string(), v.minLength(1)),
  /** 16 hex digits over what we measured (`fingerprintOf`). */
  fingerprint: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  series: v.pipe(v.array(seriesSchema), v.minLength(1)),
  /** What differs from the paper and why, a sentence or two each. */
  notes: v.array(v.string()),
});
export type PresetResult = v.InferOutput<typeof presetResultSchema>;
