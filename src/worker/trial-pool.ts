import * as Comlink from 'comlink';
import type { Crew, Trial, Work } from '../models/crew';
import type { TrialWorker } from './trial-worker';

interface Hand {
  readonly worker: Worker;
  readonly remote: Comlink.Remote<TrialWorker>;
}

/** A worker on each of the device's cores; they are started when there is work for them, and end with this one. */
export class TrialPool implements Crew {
  readonly hands = navigator.hardwareConcurrency || 2;
  private readonly started: Hand[] = [];
  private readonly idle: Hand[] = [];
  private readonly waiting: ((hand: Hand) => void)[] = [];
  private fail: (reason: Error) => void = () => undefined;
  private readonly failed = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  constructor() {
    // Who waits for a measurement hears of it there.
    this.failed.catch(() => undefined);
  }

  async measure(work: Work): Promise<Trial> {
    const hand = await this.hand();
    try {
      return await Promise.race([hand.remote.measure(work), this.failed]);
    } finally {
      const next = this.waiting.shift();
      if (next) next(hand);
      else this.idle.push(hand);
    }
  }

  close(): void {
    this.fail(new DOMException('cancelled', 'AbortError'));
    for (const { worker } of this.started) worker.terminate();
  }

  private hand(): Promise<Hand> | Hand {
    const free = this.idle.pop();
    if (free) return free;
    if (this.started.length < this.hands) return this.start();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  private start(): Hand {
    const worker = new Worker(new URL('./trial-worker.ts', import.meta.url), {
      type: 'module',
      name: `heapscope trials ${this.started.length + 1}`,
    });
    worker.addEventListener('error', (event) =>
      this.fail(new Error(event.message || 'a worker of the pool stopped')),
    );
    const hand = { worker, remote: Comlink.wrap<TrialWorker>(worker) };
    this.started.push(hand);
    return hand;
  }
}
