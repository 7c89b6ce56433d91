import * as Comlink from 'comlink';
import type { SimulationJob } from '../simulations/jobs';
import { WorkerSession } from './session';
import type { SimulationWorker } from './simulation-api';

/** Comlink loses the tie between a job's kind and its result's. */
function job(remote: Comlink.Remote<SimulationWorker>): SimulationWorker['job'] {
  return ((asked: SimulationJob, file: Uint8Array<ArrayBuffer> | null, onShare: (share: number) => void) =>
    remote.job(asked, file, Comlink.proxy(onShare))) as SimulationWorker['job'];
}

/** A simulation in a worker of its own, until it is closed. */
export class SimulationSession extends WorkerSession<SimulationWorker> {
  constructor() {
    const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), {
      type: 'module',
      name: 'heapscope simulation',
    });
    super(worker, proxied(Comlink.wrap<SimulationWorker>(worker)));
  }
}

function proxied(remote: Comlink.Remote<SimulationWorker>): SimulationWorker {
  return {
    begin: (document, file) => remote.begin(document, file),
    advance: (milliseconds) => remote.advance(milliseconds),
    inside: (frame, onFrame) => remote.inside(frame, Comlink.proxy(onFrame)),
    moment: (frame, row) => remote.moment(frame, row),
    heapMap: (request) => remote.heapMap(request),
    sets: (level, kernel) => remote.sets(level, kernel),
    job: job(remote),
  };
}
