import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { DevicePoint, DeviceQuestion } from '../device/measure';
import { type ModuleSource, Modules } from '../engine/modules';
import { chapters, findPreset } from '../experiment/catalogue/list';
import type { Workload } from '../experiment/document';
import { type PresetResult, programsOf, type ResultSeries } from '../experiment/preset';
import { loadWorkload } from '../experiment/workload';
import type { SpeedupPoint, SpeedupQuestion } from '../machine/speedup';
import type { TrialRunner } from '../models/trial-runner';
import type { JobRunner } from '../simulations/jobs';
import { readTrace, type TraceSource } from '../trace/read';
import { summarise } from '../trace/summary';
import type { Trace } from '../trace/trace';
import { Delivered } from './delivered';
import type { ComparedProgram, ModelsPiece, ModelsQuestion } from './models-api';
import type { ScriptCheck, StudyProgress, StudyWorker } from './study-api';
import type { CompareRow } from './trace-api';

/** What a study needs from its surroundings. */
export interface StudyContext {
  readonly modules: ModuleSource;
  readonly sample: (name: string) => Promise<TraceSource>;
  /** A pool of workers for trials; they are done in this thread where it is left out. */
  readonly trialRunner?: () => Promise<ClosableRunner>;
  /** Runs simulations, several at once; here, one after the other, where it is left out. */
  readonly runner?: JobRunner;
}

interface ClosableRunner extends TrialRunner {
  close(): void;
}

/** One task at a time. Knows nothing of workers: tests and Node use it as it is. */
export class Study implements StudyWorker {
  private readonly modules: Modules;

  constructor(private readonly context: StudyContext) {
    this.modules = new Modules(context.modules);
  }

  async catalogue() {
    return Promise.all(
      chapters.map(async ({ load, ...chapter }) => ({
        ...chapter,
        presets: (await load()).map((preset) => {
          const {
            id,
            paper,
            title,
            question,
            axis,
            experiment = null,
            onDevice,
            pooled = false,
            bars = false,
          } = preset;
          return {
            id,
            paper,
            title,
            question,
            axis,
            experiment,
            programs: programsOf(preset),
            timed: onDevice !== undefined,
            pooled,
            bars,
          };
        }),
      })),
    );
  }

  async runPreset(
    id: string,
    seed: number,
    onProgress: (progress: StudyProgress) => void,
    onPartial: (result: PresetResult) => void,
  ): Promise<PresetResult> {
    const preset = await findPreset(id);
    if (!preset) throw new Error(`the catalogue has no preset "${id}"`);
    const trialRunner = preset.pooled ? await this.context.trialRunner?.() : undefined;
    try {
      return await preset.run({
        modules: this.modules,
        trace: async (name) => readTrace(await this.context.sample(name)),
        seed,
        trialRunner,
        runner: this.context.runner,
        onProgress: (task, done, total) => onProgress({ task, done, total }),
        onPartial,
      });
    } finally {
      trialRunner?.close();
    }
  }

  async measurePreset(
    id: string,
    onProgress: (progress: StudyProgress) => void,
    onPartial: (series: readonly ResultSeries[]) => void,
  ): Promise<readonly ResultSeries[]> {
    const preset = await findPreset(id);
    if (!preset?.onDevice) throw new Error(`the catalogue has no preset "${id}" that a clock can measure`);
    return preset.onDevice({
      modules: this.modules,
      onProgress: (task, done, total) => onProgress({ task, done, total }),
      onPartial,
    });
  }

  async onDevice(question: DeviceQuestion, onPoint: (point: DevicePoint) => void): Promise<void> {
    const [{ measureDevice }, { startWebThread }] = await Promise.all([
      import('../device/measure'),
      import('./web-threads'),
    ]);
    const points = new Delivered(onPoint);
    await measureDevice(this.modules, question, startWebThread, points.send);
    await points.settled();
  }

  async speedup(question: SpeedupQuestion, machine: unknown, onPoint: (point: SpeedupPoint) => void) {
    const [{ speedup }, { machineOf }] = await Promise.all([
      import('../machine/speedup'),
      import('../machine/presets'),
    ]);
    const points = new Delivered(onPoint);
    await speedup(this.modules, machineOf(machine), question, points.send);
    await points.settled();
  }

  async checkScript(source: string, seed: number): Promise<ScriptCheck> {
    const { compileScript } = await import('../script/compile');
    const { ScriptError } = await import('../script/errors');
    try {
      return { kind: 'good', summary: summarise(compileScript(source, seed, 'script')) };
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      const { message, from, to, line, column } = error;
      return { kind: 'wrong', message, from, to, line, column };
    }
  }

  async compare(
    workload: Workload,
    file: File | null,
    documentSeed: number,
    brought: readonly File[],
    onProgress: (progress: StudyProgress) => void,
    onRow: (row: CompareRow) => void,
  ): Promise<void> {
    const trace = await this.load(workload, file, documentSeed, onProgress);
    const { compareAllocators } = await import('./compare');
    const rows = new Delivered(onRow);
    const users: AllocatorDescriptor[] = [];
    for (const module of brought) {
      const { addUserModule } = await import('../engine/user-module');
      users.push(await addUserModule(this.modules, module.name, new Uint8Array(await module.arrayBuffer())));
    }
    await compareAllocators(this.modules, trace, users, onProgress, rows.send);
    await rows.settled();
  }

  async models(
    programs: readonly ComparedProgram[],
    question: ModelsQuestion,
    onProgress: (progress: StudyProgress) => void,
    onPiece: (piece: ModelsPiece) => void,
  ): Promise<void> {
    const { studyModels } = await import('./models');
    const traces: Trace[] = [];
    for (const { workload, file, seed } of programs)
      traces.push(await this.load(workload, file, seed, onProgress));
    const trialRunner = await this.context.trialRunner?.();
    const pieces = new Delivered(onPiece);
    try {
      await studyModels(this.modules, traces, question, trialRunner, {
        onProgress: (done, total) => onProgress({ task: trialsTask(trialRunner), done, total }),
        onPiece: pieces.send,
      });
    } finally {
      trialRunner?.close();
    }
    await pieces.settled();
  }

  private async load(
    workload: Workload,
    file: File | null,
    seed: number,
    onProgress: (progress: StudyProgress) => void,
  ): Promise<Trace> {
    const { trace } = await loadWorkload(workload, file, {
      modules: this.modules,
      sample: this.context.sample,
      seed,
      signal: new AbortController().signal,
      onProgress: ({ task, done, total }) => onProgress({ task, done, total }),
    });
    return trace;
  }
}

const trialsTask = (trialRunner: TrialRunner | undefined): string =>
  trialRunner ? `trials of the models, ${trialRunner.width} at a time` : 'trials of the models';
