/**
 * What the pages beside the lab ask for: the catalogue's presets, scripts and models. Each task has a worker of its own,
 * so that the lab stays at hand and a task ends at once when it is cancelled; all answers are plain data.
 */

import type { DevicePoint, DeviceQuestion } from '../device/measure';
import type { Chapter } from '../experiment/catalogue/list';
import type { AnyExperiment, Workload } from '../experiment/document';
import type { Preset, PresetResult, Program, ResultSeries } from '../experiment/preset';
import type { SpeedupPoint, SpeedupQuestion } from '../machine/speedup';
import type { TraceSummary } from '../trace/trace';
import type { ComparedProgram, ModelsPiece, ModelsQuestion } from './models-api';
import type { CompareRow } from './trace-api';

/** A preset as the page lists it. */
export interface PresetCard extends Pick<Preset, 'id' | 'paper' | 'title' | 'question' | 'axis'> {
  /** What "open as experiment" opens; null where no single run stands for the figure. */
  readonly experiment: AnyExperiment | null;
  /** The scripts that it runs. */
  readonly programs: readonly Program[];
  /** True where series over a few rows are drawn as bars. */
  readonly bars: boolean;
  /** True where the preset can also be measured by this device's clock. */
  readonly timed: boolean;
  /** True where its trials are dealt out to workers on all cores. */
  readonly pooled: boolean;
}

/** A paper with its presets. */
export interface CatalogueChapter extends Omit<Chapter, 'load'> {
  readonly presets: readonly PresetCard[];
}

/** How far a task is. */
export interface StudyProgress {
  readonly task: string;
  readonly done: number;
  /** null when the end is not known. */
  readonly total: number | null;
}

/** What a script comes to: the trace that it makes, or what is wrong with it and where. */
export type ScriptCheck =
  | { readonly kind: 'good'; readonly summary: TraceSummary }
  /** `from`, `to`: characters of the source. `line`, `column`: from 1. */
  | {
      readonly kind: 'wrong';
      readonly message: string;
      readonly from: number;
      readonly to: number;
      readonly line: number;
      readonly column: number;
    };

/** The face of a study's worker. */
export interface StudyWorker {
  /** Papers and presets, in the order of the catalogue. */
  catalogue(): Promise<readonly CatalogueChapter[]>;
  /** Runs a preset; `onPartial` gets what stands so far. */
  runPreset(
    id: string,
    seed: number,
    onProgress: (progress: StudyProgress) => void,
    onPartial: (result: PresetResult) => void,
  ): Promise<PresetResult>;
  /** Measures a preset by the clock of this device; `onPartial` gets the series that stand so far. */
  measurePreset(
    id: string,
    onProgress: (progress: StudyProgress) => void,
    onPartial: (series: readonly ResultSeries[]) => void,
  ): Promise<readonly ResultSeries[]>;
  /** Runs scripts on real threads of this device, where the page is isolated and memory may be shared. */
  onDevice(question: DeviceQuestion, onPoint: (point: DevicePoint) => void): Promise<void>;
  /** Runs a script with several numbers of threads on a machine (a preset's id or a document). */
  speedup(question: SpeedupQuestion, machine: unknown, onPoint: (point: SpeedupPoint) => void): Promise<void>;
  /**
   * Replays a workload's trace on every built-in allocator with its defaults, and on modules that the user brought;
   * `onRow` gets each as it is done.
   */
  compare(
    workload: Workload,
    file: File | null,
    documentSeed: number,
    brought: readonly File[],
    onProgress: (progress: StudyProgress) => void,
    onRow: (row: CompareRow) => void,
  ): Promise<void>;
  /** Compiles and runs a trace script. */
  checkScript(source: string, seed: number): Promise<ScriptCheck>;
  /** Fits the five models to each program's trace and compares them, on all cores; `onPiece` gets what is done. */
  models(
    programs: readonly ComparedProgram[],
    question: ModelsQuestion,
    onProgress: (progress: StudyProgress) => void,
    onPiece: (piece: ModelsPiece) => void,
  ): Promise<void>;
}
