/** A worker of its own for tasks, until it is closed. */
export class WorkerSession<Remote> {
  private end: (reason: Error) => void = () => undefined;
  private readonly ended = new Promise<never>((_, reject) => {
    this.end = reject;
  });

  /** @param remote the worker's face, with functions made proxies: Comlink sends them only so */
  constructor(
    private readonly worker: Worker,
    private readonly remote: Remote,
  ) {
    worker.addEventListener('error', (event) => this.stop(new Error(event.message || 'the worker stopped')));
    // Who waits for an answer hears of it there.
    this.ended.catch(() => undefined);
  }

  /** Rejects with an AbortError when the session is closed meanwhile. */
  ask<T>(task: (remote: Remote) => Promise<T>): Promise<T> {
    return Promise.race([task(this.remote), this.ended]);
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
