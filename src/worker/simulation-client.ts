import * as Comlink from 'comlink';
import type { SimulationJob } from '../simulations/jobs';
import type { SimulationWorker } from './simulation-api';

/** Comlink loses the tie between a job's kind and its result's. */
function job(remote: Comlink.Remote<SimulationWorker>): SimulationWorker['job'] {
  return ((asked: SimulationJob, file: Uint8Array<ArrayBuffer> | null, onShare: (share: number) => void) =>
    remote.job(asked, file, Comlink.proxy(onShare))) as SimulationWorker['job'];
}

/** A simulation in a worker of its own, until it is closed. */
export class SimulationSession {
  private readonly worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), {
    type: 'module',
    name: 'heapscope simulation',
  });
  private readonly remote = Comlink.wrap<SimulationWorker>(this.worker);
  private end: (reason: Error) => void = () => undefined;
  private readonly ended = new Promise<never>((_, reject) => {
    this.end = reject;
  });

  constructor() {
    this.worker.addEventListener('error', (event) =>
      this.stop(new Error(event.message || 'the worker stopped')),
    );
    // Who waits for an answer hears of it there.
    this.ended.catch(() => undefined);
  }

  /** Rejects with an AbortError when the session is closed meanwhile. */
  ask<T>(task: (simulation: SimulationWorker) => Promise<T>): Promise<T> {
    const { remote } = this;
    return Promise.race([
      task({
        begin: (document, file) => remote.begin(document, file),
        advance: (milliseconds) => remote.advance(milliseconds),
        inside: (frame, onFrame) => remote.inside(frame, Comlink.proxy(onFrame)),
        moment: (frame, row) => remote.moment(frame, row),
        heapMap: (request) => remote.heapMap(request),
        sets: (level, kernel) => remote.sets(level, kernel),
        job: job(remote),
      }),
      this.ended,
    ]);
  }

  /** Ends the worker, whatever it is doing. */
  close(): void {
    this.stop(new DOMException('cancelled', 'AbortError'));
  }

  private stop(reason: Error): void {
    this.end(reason);
    this.worker.terminate();
  }
}
