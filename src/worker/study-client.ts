import * as Comlink from 'comlink';
import { WorkerSession } from './session';
import type { StudyWorker } from './study-api';

/** A task under way in a worker of its own. */
export interface StudyTask<T> {
  /** Rejects with an AbortError after `cancel`. */
  readonly result: Promise<T>;
  /** Ends the worker, whatever it is doing. */
  cancel(): void;
}

/** A worker for several short tasks, one after the other. */
export class StudySession extends WorkerSession<StudyWorker> {
  constructor() {
    const worker = new Worker(new URL('./study-worker.ts', import.meta.url), {
      type: 'module',
      name: 'heapscope study',
    });
    super(worker, proxied(Comlink.wrap<StudyWorker>(worker)));
  }
}

/** Starts a worker for one task; it ends with it. */
export function startStudy<T>(task: (study: StudyWorker) => Promise<T>): StudyTask<T> {
  const session = new StudySession();
  return {
    result: session.ask(task).finally(() => session.close()),
    cancel: () => session.close(),
  };
}

function proxied(remote: Comlink.Remote<StudyWorker>): StudyWorker {
  return {
    catalogue: () => remote.catalogue(),
    runPreset: (id, seed, onProgress, onPartial) =>
      remote.runPreset(id, seed, Comlink.proxy(onProgress), Comlink.proxy(onPartial)),
    measurePreset: (id, onProgress, onPartial) =>
      remote.measurePreset(id, Comlink.proxy(onProgress), Comlink.proxy(onPartial)),
    onDevice: (question, onPoint) => remote.onDevice(question, Comlink.proxy(onPoint)),
    speedup: (question, machine, onPoint) => remote.speedup(question, machine, Comlink.proxy(onPoint)),
    models: (programs, question, onProgress, onPiece) =>
      remote.models([...programs], question, Comlink.proxy(onProgress), Comlink.proxy(onPiece)),
    compare: (workload, file, seed, brought, onProgress, onRow) =>
      remote.compare(workload, file, seed, [...brought], Comlink.proxy(onProgress), Comlink.proxy(onRow)),
    checkScript: (source, seed) => remote.checkScript(source, seed),
  };
}
