import * as Comlink from 'comlink';
import type { Trial, TrialRunner, Work } from '../models/trial-runner';
import { WorkerPool } from './pool';
import { WorkerSession } from './session';
import type { TrialWorker } from './trial-worker';

function start(number: number): WorkerSession<Comlink.Remote<TrialWorker>> {
  const worker = new Worker(new URL('./trial-worker.ts', import.meta.url), {
    type: 'module',
    name: `heapscope trials ${number}`,
  });
  return new WorkerSession(worker, Comlink.wrap<TrialWorker>(worker));
}

/** A worker on each of the device's cores; they are started when there is work for them, and end with this one. */
export class TrialPool implements TrialRunner {
  readonly width = navigator.hardwareConcurrency || 2;
  private readonly workers = new WorkerPool(this.width, start);

  measure(work: Work): Promise<Trial> {
    return this.workers.ask((remote) => remote.measure(work));
  }

  close(): void {
    this.workers.close();
  }
}
