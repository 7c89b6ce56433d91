import type { JobResult, JobRunner, SimulationJob } from '../simulations/jobs';
import { WorkerPool } from './pool';
import { SimulationSession } from './simulation-client';

/** A worker for each of the device's processors, started when there is work for it. */
export class SimulationPool implements JobRunner {
  readonly width = Math.max(1, navigator.hardwareConcurrency || 1);
  private readonly workers = new WorkerPool(this.width, () => new SimulationSession());

  /** @param file the module of the jobs' allocator, where a user brought it */
  constructor(private readonly file: Uint8Array<ArrayBuffer> | null = null) {}

  run<J extends SimulationJob>(job: J, onShare: (share: number) => void): Promise<JobResult<J>> {
    return this.workers.ask((simulation) => simulation.job(job, this.file, onShare));
  }

  /** Ends all workers, whatever they are doing: jobs under way reject with an AbortError. */
  close(): void {
    this.workers.close();
  }
}
