import type { JobResult, JobRunner, SimulationJob } from '../simulations/jobs';
import { SimulationSession } from './simulation-client';

/** A worker for each of the device's processors, started when there is work for it. */
export class SimulationPool implements JobRunner {
  readonly width = Math.max(1, navigator.hardwareConcurrency || 1);
  private readonly idle: SimulationSession[] = [];
  private readonly all: SimulationSession[] = [];

  /** @param file the module of the jobs' allocator, where a user brought it */
  constructor(private readonly file: Uint8Array<ArrayBuffer> | null = null) {}

  async run<J extends SimulationJob>(job: J, onShare: (share: number) => void): Promise<JobResult<J>> {
    const session = this.idle.pop() ?? this.start();
    const result = await session.ask((simulation) => simulation.job(job, this.file, onShare));
    this.idle.push(session);
    return result;
  }

  /** Ends all workers, whatever they are doing: jobs under way reject with an AbortError. */
  close(): void {
    for (const session of this.all.splice(0)) session.close();
    this.idle.length = 0;
  }

  private start(): SimulationSession {
    const session = new SimulationSession();
    this.all.push(session);
    return session;
  }
}
