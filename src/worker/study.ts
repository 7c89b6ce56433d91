import type { DevicePoint } from '../device/measure';
import { type ModuleSource, Modules } from '../engine/modules';
import { chapters, findPreset } from '../experiment/catalogue/list';
import type { Workload } from '../experiment/document';
import { type PresetResult, programsOf, type ResultSeries } from '../experiment/preset';
import type { SpeedupPoint, SpeedupQuestion } from '../machine/speedup';
import { readTrace, type TraceSource } from '../trace/read';
import { summarise } from '../trace/summary';
import { Delivered } from './delivered';
import type { ModelsQuestion, ModelsResult } from './models-api';
import type { ScriptCheck, StudyProgress, StudyWorker } from './study-api';
import type { CompareRow } from './trace-api';
import { loadWorkload } from './workload';

/** What a study needs from its surroundings. */
export interface StudyContext {
  readonly modules: ModuleSource;
  readonly sample: (name: string) => Promise<TraceSource>;
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
          const { id, paper, title, question, axis, experiment = null, onDevice } = preset;
          return {
            id,
            paper,
            title,
            question,
            axis,
            experiment,
            programs: programsOf(preset),
            timed: onDevice !== undefined,
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
    return preset.run({
      modules: this.modules,
      trace: async (name) => readTrace(await this.context.sample(name)),
      seed,
      onProgress: (task, done, total) => onProgress({ task, done, total }),
      onPartial,
    });
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

  async onDevice(
    scripts: SpeedupQuestion['scripts'],
    seed: number,
    onPoint: (point: DevicePoint) => void,
  ): Promise<void> {
    const [{ measureDevice }, { startWebThread }] = await Promise.all([
      import('../device/measure'),
      import('./web-threads'),
    ]);
    const points = new Delivered(onPoint);
    await measureDevice(this.modules, scripts, seed, startWebThread, points.send);
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
    onProgress: (progress: StudyProgress) => void,
    onRow: (row: CompareRow) => void,
  ): Promise<void> {
    const { trace } = await loadWorkload(workload, file, {
      modules: this.modules,
      sample: this.context.sample,
      seed: documentSeed,
      signal: new AbortController().signal,
      onProgress: ({ task, done, total }) => onProgress({ task, done, total }),
    });
    const { compareAllocators } = await import('./compare');
    const rows = new Delivered(onRow);
    await compareAllocators(this.modules, trace, onProgress, rows.send);
    await rows.settled();
  }

  async models(
    workload: Workload,
    file: File | null,
    documentSeed: number,
    question: ModelsQuestion,
    onProgress: (progress: StudyProgress) => void,
    onPartial: (result: ModelsResult) => void,
  ): Promise<ModelsResult> {
    const { trace } = await loadWorkload(workload, file, {
      modules: this.modules,
      sample: this.context.sample,
      seed: documentSeed,
      signal: new AbortController().signal,
      onProgress: ({ task, done, total }) => onProgress({ task, done, total }),
    });
    const { studyModels } = await import('./models');
    return studyModels(this.modules, trace, question, {
      onProgress: (done, total) => onProgress({ task: 'trials of the models', done, total }),
      onPartial,
    });
  }
}
