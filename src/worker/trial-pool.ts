import * as Comlink from 'comlink';
import type { Crew, Trial, Work } from '../models/crew';
import { WorkerSession } from './session';
import type { TrialWorker } from './trial-worker';

class Hand extends WorkerSession<Comlink.Remote<TrialWorker>> {
  constructor(number: number) {
    const worker = new Worker(new URL('./trial-worker.ts', import.meta.url), {
      type: 'module',
      name: `heapscope trials ${number}`,
    });
    super(worker, Comlink.wrap<TrialWorker>(worker));
  }
}

/** A worker on each of the device's cores; they are started when there is work for them, and end with this one. */
export class TrialPool implements Crew {
  readonly hands = navigator.hardwareConcurrency || 2;
  private readonly started: Hand[] = [];
  private readonly idle: Hand[] = [];
  private readonly waiting: ((hand: Hand) => void)[] = [];

  async measure(work: Work): Promise<Trial> {
    const hand = await this.hand();
    try {
      return await hand.ask((remote) => remote.measure(work));
    } finally {
      // After `close` whoever waits gets a hand that has ended, and hears of it there.
      const next = this.waiting.shift();
      if (next) next(hand);
      else this.idle.push(hand);
    }
  }

  close(): void {
    for (const hand of this.started) hand.close();
  }

  private hand(): Promise<Hand> | Hand {
    const free = this.idle.pop();
    if (free) return free;
    if (this.started.length < this.hands) {
      const hand = new Hand(this.started.length + 1);
      this.started.push(hand);
      return hand;
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}
