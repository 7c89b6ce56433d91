import * as Comlink from 'comlink';
import type { StudyWorker } from './study-api';

/** A task under way in a worker of its own. */
export interface StudyTask<T> {
  /** Rejects with an AbortError after `cancel`. */
  readonly result: Promise<T>;
  /** Ends the worker, whatever it is doing. */
  cancel(): void;
}

/** Starts a worker for one task; it ends with it. */
export function startStudy<T>(task: (study: StudyWorker) => Promise<T>): StudyTask<T> {
  const worker = new Worker(new URL('./study-worker.ts', import.meta.url), {
    type: 'module',
    name: 'heapscope study',
  });
  let end: (reason: Error) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  worker.addEventListener('error', (event) => end(new Error(event.message || 'the worker stopped')));
  const result = Promise.race([task(proxied(Comlink.wrap<StudyWorker>(worker))), ended]).finally(() =>
    worker.terminate(),
  );
  return { result, cancel: () => end(new DOMException('cancelled', 'AbortError')) };
}

/** Comlink sends functions only as proxies. */
function proxied(remote: Comlink.Remote<StudyWorker>): StudyWorker {
  return {
    catalogue: () => remote.catalogue(),
    runPreset: (id, seed, onProgress, onPartial) =>
      remote.runPreset(id, seed, Comlink.proxy(onProgress), Comlink.proxy(onPartial)),
    speedup: (question, machine, onPoint) => remote.speedup(question, machine, Comlink.proxy(onPoint)),
  };
}
