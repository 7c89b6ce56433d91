import type { WorkerSession } from './session';

/** Workers for pieces of work that do not depend on one another: each is started when there is work for it. */
export class WorkerPool<Remote> {
  private readonly started = new Set<WorkerSession<Remote>>();
  private readonly idle: WorkerSession<Remote>[] = [];
  private readonly waiting: ((session: WorkerSession<Remote>) => void)[] = [];

  /**
   * @param width workers that it has at most
   * @param start starts one; `number` counts them from 1
   */
  constructor(
    readonly width: number,
    private readonly start: (number: number) => WorkerSession<Remote>,
  ) {}

  /** Has a worker do a piece of work, once one is free. Rejects with an AbortError when the pool is closed meanwhile. */
  async ask<Result>(work: (remote: Remote) => Promise<Result>): Promise<Result> {
    const session = await this.free();
    try {
      return await session.ask(work);
    } finally {
      // After `close` whoever waits gets a worker that has ended, and hears of it there.
      const next = this.waiting.shift();
      if (next) next(session);
      else if (this.started.has(session)) this.idle.push(session);
    }
  }

  /** Ends all workers, whatever they are doing. */
  close(): void {
    for (const session of this.started) session.close();
    this.started.clear();
    this.idle.length = 0;
  }

  private free(): Promise<WorkerSession<Remote>> | WorkerSession<Remote> {
    const idle = this.idle.pop();
    if (idle) return idle;
    if (this.started.size < this.width) {
      const session = this.start(this.started.size + 1);
      this.started.add(session);
      return session;
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}
